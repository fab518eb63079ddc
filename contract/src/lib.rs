//! Tic-tac-toe on NEAR: one classic game in storage, played by two accounts that sign for themselves.

mod api;
mod error;
mod event;
#[cfg(target_family = "wasm")]
mod heap;
mod state;
#[cfg(test)]
mod tests;

pub use api::{Contract, ContractExt};
pub use error::Error;
pub use state::Game;
