//! People around one keyboard: `cargo run --example hotseat`.
//!
//! `-- --rules ultimate:any` plays ultimate, `-- --rules 5x5:4 --players 3` a larger board with three.

use std::env;
use std::io::{self, BufRead, Write};
use std::num::NonZeroU8;
use std::process::ExitCode;

use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat};

fn main() -> io::Result<ExitCode> {
    let mut position = match start(env::args().skip(1)) {
        Ok(position) => position,
        Err(reason) => {
            eprintln!("{reason}.");
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut lines = io::stdin().lock().lines();
    loop {
        println!("\n{position}");
        let Outcome::InProgress { next } = position.outcome() else {
            println!("{}", result(&position));
            return Ok(ExitCode::SUCCESS);
        };
        print!("{next}, type a row and a column, or resign: ");
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            println!("\nThe game was left unfinished.");
            return Ok(ExitCode::SUCCESS);
        };
        if let Err(reason) = answer(&mut position, next, line.trim()) {
            println!("That does not work: {reason}.");
        }
    }
}

fn start(mut arguments: impl Iterator<Item = String>) -> Result<Position, String> {
    let (mut rules, mut players) = (Rules::CLASSIC, Players::TWO);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("Give {name} a value"))?;
        match name.as_str() {
            "--rules" => {
                rules = value.parse().map_err(|reason| format!("{value} names no rules: {reason}"))?;
            }
            "--players" => {
                let count = value.parse().ok().and_then(Players::new);
                players = count.ok_or(format!("2 to 4 can play, not {value}"))?;
            }
            _ => return Err(format!("There are --rules and --players, but not {name}")),
        }
    }
    rules.start(players).ok_or(format!("{rules} is not for {} players", players.count()))
}

fn answer(position: &mut Position, player: Seat, line: &str) -> Result<(), String> {
    if line == "resign" {
        return position.leave(player).map_err(|reason| reason.to_string());
    }
    let numbers: Option<Vec<NonZeroU8>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some([row, col]) = numbers.as_deref() else {
        return Err("type two numbers, both counted from 1, such as 2 3".into());
    };
    position.play(Cell { row: row.get() - 1, col: col.get() - 1 }).map_err(|reason| reason.to_string())
}

fn result(position: &Position) -> String {
    let Outcome::Won { winner, .. } = position.outcome() else {
        return "Nobody won.".into();
    };
    let losers = position.players().seats().filter(|&seat| seat != winner).map(|seat| format!("{seat} lost"));
    format!("{winner} won, {}.", losers.collect::<Vec<_>>().join(", "))
}
