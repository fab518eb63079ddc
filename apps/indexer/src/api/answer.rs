//! What the API answers, as it crosses the wire; the description of the API is generated from these types.
#![expect(clippy::struct_field_names, reason = "the contracts' names for them")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Reason, RoundResult, Timestamp};

use crate::model::{BlockRef, GameState, Kind, Record};

/// A game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Game {
    /// The contract's account.
    pub contract: String,
    /// Which contract that is.
    pub kind: Kind,
    /// The number of the game.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    pub game_id: GameId,
    /// The rules, such as `3x3:3` or `ultimate:any`.
    pub rules: String,
    /// The players by seat, the host first; `null` is a free seat.
    pub players: Vec<Option<String>>,
    /// Its state.
    #[serde(flatten)]
    pub state: GameState,
}

/// A page of games.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Games {
    /// The games, newest first.
    pub games: Vec<Game>,
    /// The `cursor` of the next page.
    pub next: Option<String>,
}

/// A round of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Round {
    /// Its number, from 1.
    pub round: i64,
    /// How it ended, `null` while it is in progress.
    pub result: Option<RoundResult>,
    /// The winner.
    pub winner: Option<String>,
    /// The winner's seat, from 1.
    pub seat: Option<i64>,
    /// Whose call ended it.
    pub by: Option<String>,
    /// Whether it adds to the score.
    pub counts: bool,
    /// How many moves were made in it.
    pub moves: i64,
    /// The block in which it started, `null` if that block was missed.
    pub started: Option<BlockRef>,
    /// The block in which it ended.
    pub ended: Option<BlockRef>,
}

/// A game with its rounds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GameWithRounds {
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// Its rounds by number.
    pub rounds: Vec<Round>,
    /// The `from_round` of the next page.
    pub next_round: Option<i64>,
}

/// A step of a replay.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Step {
    /// A player marked a cell.
    Move {
        /// The round.
        round: i64,
        /// Which move of the round it is, from 1.
        number: i64,
        /// The player's seat.
        seat: i64,
        /// Row, from 0 at the top.
        row: i64,
        /// Column, from 0 on the left.
        col: i64,
        /// Its block.
        at: BlockRef,
        /// The receipt that logged it.
        receipt: String,
    },
    /// A player was out of the round.
    Out {
        /// The round.
        round: i64,
        /// After how many moves of the round.
        after: i64,
        /// The player's seat.
        seat: i64,
        /// Why.
        reason: Reason,
        /// Its block.
        at: BlockRef,
        /// The receipt that logged it.
        receipt: String,
    },
}

/// A page of a replay.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Moves {
    /// The contract's account.
    pub contract: String,
    /// The number of the game.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    pub game_id: GameId,
    /// The rules.
    pub rules: String,
    /// The players by seat.
    pub players: Vec<Option<String>>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The `cursor` of the next page.
    pub next: Option<String>,
}

/// A player's results with one set of rules.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RecordByRules {
    /// The rules.
    pub rules: String,
    /// The results.
    #[serde(flatten)]
    pub record: Record,
}

/// A player.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Player {
    /// The account.
    pub player: String,
    /// Their results over all rules.
    pub overall: Record,
    /// Their results with each set of rules.
    pub by_rules: Vec<RecordByRules>,
}

/// A line of the leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Leader {
    /// Its number, from 1.
    pub place: i64,
    /// The account.
    pub player: String,
    /// The results.
    #[serde(flatten)]
    pub record: Record,
}

/// The order of a leaderboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SortOrder {
    /// By rounds won.
    #[default]
    Wins,
    /// By rating.
    Rating,
}

/// A page of the leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Leaderboard {
    /// The rules, `null` for all.
    pub rules: Option<String>,
    /// Its order.
    pub by: SortOrder,
    /// The players, best first.
    pub players: Vec<Leader>,
    /// The `cursor` of the next page.
    pub next: Option<String>,
}

/// How far a contract has been read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ContractProgress {
    /// The contract's account.
    pub contract: String,
    /// The next block to read.
    pub next_height: i64,
    /// The time of the last block read, in nanoseconds since 1970; `null` before the first.
    #[schemars(regex(pattern = "^[0-9]+$"))]
    pub time: Option<Timestamp>,
    /// The age of that block.
    pub seconds_behind: Option<i64>,
    /// How many events were recorded.
    pub events: i64,
    /// How many events were skipped: unreadable, or inconsistent with those before.
    pub skipped: i64,
    /// How many heights no server had any more.
    pub missed: i64,
}

/// The health of the indexer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Health {
    /// Whether it is close enough to the chain.
    pub ok: bool,
    /// The hash of the chain's first block, `null` before anything was read.
    pub chain: Option<String>,
    /// Its contracts.
    pub contracts: Vec<ContractProgress>,
}

/// Why a request was refused, as a problem document of RFC 9457.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    pub r#type: String,
    /// The status in words.
    pub title: String,
    /// The status.
    pub status: u16,
    /// A code for programs.
    pub code: String,
    /// A sentence for people.
    pub detail: String,
}
