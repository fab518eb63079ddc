//! A NEAR dev node in one process: real VM, real fees, JSON-RPC; no consensus, no persistence, not for value.

mod config;
mod node;
mod runtime;
mod state;
mod trie_cost;

pub use config::{Config, Credentials, GenesisAccount, ROOT_ACCOUNT};
pub use node::Node;
