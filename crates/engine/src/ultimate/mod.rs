//! Ultimate as the engine plays it.

mod board;
pub(crate) mod threes;

pub(crate) use board::Board;
