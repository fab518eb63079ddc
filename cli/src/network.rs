//! Which chain to talk to, and where its servers are.

use clap::ValueEnum;
use near_primitives::types::AccountId;

/// Where `tic-tac-toe localnet` listens unless told otherwise.
pub const LOCALNET_PORT: u16 = 3030;

/// Where the contract lives on localnet.
pub const LOCALNET_CONTRACT: &str = "tic-tac-toe.test.near";

/// A NEAR chain. near-cli sorts keys by the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Network {
    /// The dev node on this machine
    #[default]
    Localnet,
    /// The public test network
    Testnet,
    /// The network where NEAR has value
    Mainnet,
}

impl Network {
    /// The name that people and near-cli know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Localnet => "localnet",
            Self::Testnet => "testnet",
            Self::Mainnet => "mainnet",
        }
    }

    /// The JSON-RPC server used unless another is named.
    #[must_use]
    pub fn rpc_url(self) -> String {
        match self {
            Self::Localnet => format!("http://127.0.0.1:{LOCALNET_PORT}"),
            Self::Testnet => "https://rpc.testnet.fastnear.com".to_owned(),
            Self::Mainnet => "https://rpc.mainnet.fastnear.com".to_owned(),
        }
    }

    /// The server of whole blocks that goes with an RPC server; localnet's node is both.
    #[must_use]
    pub fn blocks_url(self, rpc_url: &str) -> String {
        match self {
            Self::Localnet => rpc_url.to_owned(),
            Self::Testnet => "https://testnet.neardata.xyz".to_owned(),
            Self::Mainnet => "https://mainnet.neardata.xyz".to_owned(),
        }
    }

    /// The contract used unless another is named.
    #[must_use]
    pub fn contract(self) -> Option<AccountId> {
        match self {
            Self::Localnet => LOCALNET_CONTRACT.parse().ok(),
            Self::Testnet | Self::Mainnet => None,
        }
    }
}
