//! The contract that plays in arenas when somebody asks it to.

mod args;
mod code;
mod handle;
mod method;
mod turn;

pub use args::TakeTurn;
pub use code::Code;
pub use handle::Bot;
pub use method::{CALL_GAS, METHODS, TAKE_TURN};
pub use turn::Turn;
