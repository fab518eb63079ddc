//! What happened in the games: from these events alone all of them can be rebuilt.

use serde::{Deserialize, Serialize};

use super::{Rules, Starts};
use crate::event::Events;
use crate::{AccountId, GameId};

/// Something that happened in a game. Readers own the accounts in it, the contract only borrows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub enum Event<A = AccountId> {
    /// There is a new game.
    GameCreated {
        /// The new game.
        game_id: GameId,
        /// Who sits where, the host first; `null` is a free seat.
        players: Vec<Option<A>>,
        /// What is played.
        rules: Rules,
        /// How long a turn may take, `null` without a limit.
        turn_seconds: Option<u64>,
        /// Who moves first in each round.
        starts: Starts,
    },
    /// Somebody took a free seat.
    PlayerJoined {
        /// The game.
        game_id: GameId,
        /// Who.
        player: A,
        /// Which seat, from 1.
        seat: u8,
    },
    /// The board is empty and somebody is to move.
    RoundStarted {
        /// The game.
        game_id: GameId,
        /// Which round, from 1.
        round: u32,
        /// Which seat moves first.
        seat: u8,
    },
    /// A player marked a cell.
    MoveMade {
        /// The game.
        game_id: GameId,
        /// The round.
        round: u32,
        /// Who moved.
        player: A,
        /// From which seat.
        seat: u8,
        /// Row, from 0 at the top.
        row: u8,
        /// Column, from 0 on the left.
        col: u8,
    },
    /// A player is out of the round.
    PlayerOut {
        /// The game.
        game_id: GameId,
        /// The round.
        round: u32,
        /// Who is out.
        player: A,
        /// From which seat.
        seat: u8,
        /// Why.
        reason: Reason,
    },
    /// The round has ended.
    RoundOver {
        /// The game.
        game_id: GameId,
        /// The round.
        round: u32,
        /// How it ended.
        result: RoundResult,
        /// Who won, `null` unless somebody has.
        winner: Option<A>,
        /// From which seat, `null` unless somebody has.
        seat: Option<u8>,
        /// Whose call ended it.
        by: A,
    },
    /// The game is gone.
    GameClosed {
        /// The game.
        game_id: GameId,
        /// Whose call closed it.
        by: A,
    },
}

/// Why a player is out of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// They left.
    Resigned,
    /// Their time was over.
    TimedOut,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoundResult {
    /// Somebody has a line or is the last one left.
    Won,
    /// Nobody can win any more.
    Draw,
    /// It was left before it was decided.
    Abandoned,
}

impl<A> Events for Event<A> {
    const STANDARD: &'static str = "tic-tac-toe-arena";
    const VERSION: &'static str = "1.0.0";
}

impl<A> Event<A> {
    /// The names of the events.
    pub const NAMES: [&'static str; 7] = [
        "game_created",
        "player_joined",
        "round_started",
        "move_made",
        "player_out",
        "round_over",
        "game_closed",
    ];

    /// Returns the game that the event belongs to.
    #[must_use]
    pub const fn game_id(&self) -> GameId {
        match self {
            Self::GameCreated { game_id, .. }
            | Self::PlayerJoined { game_id, .. }
            | Self::RoundStarted { game_id, .. }
            | Self::MoveMade { game_id, .. }
            | Self::PlayerOut { game_id, .. }
            | Self::RoundOver { game_id, .. }
            | Self::GameClosed { game_id, .. } => *game_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::created(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"game_created","data":{"game_id":"7","players":["alice.near",null],"rules":{"grid":{"rows":3,"cols":3,"in_a_row":3}},"turn_seconds":null,"starts":"host"}}"#,
        "game_created"
    )]
    #[case::joined(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"player_joined","data":{"game_id":"7","player":"bob.near","seat":2}}"#,
        "player_joined"
    )]
    #[case::started(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"round_started","data":{"game_id":"7","round":1,"seat":2}}"#,
        "round_started"
    )]
    #[case::moved(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"move_made","data":{"game_id":"7","round":1,"player":"bob.near","seat":2,"row":1,"col":0}}"#,
        "move_made"
    )]
    #[case::resigned(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"player_out","data":{"game_id":"7","round":1,"player":"bob.near","seat":2,"reason":"resigned"}}"#,
        "player_out"
    )]
    #[case::timed_out(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"player_out","data":{"game_id":"7","round":1,"player":"bob.near","seat":2,"reason":"timed_out"}}"#,
        "player_out"
    )]
    #[case::won(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"round_over","data":{"game_id":"7","round":1,"result":"won","winner":"alice.near","seat":1,"by":"bob.near"}}"#,
        "round_over"
    )]
    #[case::drawn(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"round_over","data":{"game_id":"7","round":1,"result":"draw","winner":null,"seat":null,"by":"bob.near"}}"#,
        "round_over"
    )]
    #[case::abandoned(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"round_over","data":{"game_id":"7","round":1,"result":"abandoned","winner":null,"seat":null,"by":"bob.near"}}"#,
        "round_over"
    )]
    #[case::closed(
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"game_closed","data":{"game_id":"7","by":"alice.near"}}"#,
        "game_closed"
    )]
    fn the_lines_of_the_interface_are_read_and_written(#[case] line: &str, #[case] name: &str) {
        let event = Event::<AccountId>::from_log(line).unwrap().unwrap();

        assert_eq!(event.game_id(), GameId(7));
        assert_eq!(event.to_log(), line);
        assert!(Event::<AccountId>::NAMES.contains(&name) && line.contains(&format!(r#""event":"{name}""#)));
    }
}
