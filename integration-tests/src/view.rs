//! The game as `get_game` shows it, and boards as text.

use near_workspaces::AccountId;
use serde::Deserialize;

/// What `get_game` answers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameView {
    /// Tells this game from the ones before and after it.
    pub game_id: String,
    /// Plays X and moves first.
    pub p1: AccountId,
    /// Plays O.
    pub p2: AccountId,
    /// `board[row][col]`.
    pub board: [[Option<char>; 3]; 3],
    /// How many moves have been made.
    pub moves: usize,
    /// `in_progress`, `won` or `draw`.
    pub status: String,
    /// Who moves next.
    pub next: Option<Seat>,
    /// Who has won.
    pub winner: Option<Seat>,
    /// The cells that won, as rows and columns.
    pub winning_line: Option<[[u8; 2]; 3]>,
}

/// A player and their mark.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The account.
    pub player: AccountId,
    /// `X` or `O`.
    pub mark: char,
}

impl GameView {
    /// The board as [`drawn`] gives it.
    #[must_use]
    pub fn drawn(&self) -> String {
        let cell = |mark: &Option<char>| mark.unwrap_or('.').to_string();
        self.board.each_ref().map(|row| row.each_ref().map(cell).join(" ")).join("\n")
    }
}

/// A board drawn in a test, without the indentation around it.
#[must_use]
pub fn drawn(board: &str) -> String {
    board.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// The moves of a game drawn with each move's number in its cell and a dot in the others, in order, as
/// rows and columns.
///
/// # Panics
///
/// When a cell is neither a number nor a dot.
#[must_use]
pub fn moves(game: &str) -> Vec<(u8, u8)> {
    let cells = game.split_whitespace().zip(0u8..).filter(|(cell, _)| *cell != ".");
    let mut moves: Vec<(u8, (u8, u8))> = cells
        .map(|(cell, index)| (cell.parse().expect("a cell is a number or a dot"), (index / 3, index % 3)))
        .collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, cell)| cell).collect()
}
