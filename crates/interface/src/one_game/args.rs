//! The methods' arguments.

use serde::Serialize;

use crate::{AccountIdRef, GameId};

/// Starts a game between two accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NewGame<'a> {
    /// Plays X and moves first.
    pub p1: &'a AccountIdRef,
    /// Plays O.
    pub p2: &'a AccountIdRef,
}

/// Marks a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Play {
    /// Row, from 0 at the top.
    pub row: u8,
    /// Column, from 0 on the left.
    pub col: u8,
    /// The game that the player sees. Without it the move counts in whatever game there is then.
    pub game_id: Option<GameId>,
}
