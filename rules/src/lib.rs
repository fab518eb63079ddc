//! The rules of tic-tac-toe, with no chain, no input or output and no allocation.
//!
//! A rule set is a module: [`classic`] is the 3x3 game. A [`classic::Board`] is a value that only legal
//! moves can produce, so a user interface needs three things: show the board, ask for a
//! [`classic::Cell`], and act on the [`classic::Outcome`].
//!
//! ```
//! use tic_tac_toe_rules::Mark;
//! use tic_tac_toe_rules::classic::{Board, Cell, Outcome};
//!
//! let centre = Cell::new(1, 1).expect("row and column are below 3");
//! let board = Board::EMPTY.play(centre)?;
//!
//! assert_eq!(board.mark_at(centre), Some(Mark::X));
//! assert_eq!(board.outcome(), Outcome::InProgress { next: Mark::O });
//! # Ok::<(), tic_tac_toe_rules::classic::MoveError>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

mod any;
pub mod classic;
mod game;
pub mod grid;
mod mark;
pub mod ultimate;

pub use any::{ParseRulesError, Position, Rules};
pub use game::{
    Direction, Game, LeaveError, Line, MoveError, Outcome, ParsePositionError, Place, Players, Seat, Victory,
};
pub use mark::Mark;
