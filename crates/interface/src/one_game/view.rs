//! What frontends read: the whole game in one JSON object.

use serde::{Deserialize, Serialize};
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Line, Outcome};

use crate::{AccountId, GameId};

/// The stored game with everything that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Tells this game from the ones before and after it.
    pub game_id: GameId,
    /// Plays X and moves first.
    pub p1: AccountId,
    /// Plays O.
    pub p2: AccountId,
    /// `board[row][col]`, `null` where the cell is empty.
    pub board: [[Option<Mark>; 3]; 3],
    /// How many moves have been made.
    pub moves: u32,
    /// Whether the game goes on.
    pub status: Status,
    /// Who moves next, `null` once the game is over.
    pub next: Option<Seat>,
    /// Who has won, `null` unless somebody has.
    pub winner: Option<Seat>,
    /// The three `[row, col]` pairs that won, `null` unless somebody has.
    pub winning_line: Option<[[u8; 2]; 3]>,
}

/// A player and the mark they play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Seat {
    /// The account.
    pub player: AccountId,
    /// Its mark.
    pub mark: Mark,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Somebody is to move.
    InProgress,
    /// Somebody has three in a row.
    Won,
    /// The board is full and nobody has.
    Draw,
}

impl GameView {
    /// Creates the view of a game, with all that follows from its board.
    #[must_use]
    pub fn new(game_id: GameId, [p1, p2]: [&AccountId; 2], board: Board) -> Self {
        let seat = |mark| {
            let player = match mark {
                Mark::X => p1,
                Mark::O => p2,
            };
            Seat { player: player.clone(), mark }
        };
        let (status, next, winner, winning_line) = match board.outcome() {
            Outcome::InProgress { next } => (Status::InProgress, Some(seat(next)), None, None),
            Outcome::Won { winner, line } => (Status::Won, None, Some(seat(winner)), Some(pairs(line))),
            Outcome::Draw => (Status::Draw, None, None, None),
        };
        Self {
            game_id,
            p1: p1.clone(),
            p2: p2.clone(),
            board: grid(board),
            moves: board.moves(),
            status,
            next,
            winner,
            winning_line,
        }
    }
}

fn grid(board: Board) -> [[Option<Mark>; 3]; 3] {
    let mut grid = [[None; 3]; 3];
    for cell in Cell::all() {
        grid[usize::from(cell.row())][usize::from(cell.col())] = board.mark_at(cell);
    }
    grid
}

fn pairs(line: Line) -> [[u8; 2]; 3] {
    line.map(|cell| [cell.row(), cell.col()])
}
