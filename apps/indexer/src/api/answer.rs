//! What the API answers, as it crosses the wire; the description of the API is made from these types.

use schemars::JsonSchema;
use serde::Serialize;

use crate::rating::Rating;

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct At {
    /// Its height.
    pub height: i64,
    /// Its time, in nanoseconds since 1970.
    pub time: String,
}

/// Which contract a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The contract with one game at a time.
    OneGame,
    /// The contract with many.
    Arena,
}

/// How a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is free.
    Waiting,
    /// A round is under way.
    InProgress,
    /// Its current round was won.
    Won,
    /// Its current round was drawn.
    Draw,
    /// It is gone from the contract: closed, or replaced by the next game of a one-game contract.
    Closed,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundResult {
    /// Somebody has a line or was the last one left.
    Won,
    /// Nobody could win any more.
    Draw,
    /// It was left before it was decided.
    Abandoned,
}

/// Why a player was out of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// They left.
    Resigned,
    /// Their time was over.
    TimedOut,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the contract's name for it")]
pub struct Game {
    /// The contract's account.
    pub contract: String,
    /// Which contract that is.
    pub kind: Kind,
    /// The number of the game.
    pub game_id: String,
    /// What is played, such as `3x3:3` or `ultimate:any`.
    pub rules: String,
    /// Who sits where, the host first; `null` is a free seat.
    pub players: Vec<Option<String>>,
    /// How long a turn may take, `null` without a limit.
    pub turn_seconds: Option<i64>,
    /// How it is.
    pub status: Status,
    /// The current round, from 1.
    pub round: i64,
    /// How many moves were made in it.
    pub moves: i64,
    /// When it was made.
    pub created: At,
    /// When something last happened in it.
    pub active: At,
    /// When it was closed, `null` while it is not.
    pub closed: Option<At>,
    /// Whether some of its events may be missing, since no server had the blocks any more.
    pub incomplete: bool,
}

/// A page of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Games {
    /// The newest first.
    pub games: Vec<Game>,
    /// The `cursor` of the page after this one.
    pub next: Option<String>,
}

/// A round of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the contract's name for it")]
pub struct Round {
    /// Its number, from 1.
    pub round: i64,
    /// How it ended, `null` while it is under way.
    pub result: Option<RoundResult>,
    /// Who won it.
    pub winner: Option<String>,
    /// The winner's seat, from 1.
    pub seat: Option<i64>,
    /// Whose call ended it.
    pub by: Option<String>,
    /// Whether it adds to the score.
    pub counts: bool,
    /// How many moves were made in it.
    pub moves: i64,
    /// When it began, `null` if that was not read.
    pub started: Option<At>,
    /// When it ended.
    pub ended: Option<At>,
}

/// A game with its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameWithRounds {
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// Its rounds by number.
    pub rounds: Vec<Round>,
    /// The `from_round` of those after these.
    pub next_round: Option<i64>,
}

/// Something that happened on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// A player marked a cell.
    Move {
        /// The round.
        round: i64,
        /// Which move of the round it is, from 1.
        number: i64,
        /// Whose.
        seat: i64,
        /// Row, from 0 at the top.
        row: i64,
        /// Column, from 0 on the left.
        col: i64,
        /// When.
        at: At,
        /// The receipt that logged it.
        receipt: String,
    },
    /// A player was out of the round.
    Out {
        /// The round.
        round: i64,
        /// After how many of its moves.
        after: i64,
        /// Who.
        seat: i64,
        /// Why.
        reason: Reason,
        /// When.
        at: At,
        /// The receipt that logged it.
        receipt: String,
    },
}

/// What was played in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moves {
    /// The contract's account.
    pub contract: String,
    /// The number of the game.
    pub game_id: String,
    /// What is played.
    pub rules: String,
    /// Who sits where.
    pub players: Vec<Option<String>>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// The `cursor` of the page after this one.
    pub next: Option<String>,
}

/// How a player has done. Rounds count as the arena's score does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Record {
    /// Rounds won.
    pub won: i64,
    /// Rounds that another one won.
    pub lost: i64,
    /// Rounds drawn.
    pub drawn: i64,
    /// Rounds in which they resigned or ran out of time.
    pub walked_away: i64,
    /// Elo, in points.
    pub rating: i64,
}

/// How a player has done under some rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecordByRules {
    /// The rules.
    pub rules: String,
    /// How they have done.
    #[serde(flatten)]
    pub record: Record,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the contract's name for it")]
pub struct Player {
    /// The account.
    pub player: String,
    /// How they have done under all rules.
    pub overall: Record,
    /// And under each.
    pub by_rules: Vec<RecordByRules>,
}

/// A player on the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Placed {
    /// The line on the leaderboard, from 1.
    pub place: i64,
    /// The account.
    pub player: String,
    /// How they have done.
    #[serde(flatten)]
    pub record: Record,
}

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Rounds won.
    #[default]
    Wins,
    /// The rating.
    Rating,
}

/// A page of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Leaderboard {
    /// The rules, `null` for all.
    pub rules: Option<String>,
    /// What it is ordered by.
    pub by: By,
    /// The best first.
    pub players: Vec<Placed>,
    /// The `cursor` of the page after this one.
    pub next: Option<String>,
}

/// How far a contract has been read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reading {
    /// The contract's account.
    pub contract: String,
    /// The next block to read.
    pub next_height: i64,
    /// The time of the last block read, in nanoseconds since 1970; `null` before the first.
    pub time: Option<String>,
    /// How old that block is.
    pub seconds_behind: Option<i64>,
    /// How many events were taken in.
    pub events: i64,
    /// How many could not be read or could not be true.
    pub skipped: i64,
    /// How many heights no server had any more.
    pub missed: i64,
}

/// How far behind the indexer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Health {
    /// Whether it is close enough to the chain.
    pub ok: bool,
    /// The hash of the chain's first block, `null` before anything was read.
    pub chain: Option<String>,
    /// Its contracts.
    pub contracts: Vec<Reading>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// The reason.
    pub error: Reasoned,
}

/// A reason, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reasoned {
    /// For programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

impl Kind {
    const ALL: [Self; 2] = [Self::OneGame, Self::Arena];

    const fn name(self) -> &'static str {
        match self {
            Self::OneGame => "one_game",
            Self::Arena => "arena",
        }
    }

    /// As the database has it.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Status {
    const ALL: [Self; 5] = [Self::Waiting, Self::InProgress, Self::Won, Self::Draw, Self::Closed];

    /// As the database has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::InProgress => "in_progress",
            Self::Won => "won",
            Self::Draw => "draw",
            Self::Closed => "closed",
        }
    }

    /// As the database has it.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

impl Default for Record {
    fn default() -> Self {
        Self { won: 0, lost: 0, drawn: 0, walked_away: 0, rating: Rating::FIRST.points() }
    }
}
