//! What is stored besides the contract's own record: games, accounts, and the indexes that lead to games.

mod account;
#[cfg(feature = "fuzzing")]
mod fuzzing;
mod game;
mod list;
mod seating;
// The rehearsal of an upgrade changes what is stored, and nothing else.
#[cfg_attr(feature = "rehearsal", path = "stored_v2.rs")]
mod stored;

pub use account::{Account, Balance};
#[cfg(feature = "fuzzing")]
pub use fuzzing::check_record;
pub use game::{Game, Phase, Presence};
pub use list::{List, Listing, Slots};
pub use seating::Seating;
