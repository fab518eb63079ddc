//! Key files: `ACCOUNT/ed25519_….json` (near-cli-rs) and `ACCOUNT.json` (every near-cli).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use near_crypto::{PublicKey, SecretKey};
use near_primitives::types::AccountId;
use serde::Deserialize;

// near-cli-rs adds a seed phrase and its path, which are of no use here.
#[derive(Deserialize)]
pub(super) struct KeyPair {
    account_id: Option<AccountId>,
    public_key: String,
    #[serde(alias = "secret_key")]
    private_key: String,
}

/// The keys stored for an account of one network, in the order in which near-cli prefers them.
pub(super) fn candidates(folder: &Path, account: &AccountId) -> anyhow::Result<Vec<SecretKey>> {
    let mut files = json_files(&folder.join(account.as_str()))?;
    files.push(folder.join(format!("{account}.json")));
    files.iter().filter(|file| file.exists()).map(|file| read(file, account)).collect()
}

fn json_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn read(file: &Path, account: &AccountId) -> anyhow::Result<SecretKey> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let pair =
        KeyPair::parse(&text).with_context(|| format!("{} is not a key of near-cli", file.display()))?;
    ensure!(
        pair.account_id.as_ref().is_none_or(|owner| owner == account),
        "{} holds a key of another account than {account}",
        file.display()
    );
    pair.secret().with_context(|| format!("{} does not hold a pair of keys that match", file.display()))
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
