//! A game as the ledger keeps it, and the rows that the database has of it.

use tic_tac_toe_interface::arena::RoundResult;

use super::batch::{Values, row};
use crate::model::{BlockRef, GameState, Status, name};

/// Which game of which contract, by ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GameKey {
    pub contract: i64,
    pub game_id: i64,
}

/// A game as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub id: i64,
    pub rules_id: i64,
    pub rows: u8,
    pub cols: u8,
    pub seats: Vec<Option<i64>>,
    pub outs: u8,
    pub marked: u8,
    pub state: GameState,
}

/// A row of `rounds`.
pub(super) struct RoundRow {
    pub game: i64,
    pub round: i64,
    pub started: Option<BlockRef>,
    pub ended: Option<RoundEnd>,
    pub moves: i64,
}

/// The end of a round.
pub(super) struct RoundEnd {
    pub at: BlockRef,
    pub result: RoundResult,
    pub winner: Option<u8>,
    pub by: Option<i64>,
    pub counted: bool,
}

impl Game {
    /// Returns the account at a seat.
    pub(super) fn at(&self, seat: u8) -> Option<i64> {
        *self.seats.get(usize::from(seat).checked_sub(1)?)?
    }

    /// Returns the accounts at its seats.
    pub(super) fn players(&self) -> impl Iterator<Item = i64> {
        self.seats.iter().copied().flatten()
    }

    /// Returns whether the player at a seat is out of the round.
    pub(super) const fn is_out(&self, seat: u8) -> bool {
        self.outs >> (seat - 1) & 1 == 1
    }

    /// Returns whether the player at a seat has made a mark in the round.
    pub(super) const fn has_marked(&self, seat: u8) -> bool {
        self.marked >> (seat - 1) & 1 == 1
    }

    pub(super) const fn begin_round(&mut self, round: i64) {
        self.state.status = Status::InProgress;
        self.state.round = round;
        self.state.moves = 0;
        self.outs = 0;
        self.marked = 0;
    }

    pub(super) const fn close(&mut self, at: BlockRef) {
        self.state.status = Status::Closed;
        self.state.closed = Some(at);
    }

    pub(super) fn row(&self, key: GameKey) -> Values {
        let GameState { turn_seconds, starts, status, round, moves, created, active, closed, incomplete } =
            self.state;
        let seats = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        row![
            self.id,
            key.contract,
            key.game_id,
            self.rules_id,
            seats,
            turn_seconds,
            name(starts),
            created.height,
            created.nanoseconds(),
            self.outs,
            self.marked,
            name(status),
            round,
            moves,
            active.height,
            active.nanoseconds(),
            closed.map(|at| at.height),
            closed.map(BlockRef::nanoseconds),
            u8::from(incomplete),
        ]
    }

    pub(super) fn seat_rows(&self, key: GameKey) -> impl Iterator<Item = Values> {
        let taken = (1u8..).zip(&self.seats).filter_map(|(seat, account)| Some((seat, (*account)?)));
        taken.map(move |(seat, account)| {
            row![self.id, seat, account, key.contract, self.rules_id, name(self.state.status)]
        })
    }

    /// Returns the row of a round in progress.
    pub(super) const fn round_row(&self, round: i64) -> RoundRow {
        RoundRow { game: self.id, round, started: None, ended: None, moves: self.state.moves }
    }
}

impl RoundRow {
    pub(super) fn row(&self) -> Values {
        let ended = self.ended.as_ref();
        row![
            self.game,
            self.round,
            self.started.map(|at| at.height),
            self.started.map(BlockRef::nanoseconds),
            ended.map(|ended| ended.at.height),
            ended.map(|ended| ended.at.nanoseconds()),
            ended.map(|ended| name(ended.result)),
            ended.and_then(|ended| ended.winner),
            ended.and_then(|ended| ended.by),
            u8::from(ended.is_some_and(|ended| ended.counted)),
            self.moves,
        ]
    }
}
