//! Tic-tac-toe on NEAR: one classic game in storage, played by two accounts that sign for themselves.

mod api;
mod error;
mod event;
mod state;
#[cfg(test)]
mod tests;

// Named for its allocator alone.
use tic_tac_toe_heap as _;

pub use api::{Contract, ContractExt};
pub use error::Error;
pub use state::Game;
