//! For NEAR clients of the tic-tac-toe contracts: bots, indexers, programs with a screen. No terminal in it.
//!
//! [`Rpc`] is a transport for the handles of `tic-tac-toe-interface`: it asks, signs and sends, and gives up in
//! time. A [`table::Table`] is what both contracts have in common; the events of a [`Receipt`] and of blocks
//! change a [`table::LiveTable`] by one door. [`blocks::Follower`] reads what others did, [`Freshness`] tells
//! answers of servers that lag behind from new ones.

#[cfg(feature = "clap")]
pub mod args;
mod backoff;
pub mod blocks;
mod deposit;
mod error;
mod freshness;
pub mod keys;
mod pending;
mod receipt;
mod refusal;
mod rpc;
pub mod table;
mod timeouts;
mod transaction;

pub use backoff::Backoff;
pub use deposit::missing_deposit;
pub use error::Error;
pub use freshness::Freshness;
pub use pending::Pending;
pub use receipt::{Cost, Receipt};
pub use refusal::Refusal;
pub use rpc::{Past, Rpc};
pub use timeouts::Timeouts;
