//! What frontends read: the whole game in one JSON object.

use near_sdk::json_types::U64;
use near_sdk::{AccountId, near};
use tic_tac_toe_rules::classic::{Board, Cell, Line, Outcome};

use crate::state::Game;

/// The stored game with everything that follows from it.
#[near(serializers = [json])]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// Tells this game from the ones before and after it.
    pub game_id: U64,
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
#[near(serializers = [json])]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The account.
    pub player: AccountId,
    /// Its mark.
    pub mark: Mark,
}

/// What a player puts on the board.
#[near(serializers = [json])]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The first player's mark.
    X,
    /// The second player's mark.
    O,
}

/// Whether the game goes on.
#[near(serializers = [json])]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Somebody is to move.
    InProgress,
    /// Somebody has three in a row.
    Won,
    /// The board is full and nobody has.
    Draw,
}

impl From<tic_tac_toe_rules::Mark> for Mark {
    fn from(mark: tic_tac_toe_rules::Mark) -> Self {
        match mark {
            tic_tac_toe_rules::Mark::X => Self::X,
            tic_tac_toe_rules::Mark::O => Self::O,
        }
    }
}

impl From<&Game> for GameView {
    fn from(game: &Game) -> Self {
        let seat = |mark| Seat { player: game.player(mark).clone(), mark: mark.into() };
        let (status, next, winner, winning_line) = match game.board.outcome() {
            Outcome::InProgress { next } => (Status::InProgress, Some(seat(next)), None, None),
            Outcome::Won { winner, line } => (Status::Won, None, Some(seat(winner)), Some(pairs(line))),
            Outcome::Draw => (Status::Draw, None, None, None),
        };
        Self {
            game_id: game.id.into(),
            p1: game.p1.clone(),
            p2: game.p2.clone(),
            board: grid(game.board),
            moves: game.board.moves(),
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
        grid[usize::from(cell.row())][usize::from(cell.col())] = board.mark_at(cell).map(Mark::from);
    }
    grid
}

fn pairs(line: Line) -> [[u8; 2]; 3] {
    line.map(|cell| [cell.row(), cell.col()])
}
