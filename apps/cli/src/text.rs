//! Games as plain text, for scripts and terminals without a screen.

use tic_tac_toe_client::{Game, arena};
use tic_tac_toe_rules::classic::Outcome;
use tic_tac_toe_rules::{Game as _, Position, Seat, Victory};

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

/// A game of the arena with who plays, the score, the board and how it stands.
#[must_use]
pub fn describe_game(game: &arena::Game) -> String {
    let seats = game.position.players().seats();
    let players: Vec<String> = seats.map(|seat| format!("  {}\n", seat_line(game, seat))).collect();
    let draws = game.score.draws;
    let limit = game.turn_seconds.map_or_else(String::new, |seconds| format!(", {seconds} seconds a turn"));
    format!(
        "Game {}: {}, round {}, {draws} drawn{limit}\n{}\n{}\n\n{}",
        game.id,
        game.position.rules(),
        game.round,
        players.concat(),
        indented_board(&game.position),
        standing_of(game)
    )
}

/// A game of the arena on one line.
#[must_use]
pub fn brief(game: &arena::Game) -> String {
    let player = |player: &Option<_>| player.as_ref().map_or("-".to_owned(), ToString::to_string);
    let players: Vec<String> = game.players.iter().map(player).collect();
    let rules = game.position.rules();
    format!("{}  {rules}  {}  round {}: {}", game.id, players.join(" "), game.round, standing_of(game))
}

/// The board of any rules, moved in from the left edge.
#[must_use]
pub fn indented_board(position: &Position) -> String {
    format!("  {}", position.to_string().replace('\n', "\n  "))
}

/// Whose turn it is in a game of the arena, or how its round ended, as a sentence.
#[must_use]
pub fn standing_of(game: &arena::Game) -> String {
    use tic_tac_toe_rules::Outcome;
    if let Some(seat) = game.free_seat() {
        return format!("Seat {} is free.", seat.number());
    }
    let name = |seat: Seat| game.player(seat).map_or_else(|| seat.to_string(), ToString::to_string);
    match game.position.outcome() {
        Outcome::InProgress { next } => format!("{} is to move with {next}.", name(next)),
        Outcome::Won { winner, by: Victory::Line } => format!("{} has won with {winner}.", name(winner)),
        Outcome::Won { winner, by: Victory::LastLeft } => {
            format!("{} has won with {winner}: the others are out.", name(winner))
        }
        Outcome::Draw => "The round is drawn.".to_owned(),
    }
}

fn seat_line(game: &arena::Game, seat: Seat) -> String {
    let won = game.score.wins.get(seat.index()).copied().unwrap_or_default();
    let out = if game.position.is_out(seat) { ", out" } else { "" };
    match game.player(seat) {
        Some(player) => format!("{seat} {player}: won {won}{out}"),
        None => format!("{seat} free"),
    }
}
