//! A NEAR dev node in one process: real VM, real fees, JSON-RPC; no consensus, no persistence, not for value.

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
mod trie_cost;

pub use config::{Config, Credentials, GenesisAccount, ROOT_ACCOUNT};
pub use home::Home;
pub use node::Node;
