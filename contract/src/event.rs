//! What indexers read: NEP-297 events, from which every game can be rebuilt.

#![allow(missing_docs, reason = "near-sdk's macros generate items without docs")]
#![allow(clippy::ref_option_ref, reason = "serde's derive takes a reference to every field")]

use near_sdk::json_types::U64;
use near_sdk::serde::Serialize;
use near_sdk::{AccountIdRef, near};

use crate::view::Mark;

/// One line in the log: `EVENT_JSON:` and an object of the `tic-tac-toe` standard.
#[near(event_json(standard = "tic-tac-toe"))]
pub enum Event<'a> {
    /// A new game replaces whatever was stored before.
    #[event_version("1.0.0")]
    GameCreated {
        /// The new game.
        game_id: U64,
        /// Plays X and moves first.
        p1: &'a AccountIdRef,
        /// Plays O.
        p2: &'a AccountIdRef,
    },
    /// A player marked a cell.
    #[event_version("1.0.0")]
    MoveMade {
        /// The game.
        game_id: U64,
        /// Who moved.
        player: &'a AccountIdRef,
        /// With which mark.
        mark: Mark,
        /// Row, from 0 at the top.
        row: u8,
        /// Column, from 0 on the left.
        col: u8,
    },
    /// The move before this line ended the game.
    #[event_version("1.0.0")]
    GameOver {
        /// The game.
        game_id: U64,
        /// Won or drawn.
        result: GameResult,
        /// Who won, `null` on a draw.
        winner: Option<&'a AccountIdRef>,
        /// With which mark, `null` on a draw.
        mark: Option<Mark>,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(crate = "near_sdk::serde", rename_all = "snake_case")]
pub enum GameResult {
    /// One player has three in a row.
    Won,
    /// The board is full and nobody has.
    Draw,
}
