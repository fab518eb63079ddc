//! The arena's games: each as `get_game` tells it, and the same rebuilt from events alone.

mod deposit;
mod game;
pub mod replica;

pub use deposit::missing_deposit;
pub use game::Game;
