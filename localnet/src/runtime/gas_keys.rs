//! Gas keys (NEP-611): access keys that pay for gas out of a balance of their own and count several nonces.

use near_crypto::PublicKey;
use near_parameters::{
    ExtCosts, ParameterCost, RuntimeConfig, gas_key_add_key_exec_fee, gas_key_transfer_exec_fee,
    gas_key_transfer_send_fee,
};
use near_primitives::{
    account::{AccessKey, Account, GasKeyInfo},
    action::{AddKeyAction, TransferToGasKeyAction, WithdrawFromGasKeyAction},
    errors::{ActionErrorKind, DepositCostFailureReason, InvalidTxError},
    transaction::Transaction,
    trie_key::{TrieKey, trie_key_parsers},
    types::{AccountId, Balance, NonceIndex},
};

use super::{
    Execution,
    access_keys::initial_nonce,
    actions::ACCOUNT_EXISTS,
    execute::{ActionResult, Running, missing_storage_stake},
    fees::TransactionCost,
};
use crate::state::{ReadState, StateUpdate};

/// Returns how many nonces a key counts besides the one that every access key has.
pub(super) fn nonce_count(access_key: &AccessKey) -> NonceIndex {
    access_key.gas_key_info().map_or(0, |info| info.num_nonces)
}

/// Returns the fee for sending money to or from a gas key.
pub(super) fn transfer_send_fee(
    config: &RuntimeConfig,
    own_account: bool,
    public_key: &PublicKey,
) -> ParameterCost {
    gas_key_transfer_send_fee(&config.fees, own_account, public_key.trie_id_len()).total()
}

/// Returns the fee for executing a transfer to or from a gas key.
pub(super) fn transfer_exec_fee(
    config: &RuntimeConfig,
    receiver: &AccountId,
    public_key: &PublicKey,
) -> ParameterCost {
    gas_key_transfer_exec_fee(&config.fees, receiver.len(), public_key.trie_id_len()).total()
}

/// Returns the fee for writing the nonces of a new gas key; nothing for other keys.
pub(super) fn add_exec_fee(
    config: &RuntimeConfig,
    add_key: &AddKeyAction,
    receiver: &AccountId,
) -> ParameterCost {
    let nonces = nonce_count(&add_key.access_key);
    let key_length = add_key.public_key.trie_id_len();
    gas_key_add_key_exec_fee(&config.fees, receiver.len(), key_length, nonces).total()
}

/// Takes the gas from the key's balance and the deposits from the account's.
pub(super) fn charge(
    config: &RuntimeConfig,
    account: &mut Account,
    info: &mut GasKeyInfo,
    tx: &Transaction,
    cost: &TransactionCost,
) -> Result<(), InvalidTxError> {
    let signer_id = tx.signer_id();
    info.balance =
        info.balance.checked_sub(cost.gas).ok_or_else(|| InvalidTxError::NotEnoughGasKeyBalance {
            signer_id: signer_id.clone(),
            balance: info.balance,
            cost: cost.gas,
        })?;
    let lacks_deposit = |balance, cost, reason| InvalidTxError::NotEnoughBalanceForDeposit {
        signer_id: signer_id.clone(),
        balance,
        cost,
        reason,
    };
    let Some(amount) = account.amount().checked_sub(cost.deposit) else {
        let reason = DepositCostFailureReason::NotEnoughBalance;
        return Err(lacks_deposit(account.amount(), cost.deposit, reason));
    };
    account.set_amount(amount);
    match missing_storage_stake(account, config) {
        Some(missing) => Err(lacks_deposit(amount, missing, DepositCostFailureReason::LackBalanceForState)),
        None => Ok(()),
    }
}

/// Adds to a gas key's balance, such as gas that was not used; `false` if there is no such gas key.
pub(super) fn deposit(
    state: &mut StateUpdate,
    account_id: &AccountId,
    public_key: &PublicKey,
    amount: Balance,
) -> bool {
    let Some(mut access_key) = state.access_key(account_id, public_key) else {
        return false;
    };
    let Some(info) = access_key.gas_key_info_mut() else {
        return false;
    };
    info.balance = info.balance.saturating_add(amount);
    state.set_access_key(account_id, public_key, &access_key);
    true
}

impl Execution<'_> {
    /// Starts a new gas key's nonces; the one that every access key has stays unused.
    pub(super) fn add_gas_key_nonces(
        &mut self,
        account_id: &AccountId,
        public_key: &PublicKey,
        access_key: &mut AccessKey,
    ) {
        access_key.nonce = 0;
        for index in 0..nonce_count(access_key) {
            let key = TrieKey::gas_key_nonce(account_id.clone(), public_key, index);
            self.state.set(key, &initial_nonce(self.block.height));
        }
    }

    /// Removes a gas key's nonces and burns what is left of its balance, unless that is much.
    pub(super) fn delete_gas_key_nonces(
        &mut self,
        account_id: &AccountId,
        public_key: &PublicKey,
        info: &GasKeyInfo,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        burn(info.balance, account_id, Some(public_key), result)?;
        for index in 0..info.num_nonces {
            self.remove_nonce(TrieKey::gas_key_nonce(account_id.clone(), public_key, index), result);
        }
        Ok(())
    }

    /// Burns what the gas keys of an account that is deleted have left, unless that is much.
    pub(super) fn burn_gas_keys(
        &self,
        account_id: &AccountId,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let prefix = trie_key_parsers::get_raw_prefix_for_access_keys(account_id);
        let keys = self.state.keys_with_prefix(&prefix).into_iter().filter_map(|raw| {
            let key = access_key_entry(account_id, &raw);
            matches!(key, TrieKey::AccessKey { .. }).then_some(key)
        });
        let total = keys.fold(Balance::ZERO, |total, key| {
            let access_key = self.state.get::<AccessKey>(&key);
            let info = access_key.as_ref().and_then(AccessKey::gas_key_info);
            total.saturating_add(info.map_or(Balance::ZERO, |info| info.balance))
        });
        burn(total, account_id, None, result)
    }

    /// Removes all access keys of an account that is deleted, with their nonces.
    pub(super) fn remove_access_keys(&mut self, account_id: &AccountId, result: &mut ActionResult) {
        let prefix = trie_key_parsers::get_raw_prefix_for_access_keys(account_id);
        for raw in self.state.keys_with_prefix(&prefix) {
            match access_key_entry(account_id, &raw) {
                key @ TrieKey::GasKeyNonce { .. } => self.remove_nonce(key, result),
                key => self.state.remove(key),
            }
        }
    }

    /// Removes a nonce, which takes time that no fee covers.
    fn remove_nonce(&mut self, key: TrieKey, result: &mut ActionResult) {
        let costs = &self.config().wasm_config.ext_costs;
        let bytes = |cost, count: usize| costs.compute_cost(cost).saturating_mul(count as u64);
        let compute = costs
            .compute_cost(ExtCosts::storage_remove_base)
            .saturating_add(bytes(ExtCosts::storage_remove_key_byte, key.len()))
            .saturating_add(bytes(ExtCosts::storage_remove_ret_value_byte, AccessKey::NONCE_VALUE_LEN));
        result.compute = result.compute.saturating_add(compute);
        self.state.remove(key);
    }

    /// Adds to a gas key's balance; anybody may.
    pub(super) fn transfer_to_gas_key(
        &mut self,
        running: &Running,
        transfer: &TransferToGasKeyAction,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id();
        if deposit(&mut self.state, account_id, &transfer.public_key, transfer.deposit) {
            Ok(())
        } else {
            Err(missing_gas_key(account_id, &transfer.public_key))
        }
    }

    /// Moves a part of a gas key's balance to its account.
    pub(super) fn withdraw_from_gas_key(
        &mut self,
        running: &mut Running,
        withdrawal: &WithdrawFromGasKeyAction,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let public_key = &withdrawal.public_key;
        let mut access_key = self.state.access_key(&account_id, public_key);
        let Some(info) = access_key.as_mut().and_then(AccessKey::gas_key_info_mut) else {
            return Err(missing_gas_key(&account_id, public_key));
        };
        let Some(left) = info.balance.checked_sub(withdrawal.amount) else {
            return Err(ActionErrorKind::InsufficientGasKeyBalance {
                account_id,
                public_key: Box::new(public_key.clone()),
                balance: info.balance,
                required: withdrawal.amount,
            });
        };
        info.balance = left;
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        account.set_amount(account.amount().saturating_add(withdrawal.amount));
        self.state.set_access_key(&account_id, public_key, &access_key.expect("it was found"));
        Ok(())
    }
}

/// Parses a raw key among an account's access keys: that of a key, or of one of a gas key's nonces.
pub fn access_key_entry(account_id: &AccountId, raw: &[u8]) -> TrieKey {
    const WELL_FORMED: &str = "only access keys and their nonces are stored under this prefix";
    let handle = trie_key_parsers::parse_key_handle_from_access_key_key(raw, account_id).expect(WELL_FORMED);
    let index = trie_key_parsers::parse_nonce_index_from_gas_key_key(raw, account_id, &handle);
    match index.expect(WELL_FORMED) {
        Some(index) => TrieKey::gas_key_nonce(account_id.clone(), handle, index),
        None => TrieKey::access_key(account_id.clone(), handle),
    }
}

fn missing_gas_key(account_id: &AccountId, public_key: &PublicKey) -> ActionErrorKind {
    ActionErrorKind::GasKeyDoesNotExist {
        account_id: account_id.clone(),
        public_key: Box::new(public_key.clone()),
    }
}

fn burn(
    balance: Balance,
    account_id: &AccountId,
    public_key: Option<&PublicKey>,
    result: &mut ActionResult,
) -> Result<(), ActionErrorKind> {
    if balance > GasKeyInfo::MAX_BALANCE_TO_BURN {
        return Err(ActionErrorKind::GasKeyBalanceTooHigh {
            account_id: account_id.clone(),
            public_key: public_key.map(|public_key| Box::new(public_key.clone())),
            balance,
        });
    }
    result.tokens_burnt = result.tokens_burnt.saturating_add(balance);
    Ok(())
}
