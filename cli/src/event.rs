//! The contract's NEP-297 events, read from log lines.

use std::fmt;

use anyhow::{Context, ensure};
use near_primitives::types::AccountId;
use serde::{Deserialize, Serialize};
use tic_tac_toe_rules::Mark;

use crate::game::GameId;

const PREFIX: &str = "EVENT_JSON:";
const STANDARD: &str = "tic-tac-toe";
const MAJOR_VERSION: &str = "1.";

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event {
    /// A new game replaces whatever was stored before.
    GameCreated {
        /// The new game.
        game_id: GameId,
        /// Plays X and moves first.
        p1: AccountId,
        /// Plays O.
        p2: AccountId,
    },
    /// A player marked a cell.
    MoveMade {
        /// The game.
        game_id: GameId,
        /// Who moved.
        player: AccountId,
        /// With which mark.
        #[serde(with = "MarkText")]
        mark: Mark,
        /// Row, from 0 at the top.
        row: u8,
        /// Column, from 0 on the left.
        col: u8,
    },
    /// The move before ended the game.
    GameOver {
        /// The game.
        game_id: GameId,
        /// Won or drawn.
        result: GameResult,
        /// Who won; nobody on a draw.
        winner: Option<AccountId>,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// One player has three in a row.
    Won,
    /// The board is full and nobody has.
    Draw,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Mark")]
enum MarkText {
    X,
    O,
}

#[derive(Deserialize)]
struct Envelope {
    standard: String,
    version: String,
}

impl Event {
    /// The event in a log line, or `None` when the line is no event of this standard.
    ///
    /// # Errors
    ///
    /// When the line claims to be one but can't be read.
    pub fn from_log(line: &str) -> anyhow::Result<Option<Self>> {
        let Some(json) = line.strip_prefix(PREFIX) else {
            return Ok(None);
        };
        let Ok(Envelope { standard, version }) = serde_json::from_str(json) else {
            return Ok(None);
        };
        if standard != STANDARD {
            return Ok(None);
        }
        ensure!(version.starts_with(MAJOR_VERSION), "version {version} of the events is not known");
        let event = serde_json::from_str(json).with_context(|| format!("not a known event: {json}"))?;
        Ok(Some(event))
    }

    /// The game it belongs to.
    #[must_use]
    pub const fn game_id(&self) -> GameId {
        match self {
            Self::GameCreated { game_id, .. }
            | Self::MoveMade { game_id, .. }
            | Self::GameOver { game_id, .. } => *game_id,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameCreated { game_id, p1, p2 } => write!(f, "game_created {game_id}: {p1} X, {p2} O"),
            Self::MoveMade { game_id, player, mark, row, col } => {
                write!(f, "move_made {game_id}: {mark} row {row} col {col} by {player}")
            }
            Self::GameOver { game_id, result: GameResult::Draw, .. } => {
                write!(f, "game_over {game_id}: draw")
            }
            Self::GameOver { game_id, winner: Some(winner), .. } => {
                write!(f, "game_over {game_id}: won by {winner}")
            }
            Self::GameOver { game_id, winner: None, .. } => write!(f, "game_over {game_id}: won"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_example_is_read_as_a_move() {
        let line = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{"game_id":"7","player":"bob.near","mark":"O","row":1,"col":1}}"#;
        let event = Event::from_log(line).unwrap().unwrap();
        assert_eq!(event.to_string(), "move_made 7: O row 1 col 1 by bob.near");
    }

    #[test]
    fn lines_of_other_standards_and_plain_logs_are_nobodys_events() {
        let other = r#"EVENT_JSON:{"standard":"nep141","version":"1.0.0","event":"ft_mint","data":[]}"#;
        assert_eq!(Event::from_log(other).unwrap(), None);
        assert_eq!(Event::from_log("hello").unwrap(), None);
        assert_eq!(Event::from_log("EVENT_JSON:{").unwrap(), None);
    }

    #[test]
    fn an_event_of_ours_that_cannot_be_read_is_an_error() {
        let unknown = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.1.0","event":"undo","data":{}}"#;
        assert!(Event::from_log(unknown).is_err());
        let newer =
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"2.0.0","event":"game_over","data":{}}"#;
        let error = Event::from_log(newer).unwrap_err();
        assert_eq!(error.to_string(), "version 2.0.0 of the events is not known");
    }
}
