//! A computer opponent for every game of the rules, without input, output or a clock.
//!
//! [`choose`] gives the move of a [`Level`]; a [`Search`] goes on in steps, so that its caller can stop it when
//! the time is over or a button is pressed; [`tactics`] plays by looking a move or two ahead, cheaply enough for a
//! contract. The same seed and number of playouts give the same move on every machine: wholes are counted in
//! integers, and the few fractions are made of additions, multiplications and divisions, which IEEE 754 fixes to
//! the bit.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod grid;
mod level;
mod playable;
mod playouts;
mod random;
mod search;
pub mod tactics;
mod tree;
mod ultimate;

pub use level::{Level, ParseLevelError};
pub use playable::Playable;
pub use playouts::{Tally, random_playouts};
pub use search::{Progress, Search, choose, choose_within};
