//! Adding and deleting access keys.

use near_crypto::PublicKeyHandle;
use near_parameters::RuntimeConfig;
use near_primitives::{
    account::AccessKey,
    action::{AddKeyAction, DeleteKeyAction},
    errors::ActionErrorKind,
    trie_key::TrieKey,
    types::{BlockHeight, Nonce, NonceIndex},
};

use super::{
    Execution,
    actions::ACCOUNT_EXISTS,
    execute::{ActionResult, Running},
    gas_keys,
};
use crate::state::ReadState;

/// Returns a new key's nonce, which lies above all that a former key of the same name can have used.
pub(super) fn initial_nonce(height: BlockHeight) -> Nonce {
    height.saturating_sub(1) * AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER
}

/// Returns how many bytes an account is charged for a key.
pub(super) fn access_key_storage(
    config: &RuntimeConfig,
    public_key: impl Into<PublicKeyHandle>,
    access_key: &AccessKey,
) -> u64 {
    let value = borsh::object_length(access_key).expect("an access key in memory has a length");
    let key = public_key.into().trie_id_len();
    let extra = config.fees.storage_usage_config.num_extra_bytes_record;
    let nonce = (key + size_of::<NonceIndex>() + AccessKey::NONCE_VALUE_LEN) as u64 + extra;
    (key + value) as u64 + extra + u64::from(gas_keys::nonce_count(access_key)) * nonce
}

impl Execution<'_> {
    pub(super) fn add_key(
        &mut self,
        running: &mut Running,
        add_key: &AddKeyAction,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        if self.state.access_key(&account_id, &add_key.public_key).is_some() {
            return Err(ActionErrorKind::AddKeyAlreadyExists {
                account_id,
                public_key: Box::new(add_key.public_key.clone()),
            });
        }
        let mut access_key = add_key.access_key.clone();
        access_key.nonce = initial_nonce(self.block.height);
        if access_key.gas_key_info().is_some() {
            self.add_gas_key_nonces(&account_id, &add_key.public_key, &mut access_key);
        }
        let storage = access_key_storage(self.config(), &add_key.public_key, &access_key);
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        account.set_storage_usage(account.storage_usage().saturating_add(storage));
        self.state.set_access_key(&account_id, &add_key.public_key, &access_key);
        Ok(())
    }

    pub(super) fn delete_key(
        &mut self,
        running: &mut Running,
        delete_key: &DeleteKeyAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let public_key = &delete_key.public_key;
        let Some(access_key) = self.state.access_key(&account_id, public_key) else {
            return Err(ActionErrorKind::DeleteKeyDoesNotExist {
                account_id,
                public_key: Box::new(public_key.clone()),
            });
        };
        if let Some(info) = access_key.gas_key_info() {
            self.delete_gas_key_nonces(&account_id, public_key, info, result)?;
        }
        let storage = access_key_storage(self.config(), public_key, &access_key);
        let account = running.account.as_mut().expect(ACCOUNT_EXISTS);
        account.set_storage_usage(account.storage_usage().saturating_sub(storage));
        self.state.remove(TrieKey::access_key(account_id, public_key));
        Ok(())
    }
}
