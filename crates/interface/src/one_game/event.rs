//! What happened in a game: from these events alone every game can be rebuilt.

use serde::{Deserialize, Serialize};
use tic_tac_toe_rules::Mark;

use crate::event::Events;
use crate::{AccountId, GameId};

/// Something that happened in a game. Readers own the accounts in it, the contract only borrows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event<A = AccountId> {
    /// A new game replaces whatever was stored before.
    GameCreated {
        /// The new game.
        game_id: GameId,
        /// Plays X and moves first.
        p1: A,
        /// Plays O.
        p2: A,
    },
    /// A player marked a cell.
    MoveMade {
        /// The game.
        game_id: GameId,
        /// Who moved.
        player: A,
        /// With which mark.
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
        /// Who won, `null` on a draw.
        winner: Option<A>,
        /// With which mark, `null` on a draw.
        mark: Option<Mark>,
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

impl<A> Events for Event<A> {
    const STANDARD: &'static str = "tic-tac-toe";
    const VERSION: &'static str = "1.0.0";
}

impl<A> Event<A> {
    /// The names of the events.
    pub const NAMES: [&'static str; 3] = ["game_created", "move_made", "game_over"];

    /// Returns the game that the event belongs to.
    #[must_use]
    pub const fn game_id(&self) -> GameId {
        match self {
            Self::GameCreated { game_id, .. }
            | Self::MoveMade { game_id, .. }
            | Self::GameOver { game_id, .. } => *game_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::event::ReadError;

    const MOVE: &str = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{"game_id":"7","player":"bob.near","mark":"O","row":1,"col":1}}"#;

    #[rstest]
    #[case::created(
        r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_created","data":{"game_id":"7","p1":"alice.near","p2":"bob.near"}}"#,
        "game_created"
    )]
    #[case::moved(MOVE, "move_made")]
    #[case::won(
        r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"7","result":"won","winner":"alice.near","mark":"X"}}"#,
        "game_over"
    )]
    #[case::drawn(
        r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"7","result":"draw","winner":null,"mark":null}}"#,
        "game_over"
    )]
    fn the_lines_of_the_interface_are_read_and_written(#[case] line: &str, #[case] name: &str) {
        let event = Event::<AccountId>::from_log(line).unwrap().unwrap();

        assert_eq!(event.game_id(), GameId(7));
        assert_eq!(event.to_log(), line);
        assert!(Event::<AccountId>::NAMES.contains(&name) && line.contains(&format!(r#""event":"{name}""#)));
    }

    #[test]
    fn lines_of_other_standards_and_plain_logs_are_not_events() {
        let other = r#"EVENT_JSON:{"standard":"nep141","version":"1.0.0","event":"ft_mint","data":[]}"#;
        for line in [other, "hello", "EVENT_JSON:{"] {
            assert_eq!(Event::<AccountId>::from_log(line).unwrap(), None, "{line}");
        }
    }

    #[test]
    fn a_later_version_with_the_same_first_number_is_read() {
        let later = MOVE.replace("1.0.0", "1.7.2");
        assert_eq!(Event::<AccountId>::from_log(&later).unwrap(), Event::from_log(MOVE).unwrap());
    }

    #[test]
    fn an_event_of_ours_that_cannot_be_read_is_an_error() {
        let unknown = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.1.0","event":"undo","data":{}}"#;
        let error = Event::<AccountId>::from_log(unknown).unwrap_err();
        assert!(matches!(error, ReadError::Content { .. }), "{error}");

        let newer = MOVE.replace("1.0.0", "2.0.0");
        let error = Event::<AccountId>::from_log(&newer).unwrap_err();
        assert_eq!(error.to_string(), "version 2.0.0 of the events is not known");
    }
}
