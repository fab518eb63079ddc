//! Keys as near-cli keeps them: files in its credentials folder, or the system's keychain.
//!
//! Secrets are never printed, not even as part of an error.

mod file;
mod keychain;

use std::path::PathBuf;

use anyhow::{Context, bail};
use near_crypto::{InMemorySigner, KeyType, PublicKey, SecretKey, Signer};
use near_primitives::types::AccountId;

use crate::chain::Contract;
use crate::network::Network;

/// Where keys of one network are looked for.
#[derive(Clone, Debug)]
pub struct KeyStore {
    network: Network,
    folder: PathBuf,
}

impl KeyStore {
    /// Keys in near-cli's folder, or in another one laid out like it.
    ///
    /// # Errors
    ///
    /// When no folder is given and there is no home folder either.
    pub fn new(network: Network, folder: Option<PathBuf>) -> anyhow::Result<Self> {
        let folder = match folder {
            Some(folder) => folder,
            None => std::env::home_dir()
                .context("there is no home folder to look for keys in; name one with --credentials")?
                .join(".near-credentials"),
        };
        Ok(Self { network, folder })
    }

    /// Signs for an account with whichever of its keys is found first and may call all of these methods.
    ///
    /// # Errors
    ///
    /// When no key is found, a key file can't be read, or the node does not answer.
    pub async fn signer(
        &self,
        contract: &Contract,
        account: &AccountId,
        methods: &[&str],
    ) -> anyhow::Result<Signer> {
        let usable = contract.usable_keys(account, methods).await?;
        let secret = self.find(account, &usable)?;
        Ok(InMemorySigner::from_secret_key(account.clone(), secret))
    }

    /// The secret half of one of the `usable` keys of an account.
    ///
    /// # Errors
    ///
    /// When none is found, or a key file can't be read.
    pub fn find(&self, account: &AccountId, usable: &[PublicKey]) -> anyhow::Result<SecretKey> {
        for candidate in file::candidates(&self.folder.join(self.network.name()), account)? {
            if usable.contains(&candidate.public_key()) {
                return Ok(candidate);
            }
        }
        if let Some(key) = keychain::find(self.network, account, usable) {
            return Ok(key);
        }
        let development = development_key(account);
        if self.network == Network::Localnet && usable.contains(&development.public_key()) {
            return Ok(development);
        }
        bail!(
            "no key that may sign for {account} was found in {} or the system's keychain; \
             import one with: near account import-account",
            self.folder.join(self.network.name()).display()
        )
    }
}

/// The key of a localnet account, made from its name: no secret, so it guards nothing of value.
#[must_use]
pub fn development_key(account: &AccountId) -> SecretKey {
    SecretKey::from_seed(KeyType::ED25519, account.as_str())
}
