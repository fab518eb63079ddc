//! Two people, one keyboard: `cargo run -p tic-tac-toe-rules --example hotseat`.

use std::io::{self, BufRead, Write};

use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let mut board = Board::EMPTY;
    loop {
        println!("\n{}", draw(board));
        match board.outcome() {
            Outcome::Won { winner, .. } => {
                println!("{winner} won, {} lost.", winner.other());
                return Ok(());
            }
            Outcome::Draw => {
                println!("{} drew, {} drew.", Mark::X, Mark::O);
                return Ok(());
            }
            Outcome::InProgress { next } => print!("{next}, choose a cell (1-9): "),
        }
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            println!("\nThe game was left unfinished.");
            return Ok(());
        };
        let Some(cell) = line.trim().parse().ok().and_then(Cell::from_number) else {
            println!("Type a number from 1 to 9 and press Enter.");
            continue;
        };
        match board.play(cell) {
            Ok(next) => board = next,
            Err(reason) => println!("That does not work: {reason}."),
        }
    }
}

fn draw(board: Board) -> String {
    let cells: Vec<String> = Cell::all()
        .map(|cell| board.mark_at(cell).map_or(cell.number().to_string(), |mark| mark.to_string()))
        .collect();
    let rows: Vec<String> = cells.chunks(3).map(|row| format!(" {} ", row.join(" | "))).collect();
    rows.join("\n---+---+---\n")
}
