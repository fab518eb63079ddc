//! What is stored besides the contract's own record: games, accounts, and the indexes that lead to games.

mod account;
mod game;
mod list;
mod seating;

pub use account::{Account, Balance};
pub use game::{Game, Phase, Slot, Slots};
pub use list::List;
pub use seating::Seating;
