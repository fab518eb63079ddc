//! Classic tic-tac-toe: a 3x3 board, three in a row wins.

mod board;
mod cell;
mod game;
mod mark;
#[cfg(feature = "borsh")]
mod storage;
mod text;

pub use board::{Board, MoveError, Outcome};
pub use cell::{Cell, LINES, Line, SIZE};
pub use mark::Mark;
pub use text::ParseBoardError;
