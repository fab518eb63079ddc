//! Ultimate as the engine plays it.

mod board;
pub(crate) mod judge;
mod judged;
pub(crate) mod threes;

pub(crate) use board::Board;
pub(crate) use judged::JudgedBoard;
