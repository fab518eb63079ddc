//! Executes a receipt: its actions one after the other, then refunds, rewards and what it passes on.

use std::sync::Arc;

use near_parameters::{ActionCosts, RuntimeConfig};
use near_primitives::{
    account::{Account, AccountContract},
    errors::{ActionError, ActionErrorKind, TxExecutionError},
    hash::CryptoHash,
    profile_data_v3,
    receipt::{DataReceipt, Receipt, ReceiptEnum, ReceiptV0, VersionedActionReceipt, VersionedReceiptEnum},
    transaction::{
        Action, ExecutionMetadata, ExecutionMetadataV4, ExecutionOutcome, ExecutionOutcomeWithId,
        ExecutionStatus, LogEntry,
    },
    types::{AccountId, Balance, Gas, StateChangeCause},
    utils::{create_action_hash_from_receipt_id, create_receipt_id_from_receipt_id},
    version::ProtocolFeature,
};
use near_vm_runner::{
    ProfileDataV3,
    logic::{ReturnData, types::PromiseResult},
};

use super::{Execution, refunds::Refunds};
use crate::state::ReadState;

/// Accounts this small need no balance for their storage.
const ZERO_BALANCE_STORAGE_LIMIT: u64 = 770;

/// Returns how much an account lacks to pay for its storage, if anything.
pub(super) fn missing_storage_stake(account: &Account, config: &RuntimeConfig) -> Option<Balance> {
    if account.storage_usage() <= ZERO_BALANCE_STORAGE_LIMIT {
        return None;
    }
    let required = config.storage_amount_per_byte().saturating_mul(u128::from(account.storage_usage()));
    let available = account.amount().saturating_add(account.locked());
    required.checked_sub(available).filter(|missing| *missing > Balance::ZERO)
}

/// What one action did, or all actions of a receipt together.
pub(super) struct ActionResult {
    pub gas_burnt: Gas,
    pub gas_burnt_for_function_call: Gas,
    pub gas_used: Gas,
    pub compute: u64,
    pub result: Result<ReturnData, ActionError>,
    pub logs: Vec<LogEntry>,
    pub new_receipts: Vec<Receipt>,
    pub profile: ProfileDataV3,
    pub contracts: Vec<AccountContract>,
    pub tokens_burnt: Balance,
    pub subsidized: Balance,
}

impl ActionResult {
    pub fn new(gas: Gas, compute: u64) -> Self {
        Self {
            gas_burnt: gas,
            gas_burnt_for_function_call: Gas::ZERO,
            gas_used: gas,
            compute,
            result: Ok(ReturnData::None),
            logs: Vec::new(),
            new_receipts: Vec::new(),
            profile: ProfileDataV3::default(),
            contracts: Vec::new(),
            tokens_burnt: Balance::ZERO,
            subsidized: Balance::ZERO,
        }
    }

    /// Adds the result of the next action.
    fn merge(&mut self, mut next: Self) {
        self.gas_burnt = self.gas_burnt.saturating_add(next.gas_burnt);
        self.gas_burnt_for_function_call =
            self.gas_burnt_for_function_call.saturating_add(next.gas_burnt_for_function_call);
        self.gas_used = self.gas_used.saturating_add(next.gas_used);
        self.compute = self.compute.saturating_add(next.compute);
        self.profile.merge(&next.profile);
        self.contracts.append(&mut next.contracts);
        self.logs.append(&mut next.logs);
        match next.result {
            Ok(mut returned) => {
                if let ReturnData::ReceiptIndex(index) = &mut returned {
                    *index += self.new_receipts.len() as u64;
                }
                self.result = Ok(returned);
                self.new_receipts.append(&mut next.new_receipts);
                self.tokens_burnt = self.tokens_burnt.saturating_add(next.tokens_burnt);
                self.subsidized = self.subsidized.saturating_add(next.subsidized);
            }
            Err(error) => self.fail(error),
        }
    }

    /// Discards everything but the gas and the logs, as a failed receipt must.
    fn fail(&mut self, error: ActionError) {
        self.result = Err(error);
        self.new_receipts.clear();
        self.tokens_burnt = Balance::ZERO;
        self.subsidized = Balance::ZERO;
    }
}

/// The receipt whose actions are being executed, as the actions see it.
pub(super) struct Running<'a> {
    pub receipt: &'a Receipt,
    pub action_receipt: VersionedActionReceipt<'a>,
    /// The receiver's account as the actions so far have left it.
    pub account: Option<Account>,
    /// The account on whose behalf the next action acts.
    pub actor_id: AccountId,
    pub promise_results: Arc<[PromiseResult]>,
}

impl Running<'_> {
    pub fn account_id(&self) -> &AccountId {
        self.receipt.receiver_id()
    }

    pub fn is_refund(&self) -> bool {
        self.receipt.predecessor_id().is_system()
    }
}

impl Execution<'_> {
    /// Executes a receipt whose inputs are all there.
    pub(super) fn execute(&mut self, receipt: &Arc<Receipt>) {
        let (VersionedReceiptEnum::Action(action_receipt)
        | VersionedReceiptEnum::PromiseYield(action_receipt)) = receipt.versioned_receipt()
        else {
            return;
        };
        let account_id = receipt.receiver_id();
        let promise_results = self.take_inputs(account_id, action_receipt.input_data_ids());
        let receipt_hash = receipt.get_hash();
        self.state.commit(&StateChangeCause::ActionReceiptProcessingStarted { receipt_hash });

        let account = self.state.account(account_id);
        let is_new_account = account.is_none();
        let mut running = Running {
            receipt,
            action_receipt,
            account,
            actor_id: receipt.predecessor_id().clone(),
            promise_results,
        };
        let mut result = self.execute_actions(&mut running);
        self.check_storage_stake(&running, &mut result);

        let created_account = is_new_account && running.account.is_some() && result.result.is_ok();
        let refunds = self.refund(&running, &mut result, created_account);
        if result.result.is_ok() {
            self.state.commit(&StateChangeCause::ReceiptProcessing { receipt_hash });
        } else {
            self.state.rollback();
        }
        self.settle(&running, &result, &refunds, receipt_hash);
        let outcome = self.conclude(&running, result, refunds.tokens_burnt);
        self.output.executed.push((Arc::clone(receipt), outcome));
    }

    fn execute_actions(&mut self, running: &mut Running) -> ActionResult {
        let base = self.config().fees.fee(ActionCosts::new_action_receipt).exec_fee();
        let mut total = ActionResult::new(base.gas, base.compute);
        let actions: Vec<Action> = running.action_receipt.actions().to_vec();
        for (index, action) in actions.iter().enumerate() {
            let action_hash =
                create_action_hash_from_receipt_id(running.receipt.receipt_id(), self.block.height, index);
            let mut result = self.execute_action(running, action, &actions, index, action_hash);
            if result.result.is_ok() {
                let validator = self.params.validator();
                let checked =
                    result.new_receipts.iter().try_for_each(|receipt| validator.new_receipt(receipt));
                if let Err(error) = checked {
                    result.result = Err(ActionErrorKind::NewReceiptValidationError(error).into());
                }
            }
            total.merge(result);
            if let Err(error) = &mut total.result {
                error.index = Some(index as u64);
                break;
            }
        }
        total
    }

    /// Fails a receipt after which its account cannot pay for its storage.
    fn check_storage_stake(&mut self, running: &Running, result: &mut ActionResult) {
        let Some(account) = &running.account else {
            return;
        };
        if result.result.is_err() {
            return;
        }
        match missing_storage_stake(account, self.config()) {
            None => self.state.set_account(running.account_id(), account),
            Some(amount) => result.fail(ActionError {
                index: None,
                kind: ActionErrorKind::LackBalanceForState {
                    account_id: running.account_id().clone(),
                    amount,
                },
            }),
        }
    }

    /// Pays the contract its share of the burnt gas and books the rest as burnt.
    fn settle(
        &mut self,
        running: &Running,
        result: &ActionResult,
        refunds: &Refunds,
        receipt_hash: CryptoHash,
    ) {
        let share = self.config().fees.burnt_gas_reward;
        let reward_gas = u128::from(result.gas_burnt_for_function_call.as_gas())
            * u128::from(share.numer().unsigned_abs())
            / u128::from(share.denom().unsigned_abs());
        let reward = refunds.reward_price.saturating_mul(reward_gas);
        let mut burnt = refunds.tokens_burnt.saturating_add(refunds.lost_deposit);
        if reward > Balance::ZERO
            && let Some(mut account) = self.state.account(running.account_id())
        {
            burnt = burnt.saturating_sub(reward);
            account.set_amount(account.amount().saturating_add(reward));
            self.state.set_account(running.account_id(), &account);
            self.state.commit(&StateChangeCause::ActionReceiptGasReward { receipt_hash });
        }
        self.output.burnt = self.output.burnt.saturating_add(burnt);
        self.output.minted = self.output.minted.saturating_add(result.subsidized);
        self.compute = self.compute.saturating_add(result.compute);
        self.output.gas_used = self.output.gas_used.saturating_add(result.gas_burnt.as_gas());
    }

    /// Sends out the new receipts and records the outcome.
    fn conclude(
        &mut self,
        running: &Running,
        mut result: ActionResult,
        tokens_burnt: Balance,
    ) -> ExecutionOutcomeWithId {
        pass_on_returned_data(running, &mut result);
        let (receipt_id, height) = (*running.receipt.receipt_id(), self.block.height);
        let child_id = |index| create_receipt_id_from_receipt_id(&receipt_id, height, index);
        let mut receipt_ids = Vec::new();
        for (index, mut receipt) in result.new_receipts.into_iter().enumerate() {
            receipt.set_receipt_id(child_id(index));
            self.output.parents.push((*receipt.receipt_id(), receipt_id));
            if matches!(
                receipt.versioned_receipt(),
                VersionedReceiptEnum::Action(_) | VersionedReceiptEnum::PromiseYield(_)
            ) {
                receipt_ids.push(*receipt.receipt_id());
            }
            if receipt.is_instant_receipt() {
                self.instant.push_back(Arc::new(receipt));
            } else {
                self.output.outgoing.push(Arc::new(receipt));
            }
        }
        let status = match result.result {
            Ok(ReturnData::ReceiptIndex(index)) => {
                let index = usize::try_from(index).expect("an index of a receipt in memory");
                ExecutionStatus::SuccessReceiptId(child_id(index))
            }
            Ok(ReturnData::Value(data)) => ExecutionStatus::SuccessValue(data),
            Ok(ReturnData::None) => ExecutionStatus::SuccessValue(vec![]),
            Err(error) => ExecutionStatus::Failure(TxExecutionError::ActionError(error)),
        };
        let profile = profile_data_v3::ProfileDataV3 {
            actions_profile: result.profile.actions_profile,
            wasm_ext_profile: result.profile.wasm_ext_profile,
            wasm_gas: result.profile.wasm_gas,
        };
        let metadata = if self.params.enabled(ProtocolFeature::ExecutionMetadataV4) {
            let mut contracts = result.contracts;
            contracts.resize(running.action_receipt.actions().len(), AccountContract::None);
            ExecutionMetadata::V4(Box::new(ExecutionMetadataV4 { profile, contracts }))
        } else {
            ExecutionMetadata::V3(Box::new(profile))
        };
        ExecutionOutcomeWithId {
            id: receipt_id,
            outcome: ExecutionOutcome {
                status,
                logs: result.logs,
                receipt_ids,
                gas_burnt: result.gas_burnt,
                compute_usage: Some(result.compute),
                tokens_burnt,
                executor_id: running.account_id().clone(),
                metadata,
            },
        }
    }
}

/// Passes the receipt's result, or that of the receipt it returned, to the receipts that wait for it.
fn pass_on_returned_data(running: &Running, result: &mut ActionResult) {
    let receivers = running.action_receipt.output_data_receivers();
    if receivers.is_empty() {
        return;
    }
    let data = match &result.result {
        Ok(ReturnData::ReceiptIndex(index)) => {
            let index = usize::try_from(*index).expect("an index of a receipt in memory");
            match result.new_receipts[index].receipt_mut() {
                ReceiptEnum::Action(child) | ReceiptEnum::PromiseYield(child) => {
                    child.output_data_receivers.extend_from_slice(receivers);
                }
                ReceiptEnum::ActionV2(child) | ReceiptEnum::PromiseYieldV2(child) => {
                    child.output_data_receivers.extend_from_slice(receivers);
                }
                _ => {}
            }
            return;
        }
        Ok(ReturnData::Value(data)) => Some(data.clone()),
        Ok(ReturnData::None) => Some(vec![]),
        Err(_) => None,
    };
    let data_receipts = receivers.iter().map(|receiver| {
        Receipt::V0(ReceiptV0 {
            predecessor_id: running.account_id().clone(),
            receiver_id: receiver.receiver_id.clone(),
            receipt_id: CryptoHash::default(),
            receipt: ReceiptEnum::Data(DataReceipt { data_id: receiver.data_id, data: data.clone() }),
        })
    });
    result.new_receipts.extend(data_receipts);
}
