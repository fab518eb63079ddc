//! Ultimate tic-tac-toe: nine mini-fields in a 3x3 field, where each mark says in which one the next must go.

mod capture;
mod cell;
mod contents;
mod lines;
mod position;
#[cfg(feature = "borsh")]
mod storage;
mod text;

pub use capture::Capture;
pub use cell::{Cell, Field};
pub use position::{Captured, Position};
