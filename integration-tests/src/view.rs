//! Boards as text, as tests draw them.

use tic_tac_toe_interface::one_game::GameView;

/// Draws the board of a view, as [`drawn`] returns it.
#[must_use]
pub fn board_of(game: &GameView) -> String {
    let rows = game.board.map(|row| row.map(|cell| cell.map_or(".".to_owned(), |mark| mark.to_string())));
    rows.map(|row| row.join(" ")).join("\n")
}

/// Returns a board drawn in a test, without the indentation around it.
#[must_use]
pub fn drawn(board: &str) -> String {
    board.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Returns the moves of a game drawn with each move's number in its cell and a dot in the others, in order, as rows and
/// columns.
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
