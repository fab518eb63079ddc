//! What the ledger keeps, the database stores and the API answers alike: each is read and written here only.

use schemars::JsonSchema;
use serde::de::value::{Error as NameError, StringDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use tic_tac_toe_interface::arena::{Starts, Timestamp};
use tic_tac_toe_rules::Rules;

use crate::rating::Rating;

/// The id that stands for all rules together.
pub(crate) const ALL_RULES: i64 = 0;

/// Which contract a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The contract with one game at a time.
    OneGame,
    /// The contract with many games at once.
    Arena,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// A seat is free.
    Waiting,
    /// A round is in progress.
    InProgress,
    /// Its current round was won.
    Won,
    /// Its current round was drawn.
    Draw,
    /// It is gone from the contract: closed, or replaced by the next game of a one-game contract.
    Closed,
}

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct BlockRef {
    /// Its height.
    pub height: i64,
    /// Its time, in nanoseconds since 1970.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    pub time: Timestamp,
}

/// The state of a game, as far as its events were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct GameState {
    /// How long a turn may take, `null` without a limit.
    pub turn_seconds: Option<i64>,
    /// Who moves first in each round.
    pub starts: Starts,
    /// Its status.
    pub status: Status,
    /// The current round, from 1.
    pub round: i64,
    /// How many moves were made in it.
    pub moves: i64,
    /// The block in which it was created.
    pub created: BlockRef,
    /// The block of its last event.
    pub active: BlockRef,
    /// The block in which it was closed, `null` while it is open.
    pub closed: Option<BlockRef>,
    /// Whether some of its events may be missing, because no server had the blocks any more.
    pub incomplete: bool,
}

/// A player's results. Rounds count as in the arena's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Record {
    /// Rounds won.
    pub won: i64,
    /// Rounds with a mark of theirs that another player won.
    pub lost: i64,
    /// Rounds drawn.
    pub drawn: i64,
    /// Rounds with a mark of theirs in which they resigned or ran out of time.
    pub walked_away: i64,
    /// Elo rating, in points.
    #[schemars(with = "i64")]
    pub rating: Rating,
}

impl BlockRef {
    /// Refers to a block. Heights and times fit into the database for some hundred years.
    pub(crate) fn new(height: u64, time: u64) -> Self {
        let most = i64::MAX.unsigned_abs();
        Self { height: i64::try_from(height).unwrap_or(i64::MAX), time: Timestamp(time.min(most)) }
    }

    /// Returns its time, as the database has it.
    pub(crate) fn nanoseconds(self) -> i64 {
        i64::try_from(self.time.0).unwrap_or(i64::MAX)
    }

    /// Reads a height and the time after it, which are both null or both not.
    pub(crate) fn read(row: &AnyRow, column: usize) -> Result<Option<Self>, sqlx::Error> {
        let (height, time): (Option<i64>, Option<i64>) = (row.try_get(column)?, row.try_get(column + 1)?);
        Ok(height.zip(time).map(|(height, time)| Self { height, time: Timestamp(unsigned(time)) }))
    }

    /// Reads a height and the time after it from columns that can't be null.
    pub(crate) fn must_read(row: &AnyRow, column: usize) -> Result<Self, sqlx::Error> {
        Self::read(row, column)?.ok_or_else(|| sqlx::Error::Decode("a block is missing".into()))
    }
}

impl GameState {
    /// The columns of `games` that [`Self::read`] expects.
    pub(crate) const COLUMNS: &str =
        "games.turn_seconds, games.starts, games.status, games.round, games.moves,
        games.created_height, games.created_time, games.active_height, games.active_time,
        games.closed_height, games.closed_time, games.gap";

    /// Reads the columns from the given one on.
    pub(crate) fn read(row: &AnyRow, column: usize) -> Result<Self, sqlx::Error> {
        Ok(Self {
            turn_seconds: row.try_get(column)?,
            starts: from_name(row.try_get(column + 1)?)?,
            status: from_name(row.try_get(column + 2)?)?,
            round: row.try_get(column + 3)?,
            moves: row.try_get(column + 4)?,
            created: BlockRef::must_read(row, column + 5)?,
            active: BlockRef::must_read(row, column + 7)?,
            closed: BlockRef::read(row, column + 9)?,
            incomplete: row.try_get::<i64, _>(column + 11)? != 0,
        })
    }
}

impl Record {
    /// The columns of `standings` that [`Self::read`] expects.
    pub(crate) const COLUMNS: &str = "standings.won, standings.lost, standings.drawn, standings.walked_away,
        standings.rating";

    /// Reads the columns from the given one on.
    pub(crate) fn read(row: &AnyRow, column: usize) -> Result<Self, sqlx::Error> {
        Ok(Self {
            won: row.try_get(column)?,
            lost: row.try_get(column + 1)?,
            drawn: row.try_get(column + 2)?,
            walked_away: row.try_get(column + 3)?,
            rating: Rating(row.try_get(column + 4)?),
        })
    }
}

/// Returns the name of an enum's variant, as the database has it.
pub(crate) fn name(variant: impl Serialize) -> String {
    match serde_json::json!(variant) {
        serde_json::Value::String(name) => name,
        _ => String::new(),
    }
}

/// Returns the variant with a name that the database has.
pub(crate) fn from_name<T: DeserializeOwned>(name: String) -> Result<T, sqlx::Error> {
    let name: StringDeserializer<NameError> = name.into_deserializer();
    let newer = |error| format!("{error}: a newer version of this program wrote that; update it");
    T::deserialize(name).map_err(|error| sqlx::Error::Decode(newer(error).into()))
}

/// Returns the name of rules in the database: a 3x3 board is written like every other one.
pub(crate) fn rules_name(rules: Rules) -> String {
    match rules {
        Rules::Grid(grid) => format!("{}x{}:{}", grid.rows(), grid.cols(), grid.in_a_row()),
        Rules::Ultimate(_) => rules.to_string(),
    }
}

/// Returns what a list has for a seat, which counts from 1.
pub(crate) fn at_seat<T>(list: &mut [T], seat: i64) -> Option<&mut T> {
    usize::try_from(seat - 1).ok().and_then(|slot| list.get_mut(slot))
}

/// Converts a number that is never negative, as the database has no unsigned ones.
pub(crate) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
