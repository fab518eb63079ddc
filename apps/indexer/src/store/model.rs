//! What the ledger keeps of a game, and the rows that the database keeps of it.

use serde::{Serialize, Serializer};
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Reason, RoundResult};
use tic_tac_toe_rules::Rules;

use crate::rating::Rating;

/// A block as the place and time of what happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub height: i64,
    pub time: i64,
}

/// What kind of contract it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One game at a time.
    OneGame,
    /// Many games at once.
    Arena,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Waiting,
    InProgress,
    Won,
    Draw,
    Closed,
}

/// Tells games apart.
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
    pub turn_seconds: Option<i64>,
    pub status: Status,
    pub round: i64,
    pub moves: i64,
    pub outs: u8,
    pub created: Moment,
    pub active: Moment,
    pub closed: Option<Moment>,
    pub gap: bool,
}

/// What a player has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub counted: i64,
    pub won: i64,
    pub lost: i64,
    pub drawn: i64,
    pub walked_away: i64,
    pub rating: i64,
}

/// Why an event can't be true. Contracts don't tell such things; what is missing was never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Nonsense {
    /// Contracts speak one standard.
    #[error("the contract has told events of the other standard before")]
    OtherStandard,
    /// No game is like that.
    #[error("its numbers make no game")]
    Unplayable,
    /// The game was there already.
    #[error("the game was created before")]
    CreatedTwice,
    /// The game was never created, or is closed.
    #[error("the game's beginning was not read, or it is closed")]
    UnknownGame,
    /// The game does not stand like that.
    #[error("the events before it say otherwise")]
    Contradiction,
}

/// Rows to be written.
#[derive(Default)]
pub(super) struct Changes {
    pub accounts: Vec<(i64, String)>,
    pub rules: Vec<(i64, String)>,
    pub games: Vec<GameRow>,
    pub seats: Vec<SeatRow>,
    pub rounds: Vec<RoundRow>,
    pub moves: Vec<MoveRow>,
    pub outs: Vec<OutRow>,
    pub standings: Vec<(i64, i64, Standing)>,
}

/// The columns of `games`, in their order.
#[derive(Serialize)]
#[rustfmt::skip]
pub(super) struct GameRow(
    i64, i64, i64, i64, usize, Option<i64>, &'static str, i64, i64, u8,
    i64, i64, i64, i64, Option<i64>, Option<i64>, u8,
);

/// The columns of `seats`, in their order.
#[derive(Serialize)]
pub(super) struct SeatRow(i64, u8, i64, i64, &'static str);

/// A row of `rounds`.
pub(super) struct RoundRow {
    pub game: i64,
    pub round: i64,
    pub started: Option<Moment>,
    pub ended: Option<Ended>,
    pub moves: i64,
}

/// How a round ended.
pub(super) struct Ended {
    at: Moment,
    result: RoundResult,
    winner: Option<u8>,
    by: Option<i64>,
    counted: bool,
}

/// A row of `moves`.
pub(super) struct MoveRow {
    pub game: i64,
    pub round: i64,
    pub number: i64,
    pub seat: u8,
    pub row: u8,
    pub col: u8,
    pub at: Moment,
    pub receipt: String,
}

/// A row of `outs`.
pub(super) struct OutRow {
    pub game: i64,
    pub round: i64,
    pub seat: u8,
    pub after: i64,
    pub reason: Reason,
    pub at: Moment,
    pub receipt: String,
}

impl GameKey {
    /// Fails for a number that no contract has ever come to.
    pub(super) fn new(contract: i64, id: GameId) -> Result<Self, Nonsense> {
        let game_id = i64::try_from(id.0).map_err(|_| Nonsense::Unplayable)?;
        Ok(Self { contract, game_id })
    }
}

impl Kind {
    /// As the database writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneGame => "one_game",
            Self::Arena => "arena",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::OneGame, Self::Arena].into_iter().find(|kind| kind.name() == name)
    }
}

impl Status {
    const ALL: [Self; 5] = [Self::Waiting, Self::InProgress, Self::Won, Self::Draw, Self::Closed];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::InProgress => "in_progress",
            Self::Won => "won",
            Self::Draw => "draw",
            Self::Closed => "closed",
        }
    }

    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

impl Game {
    pub(super) fn new(
        id: i64,
        rules: Rules,
        rules_id: i64,
        seats: Vec<Option<i64>>,
        turn_seconds: Option<i64>,
        at: Moment,
    ) -> Self {
        Self {
            id,
            rules_id,
            rows: rules.rows(),
            cols: rules.cols(),
            seats,
            turn_seconds,
            status: Status::Waiting,
            round: 1,
            moves: 0,
            outs: 0,
            created: at,
            active: at,
            closed: None,
            gap: false,
        }
    }

    /// Who sits there.
    pub(super) fn at(&self, seat: u8) -> Option<i64> {
        *self.seats.get(usize::from(seat).checked_sub(1)?)?
    }

    /// Whether somebody is out of the round.
    pub(super) const fn is_out(&self, seat: u8) -> bool {
        self.outs >> (seat - 1) & 1 == 1
    }

    /// Whether the round has begun.
    pub(super) fn has_begun(&self) -> bool {
        self.status != Status::Waiting
    }

    pub(super) fn begin_round(&mut self, round: i64) {
        self.status = Status::InProgress;
        self.round = round;
        self.moves = 0;
        self.outs = 0;
    }

    pub(super) fn close(&mut self, at: Moment) {
        self.status = Status::Closed;
        self.closed = Some(at);
    }

    pub(super) fn row(&self, key: GameKey) -> GameRow {
        GameRow(
            self.id,
            key.contract,
            key.game_id,
            self.rules_id,
            self.seats.len(),
            self.turn_seconds,
            self.status.name(),
            self.round,
            self.moves,
            self.outs,
            self.created.height,
            self.created.time,
            self.active.height,
            self.active.time,
            self.closed.map(|at| at.height),
            self.closed.map(|at| at.time),
            u8::from(self.gap),
        )
    }

    pub(super) fn seat_rows(&self) -> impl Iterator<Item = SeatRow> {
        let taken = (1u8..).zip(&self.seats).filter_map(|(seat, account)| Some((seat, (*account)?)));
        taken.map(|(seat, account)| SeatRow(self.id, seat, account, self.rules_id, self.status.name()))
    }

    /// The row of a round that goes on.
    pub(super) const fn round_row(&self, round: i64) -> RoundRow {
        RoundRow { game: self.id, round, started: None, ended: None, moves: self.moves }
    }
}

impl RoundRow {
    pub(super) fn end(
        &mut self,
        at: Moment,
        result: RoundResult,
        winner: Option<u8>,
        by: Option<i64>,
        counted: bool,
    ) {
        self.ended = Some(Ended { at, result, winner, by, counted });
    }
}

impl Default for Standing {
    fn default() -> Self {
        Self { counted: 0, won: 0, lost: 0, drawn: 0, walked_away: 0, rating: Rating::FIRST.0 }
    }
}

impl Serialize for RoundRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ended = self.ended.as_ref();
        let result = ended.map(|ended| match ended.result {
            RoundResult::Won => "won",
            RoundResult::Draw => "draw",
            RoundResult::Abandoned => "abandoned",
        });
        let row = (
            self.game,
            self.round,
            self.started.map(|at| at.height),
            self.started.map(|at| at.time),
            ended.map(|ended| ended.at.height),
            ended.map(|ended| ended.at.time),
            result,
            ended.and_then(|ended| ended.winner),
            ended.and_then(|ended| ended.by),
            u8::from(ended.is_some_and(|ended| ended.counted)),
            self.moves,
        );
        row.serialize(serializer)
    }
}

impl Serialize for MoveRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moment { height, time } = self.at;
        let Self { game, round, number, seat, row, col, receipt, .. } = self;
        (game, round, number, seat, row, col, height, time, receipt).serialize(serializer)
    }
}

impl Serialize for OutRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moment { height, time } = self.at;
        let Self { game, round, seat, after, receipt, .. } = self;
        let reason = match self.reason {
            Reason::Resigned => "resigned",
            Reason::TimedOut => "timed_out",
        };
        (game, round, seat, after, reason, height, time, receipt).serialize(serializer)
    }
}
