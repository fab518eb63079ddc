//! What happened at a table: each event says where it belongs, so that a repeat and a gap are recognised.

use std::fmt;

use near_primitives::types::AccountId;
use tic_tac_toe_interface::arena::{Reason, RoundResult, Starts};
use tic_tac_toe_interface::event::{Events, ReadError};
use tic_tac_toe_interface::{GameId, arena, one_game};
use tic_tac_toe_rules::{Cell, Seat};

use super::TableId;

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Event {
    pub table: TableId,
    pub kind: EventKind,
}

/// What happened. Seats are counted from 1, as on the wire: one that no game has is not ruled out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are named as in the contracts' events")]
pub enum EventKind {
    /// An arena has a new game; `None` is a free seat.
    Created {
        players: Vec<Option<AccountId>>,
        rules: arena::Rules,
        turn_seconds: Option<u64>,
        starts: Starts,
    },
    /// Somebody took a free seat.
    Joined { player: AccountId, seat: u8 },
    /// The board is empty and this seat to move. Where seats change from round to round, X and O are named.
    RoundStarted { round: u64, seat: u8, players: Option<[AccountId; 2]> },
    /// A player marked a cell.
    Moved { round: u64, player: AccountId, seat: u8, cell: Cell },
    /// A player is out of the round.
    Out { round: u64, player: AccountId, seat: u8, reason: Reason },
    /// The round has ended, by whose call where the contract says so.
    RoundOver {
        round: u64,
        result: RoundResult,
        winner: Option<AccountId>,
        seat: Option<u8>,
        by: Option<AccountId>,
    },
    /// The game is gone from its arena.
    Closed { by: AccountId },
}

impl Event {
    /// Reads the event of either contract in a log line, or `None` when the line is none of theirs: each line names
    /// its standard.
    ///
    /// # Errors
    ///
    /// When the line claims to be one but can't be read.
    pub fn from_log(line: &str) -> Result<Option<Self>, ReadError> {
        if let Some(event) = <arena::Event as Events>::from_log(line)? {
            return Ok(Some(event.into()));
        }
        Ok(<one_game::Event as Events>::from_log(line)?.map(Self::from))
    }

    /// Returns the round that it belongs to, if it says so.
    #[must_use]
    pub const fn round(&self) -> Option<u64> {
        match &self.kind {
            EventKind::RoundStarted { round, .. }
            | EventKind::Moved { round, .. }
            | EventKind::Out { round, .. }
            | EventKind::RoundOver { round, .. } => Some(*round),
            EventKind::Created { .. } | EventKind::Joined { .. } | EventKind::Closed { .. } => None,
        }
    }

    /// Returns the number by which people call the game.
    #[must_use]
    pub fn game_id(&self) -> GameId {
        self.table.game_id(self.round().unwrap_or_default())
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.game_id();
        match &self.kind {
            EventKind::Created { players, .. } => {
                let seated = |(seat, player): (u8, &Option<AccountId>)| match player {
                    Some(player) => format!("{} {player}", mark(seat)),
                    None => format!("{} free", mark(seat)),
                };
                let players: Vec<String> = (1..).zip(players).map(seated).collect();
                write!(f, "game_created {id}: {}", players.join(", "))
            }
            EventKind::Joined { player, seat } => write!(f, "player_joined {id}: {} {player}", mark(*seat)),
            EventKind::RoundStarted { players: Some([x, o]), .. } => {
                write!(f, "game_created {id}: X {x}, O {o}")
            }
            EventKind::RoundStarted { round, seat, players: None } => {
                write!(f, "round_started {id}: round {round}, {} to move", mark(*seat))
            }
            EventKind::Moved { player, seat, cell: Cell { row, col }, .. } => {
                write!(f, "move_made {id}: {} row {row} col {col} by {player}", mark(*seat))
            }
            EventKind::Out { player, seat, reason, .. } => {
                let how = match reason {
                    Reason::Resigned => "resigned",
                    Reason::TimedOut => "ran out of time",
                };
                write!(f, "player_out {id}: {} {player} {how}", mark(*seat))
            }
            EventKind::RoundOver { round, result, winner, seat, .. } => {
                match self.table {
                    TableId::OneGame => write!(f, "game_over {id}: ")?,
                    TableId::Arena(_) => write!(f, "round_over {id}: round {round} ")?,
                }
                match (result, winner) {
                    (RoundResult::Won, Some(winner)) => {
                        write!(f, "won by {winner} with {}", seat.map_or("no mark".to_owned(), mark))
                    }
                    (RoundResult::Won, None) => f.write_str("won"),
                    (RoundResult::Draw, _) => f.write_str("drawn"),
                    (RoundResult::Abandoned, _) => f.write_str("abandoned"),
                }
            }
            EventKind::Closed { by } => write!(f, "game_closed {id}: by {by}"),
        }
    }
}

/// Returns the mark of a seat, or its number if no game has it.
fn mark(seat: u8) -> String {
    Seat::new(seat).map_or_else(|| seat.to_string(), |seat| seat.to_string())
}
