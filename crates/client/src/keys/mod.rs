//! Keys as near-cli keeps them: files in its credentials folder, or the system's keychain.
//!
//! Secrets are never printed, not even as part of an error.

mod file;
mod keychain;
mod permission;

use std::io;
use std::path::PathBuf;

use near_crypto::{InMemorySigner, KeyType, PublicKey, SecretKey, Signer};
use near_primitives::types::AccountId;
use thiserror::Error;
use tic_tac_toe_interface::AccountIdRef;
use tic_tac_toe_interface::network::Network;

use crate::{Error, Rpc};

/// Where keys of one network are looked for.
#[derive(Clone, Debug)]
pub struct KeyStore {
    network: Network,
    /// The network's own.
    folder: PathBuf,
}

/// What a key is to be used for.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// The contract to be called.
    pub contract: &'a AccountIdRef,
    /// The methods, all of which the key must be good for.
    pub methods: &'a [&'a str],
    /// Whether money goes along, which only a full-access key can send.
    pub pays: bool,
}

/// Why there is no key to sign with.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each has its sentence")]
pub enum KeyError {
    #[error("there is no home folder to look for keys in; name one with --credentials")]
    NoHome,
    #[error("{} cannot be read", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{} cannot be written", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("{} is not a key of near-cli", .0.display())]
    NotAKey(PathBuf),
    #[error("{} does not hold a pair of keys that match", .0.display())]
    NotAPair(PathBuf),
    #[error("{} holds a key of another account than {account}", file.display())]
    OfAnother { file: PathBuf, account: AccountId },
    #[error(
        "no key that may sign for {account} was found in {} or the system's keychain; \
         import one with: near account import-account",
        folder.display()
    )]
    NotFound { account: AccountId, folder: PathBuf },
    #[error(transparent)]
    Node(#[from] Error),
}

impl KeyStore {
    /// Keys in near-cli's folder, or in another one laid out like it.
    ///
    /// # Errors
    ///
    /// When no folder is given and there is no home folder either.
    pub fn new(network: Network, folder: Option<PathBuf>) -> Result<Self, KeyError> {
        let at_home = || std::env::home_dir().map(|home| home.join(".near-credentials"));
        let folder = folder.or_else(at_home).ok_or(KeyError::NoHome)?.join(network.name());
        Ok(Self { network, folder })
    }

    /// Signs for an account with whichever of its keys is found first and serves the purpose.
    ///
    /// # Errors
    ///
    /// When no key is found, a key file can't be read, or the node does not answer.
    pub async fn signer(
        &self,
        rpc: &Rpc,
        account: &AccountId,
        purpose: Purpose<'_>,
    ) -> Result<Signer, KeyError> {
        let secret = self.find(account, &usable_keys(rpc, account, purpose).await?)?;
        Ok(InMemorySigner::from_secret_key(account.clone(), secret))
    }

    /// Signs for an account with all of its keys that are found and serve the purpose, each once.
    ///
    /// # Errors
    ///
    /// When no key is found, a key file can't be read, or the node does not answer.
    pub async fn signers(
        &self,
        rpc: &Rpc,
        account: &AccountId,
        purpose: Purpose<'_>,
    ) -> Result<Vec<Signer>, KeyError> {
        let mut usable = usable_keys(rpc, account, purpose).await?;
        let mut signers = Vec::new();
        loop {
            match self.find(account, &usable) {
                Ok(secret) => {
                    usable.retain(|key| *key != secret.public_key());
                    signers.push(InMemorySigner::from_secret_key(account.clone(), secret));
                }
                Err(KeyError::NotFound { .. }) if !signers.is_empty() => return Ok(signers),
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the key by which this computer's guest is known to relays, a new one the first time.
    ///
    /// # Errors
    ///
    /// When the file with the key can't be read or written.
    ///
    /// # Panics
    ///
    /// Never: the name of the file is an account id.
    pub fn guest_key(&self) -> Result<SecretKey, KeyError> {
        let name = "guest".parse().expect("this is an account id");
        if let Some(key) = file::candidates(&self.folder, &name)?.pop() {
            return Ok(key);
        }
        let key = SecretKey::from_random(KeyType::ED25519);
        self.save(&name, &key)?;
        Ok(key)
    }

    /// Keeps a key of an account in a file that only its owner may read, and returns the file.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn save(&self, account: &AccountId, key: &SecretKey) -> Result<PathBuf, KeyError> {
        file::save(&self.folder, account, key)
    }

    /// Returns the secret half of one of the `usable` keys of an account.
    ///
    /// # Errors
    ///
    /// When none is found, or a key file can't be read.
    pub fn find(&self, account: &AccountId, usable: &[PublicKey]) -> Result<SecretKey, KeyError> {
        let is_usable = |key: &SecretKey| usable.contains(&key.public_key());
        let in_file = file::candidates(&self.folder, account)?.into_iter().find(is_usable);
        let in_keychain = || keychain::find(self.network, account, usable);
        let of_localnet = || (self.network == Network::Localnet).then(|| development_key(account));
        let found = in_file.or_else(in_keychain).or_else(|| of_localnet().filter(is_usable));
        found.ok_or_else(|| KeyError::NotFound { account: account.clone(), folder: self.folder.clone() })
    }
}

/// Returns the keys of an account that serve a purpose.
///
/// # Errors
///
/// When the node does not answer.
pub async fn usable_keys(
    rpc: &Rpc,
    account: &AccountId,
    purpose: Purpose<'_>,
) -> Result<Vec<PublicKey>, Error> {
    let keys = rpc.keys_of(account).await?.into_iter();
    let usable = keys.filter(|key| permission::serves(&key.access_key.permission, purpose));
    Ok(usable.filter_map(|key| key.public_key.to_string().parse().ok()).collect())
}

/// Returns the key of a localnet account, made from its name: no secret, so it guards nothing of value.
#[must_use]
pub fn development_key(account: &AccountId) -> SecretKey {
    SecretKey::from_seed(KeyType::ED25519, account.as_str())
}
