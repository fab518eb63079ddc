//! The rules of tic-tac-toe and its relatives, with no chain, no input or output and no allocation.
//!
//! Each game is a module with a position that only legal moves can produce, so a user interface needs three
//! things: show the position, ask for a move, and act on the outcome.
//!
//! | module | game | position |
//! |---|---|---|
//! | [`classic`] | 3x3, three in a row | [`classic::Board`] |
//! | [`grid`] | 3 to 19 rows and columns, 2 to 4 players, any number in a row | [`grid::Position`] |
//! | [`ultimate`] | nine mini-fields, captured in one of three ways | [`ultimate::Position`] |
//!
//! What they share is the trait [`Game`]; [`Rules`] and [`Position`] are for programs that learn only at run time
//! which game it is. With the feature `borsh` positions can be stored, and are checked when they are read
//! back: the documentation of each position says what then holds.
//!
//! Classic, whose board is so small that it has its own form and its own outcome:
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
//!
//! Three players on a grid, one of whom leaves:
//!
//! ```
//! use tic_tac_toe_rules::grid::{Position, Rules};
//! use tic_tac_toe_rules::{Game, Cell, Players, Seat};
//!
//! let rules = Rules::new(5, 7, 4).expect("four in a row fit on five rows and seven columns");
//! let three = Players::new(3).expect("two to four can play");
//! let mut position = Position::new(rules, three);
//!
//! position.play(Cell { row: 2, col: 3 })?;
//! assert_eq!(position.turn(), Some(Seat::O));
//! position.leave(Seat::O)?;
//! assert_eq!(position.turn(), Some(Seat::A));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ultimate, where a mark in the upper right cell of a mini-field sends the opponent to the upper right
//! mini-field:
//!
//! ```
//! use tic_tac_toe_rules::Game;
//! use tic_tac_toe_rules::ultimate::{Capture, Cell, Field, Position};
//!
//! let mut position = Position::new(Capture::Closing);
//! position.play(Cell::new(3, 5).expect("rows and columns are below 9"))?;
//!
//! assert_eq!(position.next_field(), Field::new(2));
//! assert_eq!(position.legal_moves().count(), 9);
//! # Ok::<(), tic_tac_toe_rules::MoveError>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

mod any;
pub mod classic;
mod game;
pub mod grid;
pub mod ultimate;

pub use any::{ParseRulesError, Position, Rules};
pub use classic::Mark;
pub use game::{
    Cell, Direction, Game, LeaveError, Line, MoveError, Outcome, ParsePositionError, Players, Seat, Victory,
};
