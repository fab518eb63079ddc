//! A NEAR dev node in one process: real VM, real fees, JSON-RPC; no consensus, not for value.
//!
//! ```
//! use localnet::{Config, GenesisAccount, Node};
//!
//! let alice = GenesisAccount::new("alice.near".parse()?);
//! let node = Node::start(Config { accounts: vec![alice], ..Config::default() })?;
//! assert!(node.rpc_url().starts_with("http://127.0.0.1:"));
//! node.stop(); // or drop it
//! # Ok::<(), anyhow::Error>(())
//! ```

mod cache;
mod chain;
mod clock;
mod config;
mod genesis;
mod home;
mod indexer;
mod node;
mod records;
mod rpc;
mod runtime;
mod state;
mod state_file;
mod transcript;
mod trie_cost;

pub use config::{Config, Credentials, GenesisAccount, ROOT_ACCOUNT};
pub use home::Home;
pub use node::Node;
