//! A computer opponent for every game of the rules, without input, output or a clock.
//!
//! [`choose`] returns the move of a [`Level`]; a [`Search`] proceeds in steps, so that its caller can stop it when
//! the time is over or a button is pressed; [`tactics`] plays by looking a move or two ahead, cheaply enough for a
//! contract. The same seed and number of playouts give the same move on every machine: wholes are counted in
//! integers, and the few fractions are made of additions, multiplications and divisions, which IEEE 754 fixes to
//! the bit.
//!
//! ```
//! use tic_tac_toe_engine::{Level, choose};
//! use tic_tac_toe_rules::{Game, Players, Rules};
//!
//! let rules: Rules = "3x3:3".parse().expect("three in a row on nine cells");
//! let mut position = Players::new(2).and_then(|two| rules.start(two)).expect("two can play");
//! while let Some(cell) = choose(&position, Level::Strong, 1) {
//!     position.play(cell).expect("the engine's moves are legal");
//! }
//! assert_eq!(position.winning_line(), None, "perfect players draw");
//! ```
//!
//! Why it plays as it does, by measuring: small grids with two players left are solved by alpha-beta search, since
//! positions with 16 free cells take it 40 ms (4x4:4 has 150,000 nodes) and its answer is perfect. Ultimate is left
//! to Monte-Carlo tree search, whose random playouts cost little more than a microsecond; with wins taken at once in
//! tree and playouts and with proofs carried up the tree, it takes 90 % of the points from a plain tree search of as
//! many playouts. Larger grids are too wide for that alone: there the tree search is guided by what each cell is
//! worth in the runs through it, and looks for wins by threats that leave one answer. Dropping moves that do not stop
//! such a win of the opponent, and trusting the worth of cells more, raised its share against [`tactics`] on 15x15
//! from 60 to 90 % with the same playouts.

#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "cells, moves and nodes are numbered in as few bits as the largest board and tree need"
)]

extern crate alloc;

mod board;
mod grid;
mod level;
mod playable;
mod playouts;
mod random;
mod roots;
mod search;
pub mod tactics;
mod tree;
mod ultimate;

pub use level::{Level, ParseLevelError};
pub use playable::Playable;
pub use playouts::{Tally, random_playouts};
pub use search::{Progress, Search, choose, choose_within};
