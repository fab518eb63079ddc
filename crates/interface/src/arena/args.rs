//! The methods' arguments.

use serde::Serialize;

use super::{Amount, Index, Rules, Starts};
use crate::{AccountIdRef, GameId};

/// Makes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Create<'a> {
    /// Who sits where, the caller first; `None` is a seat that anybody may take.
    pub players: &'a [Option<&'a AccountIdRef>],
    /// What is played; without it the 3x3 grid.
    pub rules: Option<Rules>,
    /// How long a turn may take; without it there is no limit.
    pub turn_seconds: Option<u64>,
    /// Who moves first in each round; without it the host.
    pub starts: Option<Starts>,
}

/// Names a game: for `join`, `close` and `get_game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AboutGame {
    /// The game.
    pub game_id: GameId,
}

/// Names a round: for `restart`, `resign` and `claim_timeout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AboutRound {
    /// The game.
    pub game_id: GameId,
    /// The round that the caller sees. Without it the call counts in whatever round there is then.
    pub round: Option<u64>,
}

/// Marks a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Play {
    /// The game.
    pub game_id: GameId,
    /// Row, from 0 at the top.
    pub row: u64,
    /// Column, from 0 on the left.
    pub col: u64,
    /// The round that the player sees. Without it the move counts in whatever round there is then.
    pub round: Option<u64>,
}

/// Registers an account or adds to its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StorageDeposit<'a> {
    /// Whose balance; without it the caller's.
    pub account_id: Option<&'a AccountIdRef>,
    /// Keep only what registering takes, and send the rest back.
    pub registration_only: Option<bool>,
}

/// Takes money out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StorageWithdraw {
    /// How much; without it all that is available.
    pub amount: Option<Amount>,
}

/// Ends the caller's registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StorageUnregister {
    /// NEP-145 has it; it makes no difference here.
    pub force: Option<bool>,
}

/// Asks for a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StorageBalanceOf<'a> {
    /// Whose.
    pub account_id: &'a AccountIdRef,
}

/// Asks for the game of a seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FindGame<'a> {
    /// Who sits where, the host first.
    pub players: &'a [&'a AccountIdRef],
}

/// Asks for games by ascending id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetGames {
    /// The first id to look at; without it 1.
    pub from_id: Option<GameId>,
    /// How many games at most; without it 50.
    pub limit: Option<u64>,
}

/// A part of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Page {
    /// Where it begins; without it at 0.
    pub from_index: Option<Index>,
    /// How many games at most; without it 50.
    pub limit: Option<u64>,
}

/// Asks for the games of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GetGamesOf<'a> {
    /// Who has a seat in them.
    pub account_id: &'a AccountIdRef,
    /// Which of them.
    #[serde(flatten)]
    pub page: Page,
}

/// Asks how many games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GetCounts<'a> {
    /// Whose games are counted too.
    pub account_id: Option<&'a AccountIdRef>,
}

/// Asks what creating a game locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GetCost {
    /// How many seats it has.
    pub players: u64,
    /// What is played; without it the 3x3 grid.
    pub rules: Option<Rules>,
}
