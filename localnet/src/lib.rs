//! A NEAR dev node in one process: real VM, real fees, JSON-RPC; no consensus, not for value.

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
