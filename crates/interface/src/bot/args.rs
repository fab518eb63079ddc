//! The methods' arguments.

use serde::Serialize;

use crate::{AccountIdRef, GameId};

/// Asks the bot to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TakeTurn<'a> {
    /// The account of the arena.
    pub arena: &'a AccountIdRef,
    /// The game in it.
    pub game_id: GameId,
}
