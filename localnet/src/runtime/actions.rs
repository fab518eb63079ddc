//! The actions: what each of them does to the receiver's account.

use near_crypto::PublicKey;
use near_primitives::{
    account::{AccessKey, AccessKeyPermission, Account, AccountContract, id::AccountType},
    action::{DeleteAccountAction, DeployContractAction},
    errors::{ActionError, ActionErrorKind},
    hash::CryptoHash,
    receipt::Receipt,
    transaction::Action,
    trie_key::{TrieKey, trie_key_parsers},
    types::{AccountId, Balance},
    version::ProtocolFeature,
};
use near_vm_runner::{ContractCode, precompile_contract};

use super::{
    Execution,
    access_keys::{access_key_storage, initial_nonce},
    execute::{ActionResult, Running},
    fees, gas_keys,
    universal_accounts::is_universal,
};
use crate::state::{ReadState, StateUpdate};

/// The code that wallet accounts (`0x…`) use on test chains; it has to be deployed as a global contract first.
const ETH_WALLET_CODE: CryptoHash = CryptoHash([
    0xd2, 0x88, 0x4a, 0x90, 0x0d, 0x4f, 0xa3, 0x70, 0xe4, 0x8f, 0x1e, 0x3d, 0x48, 0x65, 0xd4, 0xdc, 0x0d,
    0xbd, 0x09, 0x3c, 0x89, 0xf0, 0xe7, 0xba, 0xef, 0x2e, 0xdd, 0xc1, 0x42, 0xc4, 0x9e, 0x8d,
]);

pub(super) const ACCOUNT_EXISTS: &str = "existence was checked before the action";

impl Execution<'_> {
    /// Executes one action: fee, existence of the account, right to act, then the action itself.
    pub(super) fn execute_action(
        &mut self,
        running: &mut Running,
        action: &Action,
        actions: &[Action],
        index: usize,
        action_hash: CryptoHash,
    ) -> ActionResult {
        let fee = fees::exec_fee(self.config(), action, running.account_id());
        let mut result = ActionResult::new(fee.gas, fee.compute);
        result.contracts.push(match &running.account {
            Some(account) => account.contract().into_owned(),
            None => AccountContract::None,
        });
        let acted = self
            .check_existence(running, action, actions.len() == 1)
            .and_then(|()| check_actor(running, action))
            .and_then(|()| {
                let is_last = index + 1 == actions.len();
                self.act(running, action, is_last, action_hash, &mut result)
            });
        if let Err(kind) = acted {
            result.result = Err(ActionError { index: None, kind });
        }
        result
    }

    fn act(
        &mut self,
        running: &mut Running,
        action: &Action,
        is_last: bool,
        action_hash: CryptoHash,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        match action {
            Action::CreateAccount(_) => self.create_account(running),
            Action::DeployContract(deploy) => {
                self.deploy(running, deploy);
                Ok(())
            }
            Action::FunctionCall(call) => self.function_call(running, call, is_last, action_hash, result),
            Action::Transfer(transfer) => {
                self.transfer(running, transfer.deposit);
                Ok(())
            }
            Action::AddKey(add_key) => self.add_key(running, add_key),
            Action::DeleteKey(delete_key) => self.delete_key(running, delete_key, result),
            Action::DeleteAccount(delete) => self.delete_account(running, delete, result),
            Action::Delegate(delegate) => self.delegate(running, delegate, result),
            Action::DeployGlobalContract(deploy) => self.deploy_global_contract(running, deploy, result),
            Action::UseGlobalContract(usage) => {
                let account_id = running.account_id().clone();
                let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
                self.use_global_contract(&account_id, account, &usage.contract_identifier)
            }
            Action::DeterministicStateInit(init) => self.deterministic_state_init(running, init, result),
            Action::TransferToGasKey(transfer) => self.transfer_to_gas_key(running, transfer),
            Action::WithdrawFromGasKey(withdrawal) => self.withdraw_from_gas_key(running, withdrawal),
            Action::UniversalStateInit(init) => self.universal_state_init(running, init, result),
            Action::Stake(_) | Action::DelegateV2(_) => {
                unreachable!("validation refuses these actions in transactions and new receipts")
            }
        }
    }

    fn check_existence(
        &self,
        running: &Running,
        action: &Action,
        is_only_action: bool,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        match (action, &running.account) {
            (Action::CreateAccount(_), Some(_)) => Err(ActionErrorKind::AccountAlreadyExists { account_id }),
            (Action::CreateAccount(_), None) if self.is_implicit(&account_id) => {
                Err(ActionErrorKind::OnlyImplicitAccountCreationAllowed { account_id })
            }
            (
                Action::CreateAccount(_) | Action::DeterministicStateInit(_) | Action::UniversalStateInit(_),
                _,
            )
            | (Action::Transfer(_), Some(_)) => Ok(()),
            // A lone transfer creates an implicit account; refunds never do.
            (Action::Transfer(_), None)
                if (is_only_action || is_universal(&account_id))
                    && !running.is_refund()
                    && self.is_implicit(&account_id) =>
            {
                Ok(())
            }
            (_, None) => Err(ActionErrorKind::AccountDoesNotExist { account_id }),
            (_, Some(account)) if !account.is_initialized() => {
                Err(ActionErrorKind::AccountNotInitialized { account_id })
            }
            (_, Some(_)) => Ok(()),
        }
    }

    /// Returns whether a transfer to this name creates the account.
    fn is_implicit(&self, account_id: &AccountId) -> bool {
        match account_id.get_account_type() {
            AccountType::NearImplicitAccount | AccountType::NearDeterministicAccount => true,
            AccountType::EthImplicitAccount => self.config().wasm_config.eth_implicit_accounts,
            AccountType::UniversalAccount => self.config().wasm_config.universal_accounts,
            AccountType::NamedAccount => false,
        }
    }

    fn create_account(&self, running: &mut Running) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let predecessor_id = running.receipt.predecessor_id();
        let rules = &self.config().account_creation_config;
        if account_id.is_top_level() {
            let shortest = usize::from(rules.min_allowed_top_level_account_length);
            if account_id.len() < shortest && *predecessor_id != rules.registrar_account_id {
                return Err(ActionErrorKind::CreateAccountOnlyByRegistrar {
                    account_id,
                    registrar_account_id: rules.registrar_account_id.clone(),
                    predecessor_id: predecessor_id.clone(),
                });
            }
        } else if !account_id.is_sub_account_of(predecessor_id) {
            return Err(ActionErrorKind::CreateAccountNotAllowed {
                account_id,
                predecessor_id: predecessor_id.clone(),
            });
        }
        running.account = Some(self.empty_account(Balance::ZERO));
        running.actor_id = account_id;
        Ok(())
    }

    /// Creates an account with nothing but a balance.
    pub(super) fn empty_account(&self, amount: Balance) -> Account {
        let storage = self.config().fees.storage_usage_config.num_bytes_account;
        Account::new(amount, Balance::ZERO, AccountContract::None, storage)
    }

    fn transfer(&mut self, running: &mut Running, deposit: Balance) {
        if running.account.is_none() {
            return self.create_implicit_account(running, deposit);
        }
        let receiver = running.receipt.receiver_id();
        // A gas refund, unlike a deposit refund, is signed by the one who gets it.
        if running.is_refund() && running.action_receipt.signer_id() == receiver {
            let public_key = running.action_receipt.signer_public_key();
            if gas_keys::deposit(&mut self.state, receiver, public_key, deposit) {
                return;
            }
            restore_allowance(&mut self.state, receiver, public_key, deposit);
        }
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        account.set_amount(account.amount().saturating_add(deposit));
    }

    fn create_implicit_account(&mut self, running: &mut Running, deposit: Balance) {
        let account_id = running.account_id().clone();
        let mut account = self.empty_account(deposit);
        match account_id.get_account_type() {
            AccountType::NearImplicitAccount => {
                let public_key = PublicKey::from_near_implicit_account(&account_id)
                    .expect("an implicit account's name is its public key");
                let mut access_key = AccessKey::full_access();
                access_key.nonce = initial_nonce(self.block.height);
                let storage = access_key_storage(self.config(), &public_key, &access_key);
                account.set_storage_usage(account.storage_usage() + storage);
                self.state.set_access_key(&account_id, public_key, &access_key);
            }
            AccountType::EthImplicitAccount => {
                let contract = AccountContract::Global(ETH_WALLET_CODE);
                let storage = account.storage_usage() + contract.identifier_storage_usage();
                account = Account::new(deposit, Balance::ZERO, contract, storage);
            }
            AccountType::UniversalAccount => account = self.uninitialized_account(deposit),
            // Its contract arrives later.
            AccountType::NearDeterministicAccount | AccountType::NamedAccount => {}
        }
        running.account = Some(account);
    }

    fn deploy(&mut self, running: &mut Running, deploy: &DeployContractAction) {
        let account_id = running.account_id().clone();
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        let code = ContractCode::new(deploy.code.clone(), None);
        let storage = account
            .storage_usage()
            .saturating_sub(contract_storage(&self.state, &account_id, account))
            .saturating_add(deploy.code.len() as u64);
        account.set_storage_usage(storage);
        account
            .set_contract(AccountContract::Local(*code.hash()))
            .expect("existence was checked, and that it is initialized");
        self.state.set_bytes(TrieKey::ContractCode { account_id }, deploy.code.clone());
        self.precompile(&code);
    }

    /// Compiles ahead of the first call; code that does not compile fails when it is called.
    pub(super) fn precompile(&self, code: &ContractCode) {
        let config = self.config().wasm_config.clone();
        let compiled = precompile_contract(code, config, Some(&*self.params.compiled.shared));
        if let Err(error) = compiled {
            tracing::debug!(%error, code_hash = %code.hash(), "contract was not compiled on deployment");
        }
    }

    fn delete_account(
        &mut self,
        running: &mut Running,
        delete: &DeleteAccountAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let account = running.account.as_ref().expect(ACCOUNT_EXISTS);
        let counts_identifier =
            self.params.enabled(ProtocolFeature::FixDeleteAccountGlobalContractStorageUsage);
        let contract = if account.contract().is_local() || counts_identifier {
            contract_storage(&self.state, &account_id, account)
        } else {
            0
        };
        let storage = account.storage_usage().saturating_sub(contract);
        if storage > Account::MAX_ACCOUNT_DELETION_STORAGE_USAGE {
            return Err(ActionErrorKind::DeleteAccountWithLargeState { account_id });
        }
        self.burn_gas_keys(&account_id, result)?;
        if account.amount() > Balance::ZERO {
            result.new_receipts.push(Receipt::new_balance_refund(&delete.beneficiary_id, account.amount()));
        }
        self.remove_account(&account_id, result);
        running.actor_id = running.receipt.predecessor_id().clone();
        running.account = None;
        Ok(())
    }

    fn remove_account(&mut self, account_id: &AccountId, result: &mut ActionResult) {
        let account_id = account_id.clone();
        self.remove_access_keys(&account_id, result);
        let data_prefix = trie_key_parsers::get_raw_prefix_for_contract_data(&account_id, &[]);
        for raw in self.state.keys_with_prefix(&data_prefix) {
            self.state.remove(TrieKey::ContractData {
                account_id: account_id.clone(),
                key: raw[data_prefix.len()..].to_vec(),
            });
        }
        self.state.remove(TrieKey::ContractCode { account_id: account_id.clone() });
        self.state.remove(TrieKey::Account { account_id });
    }
}

/// Actions on an account's inside are for the account itself.
fn check_actor(running: &Running, action: &Action) -> Result<(), ActionErrorKind> {
    let account_id = running.account_id();
    let needs_owner = matches!(
        action,
        Action::DeployContract(_)
            | Action::AddKey(_)
            | Action::DeleteKey(_)
            | Action::DeployGlobalContract(_)
            | Action::UseGlobalContract(_)
            | Action::WithdrawFromGasKey(_)
            | Action::DeleteAccount(_)
    );
    if needs_owner && running.actor_id != *account_id {
        return Err(ActionErrorKind::ActorNoPermission {
            account_id: account_id.clone(),
            actor_id: running.actor_id.clone(),
        });
    }
    let staking = running.account.as_ref().is_some_and(|account| !account.locked().is_zero());
    if matches!(action, Action::DeleteAccount(_)) && staking {
        return Err(ActionErrorKind::DeleteAccountStaking { account_id: account_id.clone() });
    }
    Ok(())
}

/// Returns how many bytes the account is charged for its contract.
pub(super) fn contract_storage(state: &StateUpdate, account_id: &AccountId, account: &Account) -> u64 {
    let contract = account.contract();
    if !contract.is_local() {
        return contract.identifier_storage_usage();
    }
    let code = state.get_bytes(&TrieKey::ContractCode { account_id: account_id.clone() });
    code.map_or(0, |code| code.len() as u64)
}

/// Gives gas that was not used back to the allowance it was taken from.
fn restore_allowance(
    state: &mut StateUpdate,
    account_id: &AccountId,
    public_key: &PublicKey,
    deposit: Balance,
) {
    let Some(mut access_key) = state.access_key(account_id, public_key) else {
        return;
    };
    if let AccessKeyPermission::FunctionCall(permission) = &mut access_key.permission
        && let Some(allowance) = &mut permission.allowance
    {
        *allowance = allowance.saturating_add(deposit);
        state.set_access_key(account_id, public_key, &access_key);
    }
}
