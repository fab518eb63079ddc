//! Games as plain text, for scripts and terminals without a screen.

use tic_tac_toe_client::Game;
use tic_tac_toe_rules::classic::Outcome;

/// The board with who plays and how it stands, on a few lines.
#[must_use]
pub fn describe(game: &Game) -> String {
    format!(
        "Game {}: {} (X) against {} (O)\n\n{}\n\n{}",
        game.id,
        game.p1,
        game.p2,
        indented(game),
        standing(game)
    )
}

/// The board alone, moved in from the left edge.
#[must_use]
pub fn indented(game: &Game) -> String {
    format!("  {}", game.board.to_string().replace('\n', "\n  "))
}

/// Whose turn it is, or how the game ended, as a sentence.
#[must_use]
pub fn standing(game: &Game) -> String {
    match game.board.outcome() {
        Outcome::InProgress { next } => format!("{} is to move with {next}.", game.player(next)),
        Outcome::Won { winner, .. } => format!("{} has won with {winner}.", game.player(winner)),
        Outcome::Draw => "The game is drawn.".to_owned(),
    }
}
