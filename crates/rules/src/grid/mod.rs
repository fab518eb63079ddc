//! Tic-tac-toe on a board of any size, for two to four players, with any number in a row.

mod bits;
mod position;
mod reachable;
mod rules;
#[cfg(feature = "borsh")]
mod storage;
mod text;

pub use position::Position;
pub use rules::Rules;
