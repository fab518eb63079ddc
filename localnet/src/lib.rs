//! A NEAR dev node in one process: real VM, real fees, JSON-RPC; no consensus, no persistence, not for value.

mod config;
mod node;

pub use config::{Config, Credentials, GenesisAccount, ROOT_ACCOUNT};
pub use node::Node;
