//! Universal accounts (`0u…`): their name is the hash of their code, first state and keys, which may arrive after money.

use near_primitives::{
    account::{AccessKey, Account, id::AccountType},
    action::UniversalStateInitAction,
    errors::{ActionErrorKind, ActionsValidationError},
    types::{AccountId, Balance},
    universal_state_init::UniversalStateInit,
    utils::derive_universal_account_id,
    version::ProtocolFeature,
};

use super::{
    Execution,
    access_keys::{access_key_storage, initial_nonce},
    execute::{ActionResult, Running},
    validation::{ValidationResult, Validator, contract_identifier},
};

/// Returns whether an account's name is that of a universal account.
pub(super) fn is_universal(account_id: &AccountId) -> bool {
    matches!(account_id.get_account_type(), AccountType::UniversalAccount)
}

impl Validator<'_> {
    pub(super) fn universal_state_init(
        &self,
        init: &UniversalStateInitAction,
        receiver: &AccountId,
    ) -> ValidationResult {
        if !ProtocolFeature::UniversalAccounts.enabled(self.version) {
            return Err(self.unsupported("UniversalAccounts"));
        }
        let derived_id = derive_universal_account_id(&init.state_init);
        if derived_id != *receiver {
            let receiver_id = receiver.clone();
            return Err(ActionsValidationError::InvalidUniversalStateInitReceiver {
                receiver_id,
                derived_id,
            });
        }
        let state_init = UniversalStateInit::from_raw_strict(&init.state_init)
            .map_err(|_| ActionsValidationError::MalformedUniversalStateInit)?;
        state_init.code().map_or(Ok(()), contract_identifier)?;
        for (key, value) in state_init.data() {
            let (length, limit) = (key.len() as u64, self.limits.max_length_storage_key);
            if length > limit {
                return Err(ActionsValidationError::UniversalStateInitKeyLengthExceeded { length, limit });
            }
            let (length, limit) = (value.len() as u64, self.limits.max_length_storage_value);
            if length > limit {
                return Err(ActionsValidationError::UniversalStateInitValueLengthExceeded { length, limit });
            }
        }
        Ok(())
    }
}

impl Execution<'_> {
    /// Creates an account with nothing but a balance and a nonce for the transaction that brings its state.
    pub(super) fn uninitialized_account(&self, amount: Balance) -> Account {
        let storage = self.config().fees.storage_usage_config.num_bytes_account;
        Account::new_uninitialized(amount, storage, initial_nonce(self.block.height))
    }

    /// Creates or completes an account; one that is complete stays as it is.
    pub(super) fn universal_state_init(
        &mut self,
        running: &mut Running,
        init: &UniversalStateInitAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let mut account = running.account.take().unwrap_or_else(|| self.uninitialized_account(Balance::ZERO));
        if let Some(used_nonce) = account.bootstrap_nonce() {
            let state_init = UniversalStateInit::from_raw_strict(&init.state_init)
                .map_err(|_| ActionErrorKind::MalformedUniversalStateInit)?;
            account.initialize().expect("it has a nonce of its own");
            self.install_state(&account_id, &mut account, state_init.code(), state_init.data())?;
            let nonce = initial_nonce(self.block.height).max(used_nonce);
            let access_key = AccessKey { nonce, ..AccessKey::full_access() };
            for public_key in state_init.access_keys() {
                let storage = access_key_storage(self.config(), public_key.clone(), &access_key);
                account.set_storage_usage(account.storage_usage().saturating_add(storage));
                self.state.set_access_key(&account_id, public_key.clone(), &access_key);
            }
        }
        self.settle_state_init(running, account, init.deposit, result)
    }
}
