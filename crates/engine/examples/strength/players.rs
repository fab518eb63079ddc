//! Those who play the matches.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use tic_tac_toe_engine::{Level, Search, choose};
use tic_tac_toe_rules::{Cell, Game, Outcome, Position};

use crate::clock::processor_time;
use crate::plain::{Dice, uct};

/// Few, so that the clock is looked at often: a playout on a large grid takes a tenth of a millisecond.
const PLAYOUTS_A_STEP: u64 = 8;

/// A game so far.
pub struct Table<'a> {
    pub position: Position,
    pub moves: &'a [Cell],
    // Another one for every game and move.
    pub seed: u64,
}

/// Somebody who chooses a move.
pub trait Player {
    fn choose(&mut self, table: &Table) -> Cell;
}

/// The strongest level of today's engine, which keeps what it has thought between the moves of a game.
pub struct Strong {
    seconds: f64,
    search: Option<Search<Position>>,
    pub playouts: u64,
    pub moves: u64,
}

impl Strong {
    pub fn new(seconds: f64) -> Self {
        Self { seconds, search: None, playouts: 0, moves: 0 }
    }
}

impl Player for Strong {
    fn choose(&mut self, table: &Table) -> Cell {
        let deadline = processor_time() + Duration::from_secs_f64(self.seconds);
        let kept = self.search.take().and_then(|search| search.follow(&table.position));
        let mut search = kept.unwrap_or_else(|| {
            Search::new(&table.position, Level::Strong, table.seed).expect("the game goes on")
        });
        while !search.step(PLAYOUTS_A_STEP).done && processor_time() < deadline {}
        self.playouts += search.playouts();
        self.moves += 1;
        let best = search.best();
        self.search = Some(search);
        best
    }
}

impl Player for Level {
    fn choose(&mut self, table: &Table) -> Cell {
        choose(&table.position, *self, table.seed).expect("the game goes on")
    }
}

/// A tree search from a textbook.
pub struct Plain {
    seconds: f64,
    exploration: f64,
    pub playouts: u64,
    pub moves: u64,
}

impl Plain {
    pub fn new(seconds: f64, exploration: f64) -> Self {
        Self { seconds, exploration, playouts: 0, moves: 0 }
    }
}

impl Player for Plain {
    fn choose(&mut self, table: &Table) -> Cell {
        let deadline = processor_time() + Duration::from_secs_f64(self.seconds);
        let mut playouts = 0;
        let goes_on = || {
            playouts += 1;
            playouts % PLAYOUTS_A_STEP != 0 || processor_time() < deadline
        };
        let mut dice = Dice(table.seed + 1);
        let chosen = match &table.position {
            Position::Grid(position) => uct(position, self.exploration, goes_on, &mut dice),
            Position::Ultimate(position) => uct(position, self.exploration, goes_on, &mut dice).into(),
        };
        self.playouts += playouts;
        self.moves += 1;
        chosen
    }
}

/// An earlier engine in a process of its own, see `frozen.rs`.
pub struct Frozen {
    seconds: f64,
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub playouts: u64,
    pub moves: u64,
}

impl Frozen {
    pub fn start(program: &str, seconds: f64) -> Self {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} can't be started: {error}"));
        let questions = process.stdin.take().expect("it was asked for");
        let answers = BufReader::new(process.stdout.take().expect("it was asked for"));
        Self { seconds, process, questions, answers, playouts: 0, moves: 0 }
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Player for Frozen {
    fn choose(&mut self, table: &Table) -> Cell {
        let moves: Vec<String> =
            table.moves.iter().map(|cell| format!("{},{}", cell.row, cell.col)).collect();
        let (rules, moves) = (table.position.rules(), moves.join(" "));
        writeln!(self.questions, "{rules} {} {} {moves}", self.seconds, table.seed).expect("it reads on");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        let (cell, playouts) = line.trim().split_once(' ').unwrap_or_else(|| panic!("'{line}' is no answer"));
        let (row, col) = cell.split_once(',').expect("a row and a column");
        self.playouts += playouts.parse::<u64>().expect("a number of playouts");
        self.moves += 1;
        Cell { row: row.parse().expect("a row"), col: col.parse().expect("a column") }
    }
}

/// Chance, and nothing else.
pub struct AtRandom;

impl Player for AtRandom {
    fn choose(&mut self, table: &Table) -> Cell {
        let legal = table.position.count_legal_moves();
        table.position.nth_legal_move(Dice(table.seed + 1).below(legal)).expect("the game goes on")
    }
}

/// Somebody who plays for the first time: takes a win that is there, stops what would lose at once, and otherwise marks
/// any cell, on a large board one beside another mark.
pub struct Beginner;

impl Player for Beginner {
    fn choose(&mut self, table: &Table) -> Cell {
        let position = &table.position;
        let legal: Vec<Cell> = position.legal_moves().collect();
        let after = |cell: Cell| {
            let mut after = *position;
            after.play_legal(cell);
            after
        };
        let wins = |position: &Position, cell: Cell| {
            let mut after = *position;
            after.play_legal(cell);
            matches!(after.outcome(), Outcome::Won { .. })
        };
        if let Some(&winning) = legal.iter().find(|&&cell| wins(position, cell)) {
            return winning;
        }
        let is_safe = |cell: &Cell| {
            let after = after(*cell);
            after.legal_moves().all(|answer| !wins(&after, answer))
        };
        let is_near = |cell: &Cell| {
            table.moves.iter().any(|near| near.row.abs_diff(cell.row) < 2 && near.col.abs_diff(cell.col) < 2)
        };
        let safe: Vec<Cell> = legal.iter().copied().filter(is_safe).collect();
        let sensible = if safe.is_empty() { legal } else { safe };
        let near: Vec<Cell> = sensible.iter().copied().filter(is_near).collect();
        let from = match position {
            Position::Grid(_) if !near.is_empty() => near,
            _ => sensible,
        };
        from[Dice(table.seed + 1).below(from.len())]
    }
}
