//! Tables as plain text, for scripts and terminals without a screen.

use tic_tac_toe_client::table::{Table, TableId};
use tic_tac_toe_client::{Error, Refusal};
use tic_tac_toe_interface::arena::{Code, Starts};
use tic_tac_toe_rules::{Game as _, Outcome, Seat, Victory};

/// Describes a table on a few lines: who plays, the score, the board and how it stands.
pub fn describe(table: &Table) -> String {
    let players: Vec<String> = table.seats().map(|seat| format!("  {}\n", seat_line(table, seat))).collect();
    let (rules, board) = (table.position.rules(), indented_board(table));
    let round = match table.id {
        TableId::OneGame => String::new(),
        TableId::Arena(_) => format!(", round {}, {} drawn", table.round, table.score.draws),
    };
    let (id, terms) = (table.game_id(), terms(table));
    let (players, standing) = (players.concat(), standing(table));
    format!("Game {id}: {rules}{round}{terms}\n{players}\n{board}\n\n{standing}")
}

/// Describes a table on one line.
pub fn brief(table: &Table) -> String {
    let (id, rules, terms) = (table.game_id(), table.position.rules(), terms(table));
    let (players, round) = (players(table), table.round);
    format!("{id}  {rules}{terms}  {players}  round {round}: {}", standing(table))
}

/// Says what a game has beside its rules: a time limit and a turn for everybody to start. Nothing, or after a comma.
pub fn terms(table: &Table) -> String {
    let limit = table.turn_seconds.map_or_else(String::new, |seconds| format!(", {seconds} seconds a turn"));
    let starts = match table.starts {
        Starts::Host => "",
        Starts::Rotates => ", each seat starts in turn",
    };
    format!("{limit}{starts}")
}

/// Lists the players on one line; a free seat is a dash.
pub fn players(table: &Table) -> String {
    let player = |player: &Option<_>| player.as_ref().map_or("-".to_owned(), ToString::to_string);
    table.players.iter().map(player).collect::<Vec<_>>().join(" ")
}

/// Draws the board, indented.
pub fn indented_board(table: &Table) -> String {
    format!("  {}", table.position.to_string().replace('\n', "\n  "))
}

/// Says whose turn it is, or how the round ended, as a sentence.
pub fn standing(table: &Table) -> String {
    if let Some(seat) = table.free_seat() {
        return format!("Seat {} is free.", seat.number());
    }
    let name = |seat: Seat| table.player(seat).map_or_else(|| seat.to_string(), ToString::to_string);
    match table.position.outcome() {
        Outcome::InProgress { next } => format!("{} is to move with {next}.", name(next)),
        Outcome::Won { winner, by: Victory::Line } => format!("{} has won with {winner}.", name(winner)),
        Outcome::Won { winner, by: Victory::LastLeft } => {
            format!("{} has won with {winner}: the others are out.", name(winner))
        }
        Outcome::Draw => "The round is drawn.".to_owned(),
    }
}

/// Says that there is no game, and what to do about it.
pub fn missing(id: TableId) -> Error {
    let sentence = match id {
        TableId::OneGame => "there is no game yet; start one with: tic-tac-toe new-game P1 P2".to_owned(),
        TableId::Arena(id) => {
            format!("there is no game {id}; see those that there are with: tic-tac-toe list")
        }
    };
    Refusal::new(Code::NoGame, &sentence).into()
}

/// Writes a clause with a capital letter.
pub fn capitalised(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

fn seat_line(table: &Table, seat: Seat) -> String {
    let Some(player) = table.player(seat) else { return format!("{seat} free") };
    let won = match table.id {
        TableId::OneGame => String::new(),
        TableId::Arena(_) => {
            format!(": won {}", table.score.wins.get(seat.index()).copied().unwrap_or_default())
        }
    };
    let out = if table.position.is_out(seat) { ", out" } else { "" };
    format!("{seat} {player}{won}{out}")
}
