//! Play by looking a move or two ahead: no chance, no fractions, few instructions, so that a contract can do it.
//!
//! Perfect on the 3x3 board. Elsewhere it takes a win, prevents a loss, sees double threats and otherwise goes
//! where a cell is worth most.

mod fours;
mod grid;
mod three;
mod ultimate;

use tic_tac_toe_rules::{Cell, Position};

use crate::playable::Playable;

/// Chooses a move, always the same in the same position; `None` when the game is over.
#[must_use]
pub fn best_move<G: Playable>(position: &G) -> Option<G::Move> {
    let cell = match position.in_progress()? {
        Position::Grid(position) => three::best_cell(&position).or_else(|| grid::best_cell(&position)),
        Position::Ultimate(position) => ultimate::best_cell(&position).map(Cell::from),
    };
    G::marking(cell?)
}
