//! Tic-tac-toe on NEAR: one classic game in storage, played by two accounts that sign for themselves.

mod api;
mod error;
mod event;
mod state;
#[cfg(test)]
mod tests;

// Named for its allocator alone.
use tic_tac_toe_heap as _;

// near-sdk puts the link to the source, if the build has one, into the contract's metadata: cargo builds anew for another.
const _: Option<&str> = option_env!("NEP330_LINK");

pub use api::{Contract, ContractExt};
pub use error::Error;
pub use state::Game;
