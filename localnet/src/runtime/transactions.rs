//! Transactions: whether they are acceptable, what they cost, and the receipt each becomes.

use std::sync::Arc;

use near_primitives::{
    account::{AccessKey, Account, FunctionCallPermission},
    action::FunctionCallAction,
    errors::{InvalidAccessKeyError, InvalidTxError},
    receipt::Receipt,
    transaction::{
        Action, ExecutionMetadata, ExecutionOutcome, ExecutionOutcomeWithId, ExecutionStatus, NonceMode,
        SignedTransaction, Transaction, ValidatedTransaction,
    },
    trie_key::TrieKey,
    types::{AccountId, Balance, BlockHeight, Nonce, NonceIndex, StateChangeCause},
    utils::create_receipt_id_from_transaction,
};

use super::{
    ChainParams, Execution,
    execute::missing_storage_stake,
    fees::{self, TransactionCost},
    gas_keys,
};
use crate::state::ReadState;

/// A transaction's signer after paying for it.
struct Charged {
    account: Account,
    access_key: AccessKey,
    /// Which of a gas key's nonces the transaction uses up; `None` for the key's own.
    nonce_index: Option<NonceIndex>,
    cost: TransactionCost,
}

/// Makes the checks that need no state: the actions, the size and the signature.
///
/// # Errors
///
/// The first rule that the transaction breaks.
pub fn validate(params: &ChainParams, tx: SignedTransaction) -> Result<ValidatedTransaction, InvalidTxError> {
    params
        .validator()
        .actions(tx.transaction.actions(), tx.transaction.receiver_id())
        .map_err(InvalidTxError::ActionsValidation)?;
    ValidatedTransaction::new(&params.config, tx, params.protocol_version).map_err(|(error, _)| error)
}

/// Checks a transaction against its signer, as a node does before it accepts one.
///
/// # Errors
///
/// The first rule that the transaction breaks.
pub fn check_signer(
    params: &ChainParams,
    state: &impl ReadState,
    tx: &Transaction,
    gas_price: Balance,
) -> Result<(), InvalidTxError> {
    charge(params, state, tx, gas_price, None).map(|_| ())
}

/// Checks a transaction against its signer and works out what the signer has left.
fn charge(
    params: &ChainParams,
    state: &impl ReadState,
    tx: &Transaction,
    gas_price: Balance,
    height: Option<BlockHeight>,
) -> Result<Charged, InvalidTxError> {
    let signer_id = tx.signer_id();
    let mut account = state
        .account(signer_id)
        .ok_or_else(|| InvalidTxError::SignerDoesNotExist { signer_id: signer_id.clone() })?;
    let mut access_key =
        signing_key(state, tx, &account).ok_or_else(|| InvalidAccessKeyError::AccessKeyNotFound {
            account_id: signer_id.clone(),
            public_key: Box::new(tx.public_key().clone()),
        })?;
    let cost = fees::transaction_cost(&params.config, tx, gas_price).ok_or(InvalidTxError::CostOverflow)?;
    let nonce_index = tx.nonce().nonce_index();
    // A transaction that makes its signer's keys may not choose a nonce that these would take again.
    let mode = if account.is_initialized() { tx.nonce_mode() } else { NonceMode::Strict };
    check_nonce(tx, mode, current_nonce(state, tx, &access_key)?, height)?;
    if let Some(info) = access_key.gas_key_info_mut() {
        gas_keys::charge(&params.config, &mut account, info, tx, &cost)?;
    } else {
        charge_account(params, &mut account, &mut access_key, tx, &cost)?;
    }
    if let Some(permission) = access_key.permission.function_call_permission() {
        check_call_permission(permission, tx.actions(), tx.receiver_id())?;
    }
    if !account.is_initialized() {
        account.set_bootstrap_nonce(access_key.nonce).expect("it is not initialized");
    }
    Ok(Charged { account, access_key, nonce_index, cost })
}

/// Takes everything from the account, and from the key's allowance.
fn charge_account(
    params: &ChainParams,
    account: &mut Account,
    access_key: &mut AccessKey,
    tx: &Transaction,
    cost: &TransactionCost,
) -> Result<(), InvalidTxError> {
    let signer_id = tx.signer_id();
    let Some(amount) = account.amount().checked_sub(cost.total) else {
        return Err(InvalidTxError::NotEnoughBalance {
            signer_id: signer_id.clone(),
            balance: account.amount(),
            cost: cost.total,
        });
    };
    account.set_amount(amount);
    access_key.nonce = tx.nonce().nonce();
    charge_allowance(access_key, tx, cost.total)?;
    match missing_storage_stake(account, &params.config) {
        Some(amount) => Err(InvalidTxError::LackBalanceForState { signer_id: signer_id.clone(), amount }),
        None => Ok(()),
    }
}

/// Returns the nonce that a transaction has to exceed, if its key is there.
pub fn last_nonce(state: &impl ReadState, tx: &Transaction) -> Option<Nonce> {
    let access_key = signing_key(state, tx, &state.account(tx.signer_id())?)?;
    current_nonce(state, tx, &access_key).ok()
}

/// Returns the key that a transaction is signed with. A universal account that brings its own state has none yet: its
/// name vouches for the keys in there, and the account itself counts their nonce.
fn signing_key(state: &impl ReadState, tx: &Transaction, account: &Account) -> Option<AccessKey> {
    match account.bootstrap_nonce() {
        Some(nonce) if tx.is_state_init_bootstrap() => Some(AccessKey { nonce, ..AccessKey::full_access() }),
        _ => state.access_key(tx.signer_id(), tx.public_key()),
    }
}

/// Returns the last nonce that was used: the key's own, or for a gas key the one that the transaction names.
fn current_nonce(
    state: &impl ReadState,
    tx: &Transaction,
    access_key: &AccessKey,
) -> Result<Nonce, InvalidTxError> {
    let (tx_nonce_index, num_nonces) = (tx.nonce().nonce_index(), gas_keys::nonce_count(access_key));
    let nonce = match tx_nonce_index {
        None if access_key.gas_key_info().is_none() => Some(access_key.nonce),
        Some(index) if index < num_nonces => state.gas_key_nonce(tx.signer_id(), tx.public_key(), index),
        _ => None,
    };
    nonce.ok_or(InvalidTxError::InvalidNonceIndex { tx_nonce_index, num_nonces })
}

fn check_nonce(
    tx: &Transaction,
    mode: NonceMode,
    key_nonce: Nonce,
    height: Option<BlockHeight>,
) -> Result<(), InvalidTxError> {
    let tx_nonce = tx.nonce().nonce();
    let acceptable = match mode {
        NonceMode::Monotonic => tx_nonce > key_nonce,
        NonceMode::Strict => key_nonce.checked_add(1) == Some(tx_nonce),
    };
    if !acceptable {
        return Err(InvalidTxError::InvalidNonce { tx_nonce, ak_nonce: key_nonce });
    }
    if let Some(height) = height {
        let upper_bound = height.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER);
        if tx_nonce >= upper_bound {
            return Err(InvalidTxError::NonceTooLarge { tx_nonce, upper_bound });
        }
    }
    Ok(())
}

/// Takes the cost from a function-call key's allowance, if it has a limited one.
fn charge_allowance(
    access_key: &mut AccessKey,
    tx: &Transaction,
    cost: Balance,
) -> Result<(), InvalidTxError> {
    let Some(allowance) = access_key
        .permission
        .function_call_permission_mut()
        .and_then(|permission| permission.allowance.as_mut())
    else {
        return Ok(());
    };
    *allowance = allowance.checked_sub(cost).ok_or(InvalidAccessKeyError::NotEnoughAllowance {
        account_id: tx.signer_id().clone(),
        public_key: Box::new(tx.public_key().clone()),
        allowance: *allowance,
        cost,
    })?;
    Ok(())
}

/// Checks that a function-call key may sign these actions.
pub(super) fn check_call_permission(
    permission: &FunctionCallPermission,
    actions: &[Action],
    receiver: &AccountId,
) -> Result<(), InvalidAccessKeyError> {
    let call = only_call(actions)?;
    check_no_deposit(call)?;
    check_called(permission, call, receiver)
}

/// Returns the single call, since a function-call key may sign one call and nothing else.
pub(super) fn only_call(actions: &[Action]) -> Result<&FunctionCallAction, InvalidAccessKeyError> {
    match actions {
        [Action::FunctionCall(call)] => Ok(call),
        _ => Err(InvalidAccessKeyError::RequiresFullAccess),
    }
}

/// Checks that a call has no deposit: a function-call key may spend nothing but gas.
pub(super) fn check_no_deposit(call: &FunctionCallAction) -> Result<(), InvalidAccessKeyError> {
    if call.deposit > Balance::ZERO { Err(InvalidAccessKeyError::DepositWithFunctionCall) } else { Ok(()) }
}

/// Checks that a function-call key may call this method of this contract.
pub(super) fn check_called(
    permission: &FunctionCallPermission,
    call: &FunctionCallAction,
    receiver: &AccountId,
) -> Result<(), InvalidAccessKeyError> {
    if permission.receiver_id != *receiver.as_str() {
        return Err(InvalidAccessKeyError::ReceiverMismatch {
            tx_receiver: receiver.clone(),
            ak_receiver: permission.receiver_id.clone(),
        });
    }
    if !permission.method_names.is_empty() && !permission.method_names.contains(&call.method_name) {
        return Err(InvalidAccessKeyError::MethodNameMismatch { method_name: call.method_name.clone() });
    }
    Ok(())
}

impl Execution<'_> {
    /// Charges the signers and turns transactions into receipts; returns those for the signers' own accounts.
    ///
    /// A transaction that has become invalid since it was accepted is dropped, as a chunk producer does.
    pub(super) fn convert_transactions(
        &mut self,
        transactions: Vec<ValidatedTransaction>,
    ) -> Vec<Arc<Receipt>> {
        let mut local = Vec::new();
        for tx in transactions.into_iter().map(ValidatedTransaction::into_signed_tx) {
            match self.convert(&tx) {
                Ok((receipt, outcome)) => {
                    let receipt = Arc::new(receipt);
                    self.output.parents.push((*receipt.receipt_id(), outcome.id));
                    if receipt.receiver_id() == tx.transaction.signer_id() {
                        self.output.local.push(Arc::clone(&receipt));
                        local.push(receipt);
                    } else {
                        self.output.outgoing.push(receipt);
                    }
                    self.output.transactions.push((tx, outcome));
                }
                Err(error) => tracing::debug!(tx_hash = %tx.get_hash(), %error, "dropped"),
            }
        }
        local
    }

    fn convert(
        &mut self,
        tx: &SignedTransaction,
    ) -> Result<(Receipt, ExecutionOutcomeWithId), InvalidTxError> {
        let (hash, transaction) = (tx.get_hash(), &tx.transaction);
        let charged =
            charge(self.params, &self.state, transaction, self.block.gas_price, Some(self.block.height))?;
        let signer_id = transaction.signer_id();
        self.state.set_account(signer_id, &charged.account);
        if charged.account.is_initialized() {
            self.state.set_access_key(signer_id, transaction.public_key(), &charged.access_key);
        }
        if let Some(index) = charged.nonce_index {
            let key = TrieKey::gas_key_nonce(signer_id.clone(), transaction.public_key(), index);
            self.state.set(key, &transaction.nonce().nonce());
        }
        self.state.commit(&StateChangeCause::TransactionProcessing { tx_hash: hash });
        let cost = charged.cost;
        self.compute = self.compute.saturating_add(cost.burnt.compute);
        self.output.gas_used = self.output.gas_used.saturating_add(cost.burnt.gas.as_gas());
        self.output.burnt = self.output.burnt.saturating_add(cost.burnt_amount);
        let receipt_id = create_receipt_id_from_transaction(&hash, self.block.height);
        let receipt = Receipt::from_tx(
            receipt_id,
            signer_id.clone(),
            transaction.receiver_id().clone(),
            transaction.public_key().clone(),
            cost.receipt_gas_price,
            transaction.actions().to_vec(),
        );
        let outcome = ExecutionOutcome {
            status: ExecutionStatus::SuccessReceiptId(receipt_id),
            logs: vec![],
            receipt_ids: vec![receipt_id],
            gas_burnt: cost.burnt.gas,
            compute_usage: Some(cost.burnt.compute),
            tokens_burnt: cost.burnt_amount,
            executor_id: signer_id.clone(),
            metadata: ExecutionMetadata::V1,
        };
        Ok((receipt, ExecutionOutcomeWithId { id: hash, outcome }))
    }
}
