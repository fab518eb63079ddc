//! What is stored, beside the contract's own record: games, accounts, and the indexes that lead to games.

mod account;
mod game;
mod list;
mod seating;

pub use account::{Account, Balance};
pub use game::{Game, Slot, Slots, Stage};
pub use list::List;
pub use seating::Seating;
