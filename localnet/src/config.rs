//! The configuration of a node: where to listen, how fast to make blocks, which accounts to start with.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use near_crypto::{KeyType, SecretKey};
use near_primitives::types::{AccountId, Balance, ProtocolVersion};

/// The account that owns everything at genesis and may create any sub-account of its own.
pub const ROOT_ACCOUNT: &str = "test.near";

/// An account together with the secret key of its full-access key.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// The account's name.
    pub account_id: AccountId,
    /// The secret half of a full-access key of the account.
    pub secret_key: SecretKey,
}

/// An account that exists from the first block on.
#[derive(Debug, Clone)]
pub struct GenesisAccount {
    /// Its name and full-access key.
    pub credentials: Credentials,
    /// Its balance.
    pub balance: Balance,
}

impl GenesisAccount {
    /// Creates an account with 10,000 NEAR and a fresh random key.
    #[must_use]
    pub fn new(account_id: AccountId) -> Self {
        Self {
            credentials: Credentials { account_id, secret_key: SecretKey::from_random(KeyType::ED25519) },
            balance: Balance::from_near(10_000),
        }
    }

    /// Returns the same account with another balance.
    #[must_use]
    pub fn with_balance(mut self, balance: Balance) -> Self {
        self.balance = balance;
        self
    }

    /// Returns the same account with another key.
    #[must_use]
    pub fn with_secret_key(mut self, secret_key: SecretKey) -> Self {
        self.credentials.secret_key = secret_key;
        self
    }
}

/// How an embedded node starts; `Config::default()` suits tests.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the JSON-RPC server listens; port 0 takes any free port.
    pub address: SocketAddr,
    /// The time between blocks while there is work.
    pub block_time: Duration,
    /// The time between blocks while nothing happens.
    pub idle_block_time: Duration,
    /// The protocol version whose fees and rules apply.
    pub protocol_version: ProtocolVersion,
    /// Accounts to create besides the root account.
    pub accounts: Vec<GenesisAccount>,
    /// The root account's key; random when absent.
    pub root_key: Option<SecretKey>,
    /// How long a request may wait for a transaction before it is answered with a timeout.
    pub polling_timeout: Duration,
    /// The largest request body that is accepted.
    pub max_body_bytes: usize,
    /// The file that the chain lives in, so that it goes on after the process has ended; made if it is not there.
    pub state: Option<PathBuf>,
    /// Whether each transaction gets a line on standard error.
    pub transcript: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            block_time: Duration::from_millis(10),
            idle_block_time: Duration::from_millis(500),
            protocol_version: near_primitives::version::PROTOCOL_VERSION,
            accounts: Vec::new(),
            root_key: None,
            polling_timeout: Duration::from_secs(10),
            max_body_bytes: 10 * 1024 * 1024,
            state: None,
            transcript: false,
        }
    }
}
