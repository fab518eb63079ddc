//! Runs contract code in the real VM, for function-call actions and for views.

use std::{rc::Rc, sync::Arc};

use near_crypto::{KeyType, PublicKey};
use near_primitives::{
    account::{Account, AccountContract},
    action::{FunctionCallAction, GlobalContractIdentifier},
    config::ViewConfig,
    errors::{self, ActionErrorKind},
    global_contract::ContractIsLocalError,
    hash::CryptoHash,
    receipt::{ActionReceiptV2, DataReceipt, Receipt, ReceiptEnum, ReceiptV0},
    trie_key::TrieKey,
    types::{AccountId, Balance},
    utils::create_random_seed,
};
use near_vm_runner::{
    Contract, ContractCode, ContractRuntimeCache,
    logic::{
        ReturnData, VMContext, VMOutcome,
        errors::{CompilationError, FunctionCallError, MethodResolveError, VMRunnerError},
    },
};

use super::{
    BlockContext, ChainParams, Execution,
    actions::ACCOUNT_EXISTS,
    execute::{ActionResult, Running},
    external::Call,
    promises::{Draft, Promises},
};
use crate::state::{ReadState, State, StateUpdate};

/// Returns the key of the code that an account's calls run, if it has any.
pub fn code_key(account_id: &AccountId, contract: AccountContract) -> Option<TrieKey> {
    match GlobalContractIdentifier::try_from(contract) {
        Ok(identifier) => Some(TrieKey::GlobalContractCode { identifier: identifier.into() }),
        Err(ContractIsLocalError::Deployed(_)) => {
            Some(TrieKey::ContractCode { account_id: account_id.clone() })
        }
        Err(ContractIsLocalError::NotDeployed) => None,
    }
}

/// The code that an account's calls run, if there is any.
struct Code {
    hash: CryptoHash,
    code: Option<Arc<[u8]>>,
}

impl Contract for Code {
    fn hash(&self) -> CryptoHash {
        self.hash
    }

    /// Returns the code to compile, if it is not compiled yet; hashed again, since it is compiled for all nodes.
    fn get_code(&self) -> Option<Arc<ContractCode>> {
        self.code.as_ref().map(|code| Arc::new(ContractCode::new(code.to_vec(), None)))
    }
}

impl Code {
    fn of(state: &impl ReadState, account_id: &AccountId, contract: AccountContract) -> Self {
        let named = match contract {
            AccountContract::Local(hash) | AccountContract::Global(hash) => Some(hash),
            AccountContract::None | AccountContract::GlobalByAccount(_) => None,
        };
        let code = code_key(account_id, contract).and_then(|key| state.get_bytes(&key));
        let hash = code.as_ref().map(|code| named.unwrap_or_else(|| CryptoHash::hash_bytes(code)));
        Self { hash: hash.unwrap_or_default(), code }
    }
}

/// Runs a method; what goes wrong inside the contract is part of the outcome.
fn run(call: &mut Call, context: &VMContext, account: &Account, method: &str) -> VMOutcome {
    let contract = Code::of(call.state, &call.account_id, account.contract().into_owned());
    let compiled = &call.params.compiled;
    let mut result = run_with(&*compiled.shared, &contract, call, context, method);
    if let Err(VMRunnerError::CacheError(error)) = &result {
        result = run_with(compiled.after(error), &contract, call, context, method);
    }
    let error = match result {
        Ok(outcome) => return outcome,
        Err(VMRunnerError::ContractCodeNotPresent) => {
            FunctionCallError::CompilationError(CompilationError::CodeDoesNotExist {
                account_id: call.account_id.as_str().into(),
            })
        }
        // The node's own failure; a dev node goes on, and shows it in the outcome.
        Err(error) => {
            tracing::error!(%error, account_id = %call.account_id, method, "the VM failed");
            FunctionCallError::LoadingError { msg: error.to_string() }
        }
    };
    VMOutcome::nop_outcome(error)
}

fn run_with(
    cache: &dyn ContractRuntimeCache,
    contract: &Code,
    call: &mut Call,
    context: &VMContext,
    method: &str,
) -> Result<VMOutcome, VMRunnerError> {
    let config = &call.params.config;
    let gas_counter = context.make_gas_counter(&config.wasm_config);
    let wasm_config = Arc::clone(&config.wasm_config);
    let prepared = near_vm_runner::prepare(contract, wasm_config, Some(cache), gas_counter, method);
    near_vm_runner::run(prepared, call, context, Arc::clone(&config.fees))
}

impl Execution<'_> {
    /// Executes a call on the receiver's contract.
    pub(super) fn function_call(
        &mut self,
        running: &mut Running,
        action: &FunctionCallAction,
        is_last: bool,
        action_hash: CryptoHash,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let context = self.call_context(running, action, is_last, action_hash);
        let account_id = running.account_id().clone();
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        let mut call = Call {
            params: self.params,
            block: self.block,
            state: &mut self.state,
            promises: Promises::default(),
            account_id,
            action_hash,
            data_ids: 0,
        };
        let outcome = run(&mut call, &context, account, &action.method_name);
        let mut promises = call.promises;
        let unused = action.gas.saturating_sub(outcome.used_gas);
        let passed_on = promises.distribute(unused);

        result.gas_burnt = result.gas_burnt.saturating_add(outcome.burnt_gas);
        result.gas_burnt_for_function_call = outcome.burnt_gas;
        result.gas_used = result.gas_used.saturating_add(outcome.used_gas).saturating_add(passed_on);
        result.compute = result.compute.saturating_add(outcome.compute_usage);
        result.logs.extend(outcome.logs);
        result.profile.merge(&outcome.profile);
        if let Some(error) = outcome.aborted {
            return Err(ActionErrorKind::FunctionCallError(on_chain_error(error)));
        }
        account.set_amount(outcome.balance);
        account.set_storage_usage(outcome.storage_usage);
        result.subsidized = outcome.subsidized_amount;
        result.result = Ok(outcome.return_data);
        result.new_receipts = self.make_receipts(running, promises);
        Ok(())
    }

    fn call_context(
        &self,
        running: &Running,
        action: &FunctionCallAction,
        is_last: bool,
        action_hash: CryptoHash,
    ) -> VMContext {
        let (receipt, action_receipt) = (running.receipt, &running.action_receipt);
        let account = running.account.as_ref().expect(ACCOUNT_EXISTS);
        let public_key = action_receipt.signer_public_key();
        let outputs = action_receipt.output_data_receivers().iter();
        let refund_to = action_receipt.refund_to().as_ref();
        VMContext {
            current_account_id: receipt.receiver_id().clone(),
            signer_account_id: action_receipt.signer_id().clone(),
            signer_account_pk: borsh::to_vec(public_key).expect("writing into memory"),
            predecessor_account_id: receipt.predecessor_id().clone(),
            refund_to_account_id: refund_to.unwrap_or(receipt.predecessor_id()).clone(),
            input: Rc::from(action.args.as_slice()),
            promise_results: Arc::clone(&running.promise_results),
            block_height: self.block.height,
            block_timestamp: self.block.timestamp,
            epoch_height: self.block.epoch_height,
            account_balance: account.amount(),
            account_locked_balance: account.locked(),
            storage_usage: account.storage_usage(),
            account_contract: account.contract().into_owned(),
            attached_deposit: action.deposit,
            prepaid_gas: action.gas,
            random_seed: create_random_seed(action_hash, self.block.random_value),
            view_config: None,
            // Only the last action's result is what others wait for.
            output_data_receivers: outputs
                .filter(|_| is_last)
                .map(|output| output.receiver_id.clone())
                .collect(),
        }
    }

    /// Turns what a call has put together into receipts; resuming data comes last.
    fn make_receipts(&mut self, running: &Running, promises: Promises) -> Vec<Receipt> {
        let predecessor_id = running.account_id().clone();
        let mut receipts = Vec::new();
        for draft in promises.drafts {
            if draft.is_yield {
                self.enqueue_yield_timeout(&predecessor_id, draft.input_data_ids[0]);
            }
            receipts.push(action_receipt(running, draft));
        }
        receipts.extend(promises.resumptions.into_iter().map(|(data_id, data)| {
            Receipt::V0(ReceiptV0 {
                predecessor_id: predecessor_id.clone(),
                receiver_id: predecessor_id.clone(),
                receipt_id: CryptoHash::default(),
                receipt: ReceiptEnum::PromiseResume(DataReceipt { data_id, data: Some(data) }),
            })
        }));
        receipts
    }
}

fn action_receipt(running: &Running, draft: Draft) -> Receipt {
    let parent = &running.action_receipt;
    let receipt = ActionReceiptV2 {
        signer_id: parent.signer_id().clone(),
        signer_public_key: parent.signer_public_key().clone(),
        refund_to: draft.refund_to,
        gas_price: parent.gas_price(),
        output_data_receivers: draft.output_data_receivers,
        input_data_ids: draft.input_data_ids,
        actions: draft.actions,
    };
    Receipt::V0(ReceiptV0 {
        predecessor_id: running.account_id().clone(),
        receiver_id: draft.receiver_id,
        receipt_id: CryptoHash::default(),
        receipt: if draft.is_yield {
            ReceiptEnum::PromiseYieldV2(receipt)
        } else {
            ReceiptEnum::ActionV2(receipt)
        },
    })
}

/// Why a view call gave no result.
#[derive(Debug)]
pub enum ViewError {
    /// There is no such account.
    UnknownAccount,
    /// The contract failed: as shown to people, and in the form that outcomes use.
    Failed {
        /// What clients parse.
        message: String,
        /// What outcomes contain.
        error: errors::FunctionCallError,
    },
}

/// Calls a method without changing anything; returns what it returned and logged.
///
/// # Errors
///
/// When the account does not exist or the contract fails.
pub fn view_call(
    params: &ChainParams,
    block: &BlockContext,
    state: State,
    account_id: &AccountId,
    method: &str,
    args: &[u8],
) -> Result<(Vec<u8>, Vec<String>), ViewError> {
    let account = state.account(account_id).ok_or(ViewError::UnknownAccount)?;
    let public_key = PublicKey::empty(KeyType::ED25519);
    let context = VMContext {
        current_account_id: account_id.clone(),
        signer_account_id: account_id.clone(),
        signer_account_pk: borsh::to_vec(&public_key).expect("writing into memory"),
        predecessor_account_id: account_id.clone(),
        refund_to_account_id: account_id.clone(),
        input: Rc::from(args),
        promise_results: Arc::from([]),
        block_height: block.height,
        block_timestamp: block.timestamp,
        epoch_height: block.epoch_height,
        account_balance: account.amount(),
        account_locked_balance: account.locked(),
        storage_usage: account.storage_usage(),
        account_contract: account.contract().into_owned(),
        attached_deposit: Balance::ZERO,
        prepaid_gas: params.view_gas_limit,
        random_seed: create_random_seed(CryptoHash::default(), state.root()),
        view_config: Some(ViewConfig { max_gas_burnt: params.view_gas_limit }),
        output_data_receivers: vec![],
    };
    let mut update = StateUpdate::new(state);
    let mut call = Call {
        params,
        block,
        state: &mut update,
        promises: Promises::default(),
        account_id: account_id.clone(),
        action_hash: CryptoHash::default(),
        data_ids: 0,
    };
    let outcome = run(&mut call, &context, &account, method);
    if let Some(error) = outcome.aborted {
        return Err(ViewError::Failed {
            message: format!("wasm execution failed with error: {error:?}"),
            error: on_chain_error(error),
        });
    }
    let returned = match outcome.return_data {
        ReturnData::Value(value) => value,
        ReturnData::ReceiptIndex(_) | ReturnData::None => vec![],
    };
    Ok((returned, outcome.logs))
}

/// Converts the VM's error into the form that outcomes use.
fn on_chain_error(error: FunctionCallError) -> errors::FunctionCallError {
    use errors::FunctionCallError as OnChain;
    match error {
        FunctionCallError::CompilationError(error) => {
            OnChain::CompilationError(on_chain_compilation_error(error))
        }
        FunctionCallError::MethodResolveError(error) => OnChain::MethodResolveError(match error {
            MethodResolveError::MethodEmptyName => errors::MethodResolveError::MethodEmptyName,
            MethodResolveError::MethodNotFound => errors::MethodResolveError::MethodNotFound,
            MethodResolveError::MethodInvalidSignature => errors::MethodResolveError::MethodInvalidSignature,
        }),
        FunctionCallError::LinkError { msg } => OnChain::ExecutionError(format!("Link Error: {msg}")),
        FunctionCallError::LoadingError { msg } => OnChain::ExecutionError(format!("Loading Error: {msg}")),
        FunctionCallError::HostError(_) | FunctionCallError::WasmTrap(_) => {
            OnChain::ExecutionError(error.to_string())
        }
    }
}

fn on_chain_compilation_error(error: CompilationError) -> errors::CompilationError {
    match error {
        CompilationError::CodeDoesNotExist { account_id } => errors::CompilationError::CodeDoesNotExist {
            account_id: account_id.parse().expect("the name of the called account"),
        },
        CompilationError::PrepareError(error) => {
            // Both enums have the same variants; their names are what serde writes.
            let name = serde_json::Value::String(format!("{error:?}"));
            match serde_json::from_value(name) {
                Ok(error) => errors::CompilationError::PrepareError(error),
                Err(_) => errors::CompilationError::WasmerCompileError { msg: error.to_string() },
            }
        }
        CompilationError::WasmerCompileError { msg } | CompilationError::WasmtimeCompileError { msg } => {
            errors::CompilationError::WasmerCompileError { msg }
        }
    }
}
