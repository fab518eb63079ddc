//! Tic-tac-toe on NEAR, many games at once: two to four players, any board, ultimate, by people and by contracts.

mod api;
mod error;
mod event;
mod records;
mod state;
#[cfg(all(test, not(feature = "rehearsal")))]
mod tests;
mod view;

// Named for its allocator alone.
use tic_tac_toe_heap as _;

// near-sdk puts the link to the source, if the build has one, into the contract's metadata: cargo builds anew for another.
const _: Option<&str> = option_env!("NEP330_LINK");

pub use api::{Contract, ContractExt};
pub use error::Error;
#[cfg(feature = "fuzzing")]
pub use state::check_record;
