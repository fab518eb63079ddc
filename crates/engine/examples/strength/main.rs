//! Measures how strong and how fast the engine is, as tables for the documentation:
//! `cargo run --profile native -p tic-tac-toe-engine --example strength -- [OPTION ...] [PART ...]`
//!
//! Options: `--pairs N` of games, `--seconds-a-move S` of processor time, `--rules R` (more than once for more than one),
//! `--frozen NAME=PROGRAM` (more than once; `bench.sh engine` builds them from `frozen.rs`).
//!
//! Parts: `speed`, `random` (strong against random play), `plain` (against a plain tree search), `frozen` (against
//! earlier engines), `levels` (each against the one below, and easy against a beginner), `tune` (constants of the plain
//! tree search against each other); all of them but the last when none is named.

#![expect(clippy::cast_precision_loss, reason = "figures are rounded for people")]

mod clock;
mod matches;
mod plain;
mod players;

use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use clock::processor_time;
use matches::{Score, play_pairs};
use players::{AtRandom, Beginner, Frozen, Plain, Strong};
use tic_tac_toe_engine::{Level, Search, random_playouts};
use tic_tac_toe_rules::ultimate::{self, Capture};

const CAPTURES: [Capture; 3] = [Capture::First, Capture::Any, Capture::Closing];
const RULES: [&str; 4] = ["ultimate:first", "ultimate:any", "ultimate:closing", "15x15:5"];
const PARTS: [&str; 6] = ["speed", "random", "plain", "frozen", "levels", "tune"];

/// How much the plain tree search tries what it knows little about: the best of those that were tried on
/// ultimate:closing, where 0.35 and 0.5 both won 65 % of 40 games against 0.7. `tune` plays it against those in `TUNED`.
const PLAIN_EXPLORATION: f64 = 0.4;
const TUNED: [f64; 4] = [0.2, 0.3, 0.55, 0.7];

/// The columns that a score fills.
const COLUMNS: &str =
    "games | won | drawn | lost | share | Elo (95 %) |\n|---|---:|---:|---:|---:|---:|---:|";

/// A match, which returns its name and its score.
type Row<'a> = Box<dyn Fn() -> String + Send + Sync + 'a>;

struct Options {
    pairs: u64,
    seconds: f64,
    rules: Vec<String>,
    frozen: Vec<(String, String)>,
    parts: Vec<String>,
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let wants = |part: &str| {
        let is_named = options.parts.iter().any(|wanted| wanted == part);
        is_named || (options.parts.is_empty() && part != "tune")
    };
    if wants("speed") {
        speed();
    }
    if wants("random") {
        against_random(&options);
    }
    if wants("plain") {
        against_plain(&options);
    }
    if wants("frozen") {
        against_frozen(&options);
    }
    if wants("levels") {
        levels(&options);
    }
    if wants("tune") {
        tune(&options);
    }
    Ok(())
}

fn speed() {
    println!(
        "| ultimate, one core | random playouts a second | steps a second in the tree search |\n|---|---:|---:|"
    );
    for capture in CAPTURES {
        let start = ultimate::Position::new(capture);
        let at_random = best_of_five(300_000, || {
            let tally = random_playouts(&start, 300_000, 1);
            assert!(tally.first > 0 && tally.drawn > 0);
        });
        let in_tree = best_of_five(50_000, || {
            let mut search = Search::new(&start, Level::Strong, 1).expect("the game goes on");
            search.step(50_000);
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

fn against_random(options: &Options) {
    let mut rows: Vec<Row> = Vec::new();
    for rules in &options.rules {
        rows.push(Box::new(move || {
            let score = play_pairs(rules, options.pairs, &mut Strong::new(options.seconds), &mut AtRandom);
            format!("{rules} | {score}")
        }));
    }
    print_table("strong against random play", &rows);
}

fn against_plain(options: &Options) {
    let mut rows: Vec<Row> = Vec::new();
    for rules in &options.rules {
        rows.push(Box::new(move || {
            let mut strong = Strong::new(options.seconds);
            let mut plain = Plain::new(options.seconds, PLAIN_EXPLORATION);
            let score = play_pairs(rules, options.pairs, &mut strong, &mut plain);
            let [own, others] = [(strong.playouts, strong.moves), (plain.playouts, plain.moves)]
                .map(|(playouts, moves)| playouts / moves.max(1));
            format!("{rules}, {own} playouts a move against {others} | {score}")
        }));
    }
    print_table(&format!("strong against a plain tree search, both {} s a move", options.seconds), &rows);
}

fn against_frozen(options: &Options) {
    for (name, program) in &options.frozen {
        let mut rows: Vec<Row> = Vec::new();
        for rules in &options.rules {
            rows.push(Box::new(move || {
                let mut strong = Strong::new(options.seconds);
                let mut frozen = Frozen::start(program, options.seconds);
                let score = play_pairs(rules, options.pairs, &mut strong, &mut frozen);
                let [own, others] = [(strong.playouts, strong.moves), (frozen.playouts, frozen.moves)]
                    .map(|(playouts, moves)| playouts / moves.max(1));
                format!("{rules}, {own} playouts a move against {others} | {score}")
            }));
        }
        print_table(&format!("strong against {name}, both {} s a move", options.seconds), &rows);
    }
}

fn levels(options: &Options) {
    let mut rows: Vec<Row> = Vec::new();
    for rules in &options.rules {
        let mut add = |name: &'static str, play: fn(&Options, &str) -> Score| {
            rows.push(Box::new(move || format!("{rules}: {name} | {}", play(options, rules))));
        };
        add("strong against medium", |options, rules| {
            play_pairs(rules, options.pairs, &mut Strong::new(options.seconds), &mut { Level::Medium })
        });
        add("medium against easy", |options, rules| {
            play_pairs(rules, options.pairs, &mut { Level::Medium }, &mut { Level::Easy })
        });
        add("easy against a beginner", |options, rules| {
            play_pairs(rules, options.pairs, &mut { Level::Easy }, &mut Beginner)
        });
    }
    print_table(&format!("levels, strong {} s a move", options.seconds), &rows);
}

fn tune(options: &Options) {
    let mut rows: Vec<Row> = Vec::new();
    for rules in &options.rules {
        for exploration in TUNED {
            rows.push(Box::new(move || {
                let mut one = Plain::new(options.seconds, PLAIN_EXPLORATION);
                let mut other = Plain::new(options.seconds, exploration);
                let score = play_pairs(rules, options.pairs, &mut one, &mut other);
                format!("{rules}: {exploration} | {score}")
            }));
        }
    }
    let heading =
        format!("plain tree search with {PLAIN_EXPLORATION}, {} s a move, against", options.seconds);
    print_table(&heading, &rows);
}

/// Prints a table whose rows are played at the same time, as many as there are cores: each player's time is counted by
/// itself.
fn print_table(heading: &str, rows: &[Row]) {
    let next = AtomicUsize::new(0);
    let lines: Vec<OnceLock<String>> = rows.iter().map(|_| OnceLock::new()).collect();
    let play_next = || {
        while let Some((row, line)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            rows.get(number).zip(lines.get(number))
        } {
            line.get_or_init(row);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(play_next);
        }
    });
    println!("| {heading} | {COLUMNS}");
    lines.iter().filter_map(OnceLock::get).for_each(|line| println!("| {line} |"));
    println!();
}

impl Options {
    fn read() -> Result<Self, String> {
        let mut options =
            Self { pairs: 50, seconds: 0.02, rules: Vec::new(), frozen: Vec::new(), parts: Vec::new() };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--pairs" => options.pairs = value_after(&argument, arguments.next())?,
                "--seconds-a-move" => options.seconds = value_after(&argument, arguments.next())?,
                "--rules" => options.rules.push(value_after(&argument, arguments.next())?),
                "--frozen" => {
                    let value: String = value_after(&argument, arguments.next())?;
                    let (name, program) = value.split_once('=').ok_or("--frozen needs NAME=PROGRAM")?;
                    options.frozen.push((name.to_owned(), program.to_owned()));
                }
                part if PARTS.contains(&part) => options.parts.push(argument),
                _ => {
                    return Err(format!(
                        "{argument} is unknown: the options are listed in this example's source"
                    ));
                }
            }
        }
        if options.rules.is_empty() {
            options.rules = RULES.map(str::to_owned).to_vec();
        }
        Ok(options)
    }
}

fn value_after<V: FromStr>(option: &str, text: Option<String>) -> Result<V, String> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| format!("{option} needs a value after it"))
}
