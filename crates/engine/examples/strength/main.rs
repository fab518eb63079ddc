//! Measures how strong and how fast the engine is, as tables for the documentation:
//! `cargo run --profile native -p tic-tac-toe-engine --example strength -- [OPTION ...] [PART ...]`
//!
//! Options: `--games N`, `--seconds-a-move S` or `--playouts-a-move N` against the plain tree search, `--threads T`.
//!
//! Parts: `speed`, `random` (strong against random play), `plain` (strong against a plain tree search); all of them
//! when none is named. The whole takes about two hours, nearly all of it the games against the plain tree search.

#![expect(clippy::cast_precision_loss, reason = "figures are rounded for people")]

mod plain;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use plain::{Dice, uct};
use tic_tac_toe_engine::{Level, Search, choose_within, random_playouts};
use tic_tac_toe_rules::ultimate::{self, Capture};
use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat};

const CAPTURES: [Capture; 3] = [Capture::First, Capture::Any, Capture::Closing];

/// The playouts a move of the plain tree search.
const PLAIN_PLAYOUTS: u32 = 10_000;

/// The playouts a move of the engine against random play, where more would only take longer.
const PLAYOUTS_AGAINST_RANDOM: u64 = 2_000;

struct Options {
    games: Option<u64>,
    thinking: Thinking,
    threads: u64,
    parts: Vec<String>,
}

/// How long the engine thinks about a move: by the clock, or the same on every machine.
#[derive(Clone, Copy)]
enum Thinking {
    Seconds(f64),
    Playouts(u64),
}

#[derive(Clone, Copy, Default)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let wants = |part: &str| options.parts.is_empty() || options.parts.iter().any(|wanted| wanted == part);
    if wants("speed") {
        speed();
    }
    if wants("random") {
        against_random(&options);
    }
    if wants("plain") {
        against_plain(&options);
    }
    Ok(())
}

fn speed() {
    println!(
        "| ultimate, one core | random playouts a second | playouts a second in the tree search |\n|---|---:|---:|"
    );
    for capture in CAPTURES {
        let start = ultimate::Position::new(capture);
        let at_random = best_of_five(300_000, || {
            let tally = random_playouts(&start, 300_000, 1);
            assert!(tally.first > 0 && tally.drawn > 0);
        });
        let in_tree = best_of_five(100_000, || {
            let mut search = Search::new(&start, Level::Strong, 1).expect("the game goes on");
            search.step(100_000);
        });
        println!("| {capture} | {at_random} | {in_tree} |");
    }
    println!();
}

/// Returns the best of several measurements, since whatever else the machine does can only slow it down.
fn best_of_five(count: u32, mut run: impl FnMut()) -> String {
    let rates = (0..5).map(|_| {
        let start = processor_time();
        run();
        f64::from(count) / processor_time().saturating_sub(start).as_secs_f64()
    });
    format!("{:.0}", rates.fold(0.0, f64::max))
}

/// Returns how long this thread has run, without the time in which others had the processor; where the system does not
/// say, the time that has passed.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn against_random(options: &Options) {
    let games = options.games.unwrap_or(200);
    println!("| strong against random play | games | won | drawn | lost |\n|---|---:|---:|---:|---:|");
    for name in ["ultimate:first", "ultimate:any", "ultimate:closing", "15x15:5"] {
        let start =
            name.parse::<Rules>().expect("there are such rules").start(Players::TWO).expect("two can play");
        let score = play_games(options, games, |game| {
            let mut dice = Dice(game + 1);
            let engine = |position: &Position, moves: u64| {
                choose_within(position, Level::Strong, game * 1_000 + moves, PLAYOUTS_AGAINST_RANDOM)
            };
            play(start, game, engine, |position| {
                position.nth_legal_move(dice.below(position.count_legal_moves()))
            })
        });
        println!("| {name} | {games} | {} | {} | {} |", score.won, score.drawn, score.lost);
    }
    println!();
}

fn against_plain(options: &Options) {
    let games = options.games.unwrap_or(100);
    let (playouts, moves) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Position::Ultimate(ultimate::Position::new(Capture::Closing));
    let score = play_games(options, games, |game| {
        let mut dice = Dice(game + 1);
        let engine = |position: &Position, number: u64| {
            let (cell, taken) = think(position, game * 1_000 + number, options.thinking);
            playouts.fetch_add(taken, Ordering::Relaxed);
            moves.fetch_add(1, Ordering::Relaxed);
            Some(cell)
        };
        play(start, game, engine, |position| {
            let Position::Ultimate(position) = position else { return None };
            Some(uct(position, PLAIN_PLAYOUTS, &mut dice).into())
        })
    });
    let share = 100.0 * (score.won as f64 + score.drawn as f64 / 2.0) / games as f64;
    println!(
        "| strong, {} a move, against a plain tree search with {PLAIN_PLAYOUTS} playouts a move | games | won | drawn | lost | share |",
        options.thinking
    );
    println!("|---|---:|---:|---:|---:|---:|");
    println!(
        "| ultimate:closing | {games} | {} | {} | {} | {share:.1} % |\n",
        score.won, score.drawn, score.lost
    );
    let a_move = playouts.into_inner() / moves.into_inner().max(1);
    println!("The engine made {a_move} playouts a move on average.\n");
}

fn think(position: &Position, seed: u64, thinking: Thinking) -> (Cell, u64) {
    let mut search = Search::new(position, Level::Strong, seed).expect("the game goes on");
    match thinking {
        Thinking::Playouts(playouts) => {
            search.step(playouts);
        }
        Thinking::Seconds(seconds) => {
            let deadline = Instant::now() + Duration::from_secs_f64(seconds);
            while Instant::now() < deadline && !search.step(200).done {}
        }
    }
    (search.best(), search.playouts())
}

/// Plays games with changing colours, shared among threads, and adds up the engine's score.
fn play_games(options: &Options, games: u64, play: impl Fn(u64) -> Score + Sync) -> Score {
    let next = AtomicU64::new(0);
    let some_of_them = || {
        let mut score = Score::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return score;
            }
            score.add(play(game));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|_| scope.spawn(some_of_them)).collect();
        let mut sum = Score::default();
        for thread in threads {
            sum.add(thread.join().expect("games end without a panic"));
        }
        sum
    })
}

fn play(
    mut position: Position,
    game: u64,
    engine: impl Fn(&Position, u64) -> Option<Cell>,
    mut opponent: impl FnMut(&Position) -> Option<Cell>,
) -> Score {
    let own = if game.is_multiple_of(2) { Seat::X } else { Seat::O };
    loop {
        let next = match position.outcome() {
            Outcome::InProgress { next } => next,
            Outcome::Won { winner, .. } if winner == own => return Score { won: 1, ..Score::default() },
            Outcome::Won { .. } => return Score { lost: 1, ..Score::default() },
            Outcome::Draw => return Score { drawn: 1, ..Score::default() },
        };
        let chosen =
            if next == own { engine(&position, position.marks_made().into()) } else { opponent(&position) };
        position.play(chosen.expect("the game goes on")).expect("both make legal moves");
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
            Self::Playouts(playouts) => write!(f, "{playouts} playouts"),
        }
    }
}

impl Score {
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Options {
    fn read() -> Result<Self, String> {
        let mut options =
            Self { games: None, thinking: Thinking::Seconds(1.0), threads: 1, parts: Vec::new() };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--games" => options.games = Some(number_after(&argument, arguments.next())?),
                "--threads" => options.threads = number_after(&argument, arguments.next())?,
                "--seconds-a-move" => {
                    options.thinking = Thinking::Seconds(number_after(&argument, arguments.next())?);
                }
                "--playouts-a-move" => {
                    options.thinking = Thinking::Playouts(number_after(&argument, arguments.next())?);
                }
                "speed" | "random" | "plain" => options.parts.push(argument),
                _ => {
                    return Err(format!(
                        "{argument} is unknown: the options are listed in this example's source"
                    ));
                }
            }
        }
        Ok(options)
    }
}

fn number_after<N: FromStr>(option: &str, text: Option<String>) -> Result<N, String> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| format!("{option} needs a number after it"))
}
