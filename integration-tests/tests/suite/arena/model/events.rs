//! The log lines that calls ought to write, letter by letter.

use serde_json::{Value, json};

use super::game::Game;

fn line(event: &str, fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!(r#""{name}":{value}"#)).collect();
    let data = fields.join(",");
    format!(
        r#"EVENT_JSON:{{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"{event}","data":{{{data}}}}}"#
    )
}

fn text(value: impl Into<Value>) -> String {
    value.into().to_string()
}

fn id(game: &Game) -> (&'static str, String) {
    ("game_id", text(game.id.to_string()))
}

fn round(game: &Game) -> (&'static str, String) {
    ("round", text(game.round))
}

pub fn game_created(game: &Game) -> String {
    let rules = game.rules.text();
    let fields = [
        id(game),
        ("players", json!(game.players).to_string()),
        ("rules", rules),
        ("turn_seconds", json!(game.turn_seconds).to_string()),
        ("starts", text(game.starts())),
    ];
    line("game_created", &fields)
}

pub fn player_joined(game: &Game, seat: usize) -> String {
    line("player_joined", &[id(game), ("player", text(game.player(seat))), ("seat", text(seat))])
}

pub fn round_started(game: &Game) -> String {
    line("round_started", &[id(game), round(game), ("seat", text(game.first()))])
}

pub fn move_made(game: &Game, seat: usize, [row, col]: [usize; 2]) -> String {
    let player = ("player", text(game.player(seat)));
    line(
        "move_made",
        &[id(game), round(game), player, ("seat", text(seat)), ("row", text(row)), ("col", text(col))],
    )
}

pub fn player_out(game: &Game, seat: usize, reason: &str) -> String {
    let player = ("player", text(game.player(seat)));
    line("player_out", &[id(game), round(game), player, ("seat", text(seat)), ("reason", text(reason))])
}

pub fn round_over(game: &Game, result: &str, winner: Option<usize>, by: &str) -> String {
    let fields = [
        id(game),
        round(game),
        ("result", text(result)),
        ("winner", json!(winner.map(|seat| game.player(seat))).to_string()),
        ("seat", json!(winner).to_string()),
        ("by", text(by)),
    ];
    line("round_over", &fields)
}

pub fn game_closed(game: &Game, by: &str) -> String {
    line("game_closed", &[id(game), ("by", text(by))])
}
