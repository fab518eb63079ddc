//! Grids of any size as the engine plays them.

mod board;
#[cfg(test)]
pub(crate) mod drawings;
mod order;
mod shape;
mod solver;
pub(crate) mod threats;

pub(crate) use board::{Board, LACKS_TWO};
pub(crate) use order::largest_first;
pub(crate) use solver::{Solution, Solver, Value};
