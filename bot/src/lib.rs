//! A player of tic-tac-toe on NEAR: a contract that takes its turns in arenas when somebody asks it to.

mod answer;
mod api;
mod no_move;
#[cfg(test)]
mod tests;
mod thinking;

// Named for its allocator alone.
use tic_tac_toe_heap as _;

// near-sdk puts the link to the source, if the build has one, into the contract's metadata: cargo builds anew for another.
const _: Option<&str> = option_env!("NEP330_LINK");

pub use answer::Answer;
pub use api::{Bot, BotExt};
