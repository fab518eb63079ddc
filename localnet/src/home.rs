//! The home folder of a node that is run the way `neard` is: what `init` writes and `run` reads.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;
use near_crypto::{KeyFile, KeyType, SecretKey};
use near_primitives::version::PROTOCOL_VERSION;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    chain::Pace,
    config::{Config, ROOT_ACCOUNT},
    genesis::Genesis,
    node::{Node, Setup},
};

/// The part of `config.json` that the node uses; everything else is ignored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ConfigFile {
    rpc: RpcSection,
    consensus: ConsensusSection,
    store: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_gas_burnt_view: Option<u64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct RpcSection {
    limits_config: LimitsSection,
    polling_config: PollingSection,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct LimitsSection {
    json_payload_max_size: usize,
}

impl Default for LimitsSection {
    fn default() -> Self {
        Self { json_payload_max_size: 10 * 1024 * 1024 }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct PollingSection {
    polling_timeout: Duration,
}

impl Default for PollingSection {
    fn default() -> Self {
        Self { polling_timeout: Config::default().polling_timeout }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct ConsensusSection {
    min_block_production_delay: Duration,
    max_block_production_delay: Duration,
}

impl Default for ConsensusSection {
    fn default() -> Self {
        let config = Config::default();
        Self {
            min_block_production_delay: config.block_time,
            max_block_production_delay: config.idle_block_time,
        }
    }
}

/// A node's home folder.
#[derive(Debug)]
pub struct Home {
    folder: PathBuf,
}

impl Home {
    /// Names a home folder, which may not exist yet.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a configuration, a genesis and the keys; what is there already stays.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn init(&self) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot create {}", self.folder.display()))?;
        let validator = self.key("validator_key.json", ROOT_ACCOUNT)?;
        self.key("node_key.json", "node")?;
        self.write_new("genesis.json", || Genesis::new(validator.public_key(), PROTOCOL_VERSION))?;
        self.write_new("config.json", ConfigFile::default)
    }

    /// Starts the node that this folder describes.
    ///
    /// # Errors
    ///
    /// When a file is missing or wrong, or the address cannot be bound.
    pub fn run(&self, address: SocketAddr) -> anyhow::Result<Node> {
        let config: ConfigFile = read(&self.file("config.json"))?;
        Node::launch(Setup {
            address,
            genesis: read(&self.file("genesis.json"))?,
            validator_key: self.read_key("validator_key.json")?,
            node_key: self.read_key("node_key.json")?,
            pace: Pace {
                busy: config.consensus.min_block_production_delay,
                idle: config.consensus.max_block_production_delay,
            },
            polling_timeout: config.rpc.polling_config.polling_timeout,
            max_body_bytes: config.rpc.limits_config.json_payload_max_size,
            state_file: None,
            transcript: false,
            view_gas_limit: config.max_gas_burnt_view,
        })
    }

    fn write_new<T: Serialize>(&self, name: &str, content: impl FnOnce() -> T) -> anyhow::Result<()> {
        let path = self.file(name);
        if path.exists() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&content())?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the key, or writes a new one.
    fn key(&self, name: &str, account_id: &str) -> anyhow::Result<SecretKey> {
        if self.file(name).exists() {
            return self.read_key(name);
        }
        let secret_key = SecretKey::from_random(KeyType::ED25519);
        let key = KeyFile {
            account_id: account_id.parse()?,
            public_key: secret_key.public_key(),
            secret_key: secret_key.clone(),
        };
        let path = self.file(name);
        key.write_to_file(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(secret_key)
    }

    fn read_key(&self, name: &str) -> anyhow::Result<SecretKey> {
        let path = self.file(name);
        let key = KeyFile::from_file(&path)
            .with_context(|| format!("cannot read the key in {}", path.display()))?;
        Ok(key.secret_key)
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {shown}; has `init` been run?"))?;
    serde_json::from_str(&text).with_context(|| format!("{shown} is not what it should be"))
}
