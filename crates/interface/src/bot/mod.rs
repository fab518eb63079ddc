//! The contract that plays in arenas when somebody asks it to.

mod args;
mod code;
mod handle;
mod method;
mod turn;

pub use args::TakeTurn;
pub use code::Code;
pub use handle::Bot;
pub use method::{METHODS, TAKE_TURN, USUAL_GAS};
pub use turn::Turn;
