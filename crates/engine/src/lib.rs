//! A computer opponent for every game of the rules, without input, output or a clock.
//!
//! [`choose`] returns the move of a [`Level`]; a [`Search`] proceeds in steps, so that its caller can stop it when
//! the time is over or a button is pressed; [`tactics`] plays by looking a move or two ahead, cheaply enough for a
//! contract. An [`Analysis`] says what a position is worth, and how it ends where that is proven. The same seed and
//! number of playouts give the same move on every machine: wholes are counted in integers, and the few fractions are
//! made of additions, multiplications and divisions, which IEEE 754 fixes to the bit.
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
//! positions with 16 free cells take it 40 ms (4x4:4 has 150,000 nodes) and its answer is perfect. Everything else is
//! left to Monte-Carlo tree search, which takes wins at once and carries proofs up the tree. It does not play random
//! games to their ends where it can judge better: a position of ultimate is worth what a small network has learnt from
//! games against itself, where captures are closing or the first line's; where any line captures, one that had learnt
//! from 30,000 games was no better. On `first` most games between good players are drawn, so that positions are judged
//! close to each other: much exploration drowns that. On large grids for two a position is worth what the runs on it
//! are. Wins by threats are proven, by fours (one answer) and by threes (few
//! answers, each of which is tried): at a leaf only those that are seen at once, since more took more time than it
//! brought, and the harder the more often a position is visited, so that a favourite that loses is found out. Dropping
//! moves beforehand that do not stop a threat took more than half of the time and was worse than trying them. What
//! was found out about a move is kept when it is played: [`Search::follow`].

#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "cells, moves and nodes are numbered in as few bits as the largest board and tree need"
)]

extern crate alloc;

mod analysis;
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

pub use analysis::{Analysis, Evaluation, Grade, Verdict, grade};
pub use level::{Level, ParseLevelError};
pub use playable::Playable;
pub use playouts::{Tally, random_playouts};
pub use search::{Progress, Search, choose, choose_within};
