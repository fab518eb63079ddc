//! Tic-tac-toe on NEAR, many games at once: two to four players, any board, ultimate, by people and by contracts.

mod api;
mod error;
mod event;
mod state;
mod storage;
#[cfg(test)]
mod tests;
mod view;

// Named for its allocator alone.
use tic_tac_toe_heap as _;

pub use api::{Contract, ContractExt};
pub use error::Error;
