//! For NEAR clients of the tic-tac-toe contracts: bots, indexers, programs with a screen. No terminal in it.
//!
//! [`Rpc`] is a transport for the handles of `tic-tac-toe-interface`: it asks, signs and sends, and gives up in
//! time. What a call did is a [`Receipt`] with the contract's events; [`replica::Replica`] makes the new game of
//! them, [`arena::replica::Replica`] does so for the arena. [`blocks::Follower`] reads what others did, [`Freshness`] tells old answers from news.

pub mod arena;
#[cfg(feature = "clap")]
pub mod args;
mod backoff;
pub mod blocks;
mod error;
mod freshness;
mod game;
pub mod keys;
mod pending;
mod receipt;
mod refusal;
pub mod replica;
mod rpc;
pub mod table;
mod timeouts;
mod transaction;

pub use arena::missing_deposit;
pub use backoff::Backoff;
pub use error::Error;
pub use freshness::Freshness;
pub use game::Game;
pub use pending::Pending;
pub use receipt::{Cost, Receipt};
pub use refusal::Refusal;
pub use rpc::{Past, Rpc};
pub use timeouts::Timeouts;
