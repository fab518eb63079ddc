//! An engine behind a pipe, to be played against: `scripts/bench.sh engine` builds this file with earlier versions of
//! the engine, so it uses nothing that they do not have.
//!
//! A line asks for a move: the rules, seconds of processor time, a seed and the moves so far, such as
//! `ultimate:closing 0.02 1 4,4 3,3`. The answer is the move and the playouts it took, such as `0,1 9000`.

#[path = "strength/clock.rs"]
mod clock;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use clock::processor_time;
use tic_tac_toe_engine::{Level, Search};
use tic_tac_toe_rules::{Cell, Game, Players, Rules};

/// Few, so that the clock is looked at often: a playout on a large grid takes a tenth of a millisecond.
const PLAYOUTS_A_STEP: u64 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lock().lines() {
        println!("{}", answer(&line?)?);
        io::stdout().flush()?;
    }
    Ok(())
}

fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    let began = processor_time();
    let mut words = line.split_whitespace();
    let mut word = || words.next().ok_or("a question has rules, seconds and a seed");
    let (rules, seconds, seed) = (word()?.parse::<Rules>()?, word()?.parse()?, word()?.parse()?);
    let mut position = rules.start(Players::TWO).ok_or("two can't play this")?;
    for cell in words {
        let (row, col) = cell.split_once(',').ok_or("a move is a row and a column")?;
        position.play(Cell { row: row.parse()?, col: col.parse()? })?;
    }
    let deadline = began + Duration::from_secs_f64(seconds);
    let mut search = Search::new(&position, Level::Strong, seed).ok_or("the game is over")?;
    while !search.step(PLAYOUTS_A_STEP).done && processor_time() < deadline {}
    let Cell { row, col } = search.best();
    Ok(format!("{row},{col} {}", search.playouts()))
}
