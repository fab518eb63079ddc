//! Key files: `ACCOUNT/ed25519_….json` (near-cli-rs) and `ACCOUNT.json` (every near-cli).

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use near_crypto::{PublicKey, SecretKey};
use near_primitives::types::AccountId;
use serde::{Deserialize, Serialize};

use super::KeyError;

// near-cli-rs adds a seed phrase and its path, which are of no use here.
#[derive(Deserialize, Serialize)]
pub(super) struct KeyPair {
    account_id: Option<AccountId>,
    public_key: String,
    #[serde(alias = "secret_key")]
    private_key: String,
}

/// Returns the keys stored for an account of one network, in the order in which near-cli prefers them.
pub(super) fn candidates(folder: &Path, account: &AccountId) -> Result<Vec<SecretKey>, KeyError> {
    let mut files = json_files(&folder.join(account.as_str()))?;
    files.push(folder.join(format!("{account}.json")));
    files.iter().filter(|file| file.exists()).map(|file| read(file, account)).collect()
}

/// Writes a key as near-cli-rs does, and returns the file.
pub(super) fn save(folder: &Path, account: &AccountId, key: &SecretKey) -> Result<PathBuf, KeyError> {
    let public_key = key.public_key().to_string();
    let file = folder.join(account.as_str()).join(format!("{}.json", public_key.replace(':', "_")));
    let pair = KeyPair { account_id: Some(account.clone()), public_key, private_key: key.to_string() };
    let written = serde_json::to_vec(&pair).map_err(io::Error::from).and_then(|json| write(&file, &json));
    written.map_err(|source| KeyError::Unwritable { path: file.clone(), source })?;
    Ok(file)
}

fn write(file: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file)?;
    file.write_all(content)?;
    // A key that is on the chain must not get lost.
    file.sync_all()
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, KeyError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|source| unreadable(folder, source))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn read(file: &Path, account: &AccountId) -> Result<SecretKey, KeyError> {
    let text = fs::read_to_string(file).map_err(|source| unreadable(file, source))?;
    let pair = KeyPair::parse(&text).ok_or_else(|| KeyError::NotAKey(file.to_owned()))?;
    if pair.account_id.as_ref().is_some_and(|owner| owner != account) {
        return Err(KeyError::OfAnother { file: file.to_owned(), account: account.clone() });
    }
    pair.secret().ok_or_else(|| KeyError::NotAPair(file.to_owned()))
}

fn unreadable(path: &Path, source: io::Error) -> KeyError {
    KeyError::Unreadable { path: path.to_owned(), source }
}

impl KeyPair {
    // The parser's own words could quote the secret, so they are dropped.
    pub(super) fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(super) fn secret(&self) -> Option<SecretKey> {
        let secret: SecretKey = self.private_key.parse().ok()?;
        let public: PublicKey = self.public_key.parse().ok()?;
        (secret.public_key() == public).then_some(secret)
    }
}
