//! How fast a chain is caught up with: blocks of mainnet's size with little of ours in them, and blocks full of our
//! events, from a server on this machine into each database; and how fast the tables are made again of the recorded
//! events. An earlier version of the program can be measured beside it. `scripts/bench.sh indexer` runs it.

#[path = "../../tests/indexer/block_server.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod block_server;
#[path = "../../tests/indexer/databases.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod databases;
#[path = "../../tests/indexer/node.rs"]
mod node;
mod process;
#[path = "../../tests/indexer/random_chain.rs"]
mod random_chain;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::process::Command;

use block_server::BlockServer;
use databases::Database;
use random_chain::{ARENA, ONE_GAME, RandomChain};

const GENESIS: &str = "9eGnpG3XdGxBUdkAHWwQzy7V8vtoa535PguioHPzohE9";

/// A chain to catch up with.
struct Load {
    name: &'static str,
    blocks: u32,
    events_a_block: usize,
    bytes_a_block: usize,
}

const LOADS: [Load; 2] = [
    Load { name: "1 MB a block, 2 of our events", blocks: 900, events_a_block: 2, bytes_a_block: 1_000_000 },
    Load { name: "1,000 of our events a block", blocks: 400, events_a_block: 1_000, bytes_a_block: 0 },
];

/// The best of so many times counts, as the machine does other things too.
const TIMES: usize = 3;

#[derive(Clone, Copy)]
struct Figures {
    catching_up: Effort,
    /// None for an earlier version.
    rebuild: Option<Effort>,
    peak_mb: u32,
}

/// What something took, in seconds.
#[derive(Clone, Copy)]
struct Effort {
    time: f64,
    processor: f64,
}

impl Effort {
    const fn or(self, other: Self) -> Self {
        Self { time: self.time.min(other.time), processor: self.processor.min(other.processor) }
    }
}

impl Figures {
    /// Returns the better figures of two runs.
    fn or(self, other: Self) -> Self {
        Self {
            catching_up: self.catching_up.or(other.catching_up),
            rebuild: self.rebuild.zip(other.rebuild).map(|(one, two)| one.or(two)),
            peak_mb: self.peak_mb.max(other.peak_mb),
        }
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut programs = std::env::args_os().skip(1);
    let program = programs.next().context("say where tic-tac-toe-indexer is")?;
    let another = programs.next().map(|path| {
        let name = Path::new(&path).file_name().unwrap_or(&path).to_string_lossy().into_owned();
        (format!(", {name}"), path)
    });
    let programs: Vec<(String, OsString)> = [(String::new(), program)].into_iter().chain(another).collect();
    println!(
        "The best of {TIMES} times, on PostgreSQL by its socket. In brackets events for each second of processor time, of the indexer\n\
         and of the database's sessions together, which depends less on what else the machine does."
    );
    println!();
    println!(
        "| chain | database | blocks/s | events/s | of SQLite's speed | rebuild, events/s | of catching up | most memory |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    for load in LOADS {
        let mut chain = RandomChain::new(1, 2_000, 500);
        let blocks = (0..load.blocks).map(|_| chain.block(load.events_a_block));
        let blocks = blocks.map(|block| (block.height, block.json(load.bytes_a_block).into()));
        let blocks: BTreeMap<_, _> = blocks.collect();
        let (last, events) =
            (*blocks.keys().max().context("there are blocks")?, u32::try_from(chain.events)?);
        let url = BlockServer::must_serve(GENESIS, blocks).await.url;
        let mut best: BTreeMap<(bool, usize), Figures> = BTreeMap::new();
        for _ in 0..TIMES {
            for is_server in [false, true] {
                for (number, (_, program)) in programs.iter().enumerate() {
                    let database =
                        if is_server { Database::on_the_server().await } else { Some(Database::in_a_file()) };
                    let Some(database) = database else { continue };
                    let figures = measure(program, &url, &database, last, number == 0).await?;
                    let best = best.entry((is_server, number)).or_insert(figures);
                    *best = best.or(figures);
                }
            }
        }
        for ((is_server, number), Figures { catching_up, rebuild, peak_mb }) in &best {
            let database = if *is_server { "PostgreSQL" } else { "SQLite" };
            let rate = |effort: &Effort| {
                let events = f64::from(events);
                format!("{:.0} ({})", events / effort.time, or_dash(events / effort.processor, 0))
            };
            let share = |of: &Effort, effort: &Effort| {
                format!("{:.2} ({})", of.time / effort.time, or_dash(of.processor / effort.processor, 2))
            };
            let rebuilt = rebuild.map_or_else(
                || "| | |".to_owned(),
                |rebuild| format!("| {} | {} |", rate(&rebuild), share(catching_up, &rebuild)),
            );
            println!(
                "| {} | {database}{} | {:.0} | {} | {} {rebuilt} {peak_mb} MB |",
                load.name,
                programs[*number].0,
                f64::from(load.blocks) / catching_up.time,
                rate(catching_up),
                share(&best[&(false, *number)].catching_up, catching_up),
            );
        }
    }
    println!();
    println!(
        "The goals: on PostgreSQL 0.8 of SQLite's events/s, for a rebuild twice those of catching up, and for catching up no fewer\n\
         than an earlier version, which has its name in the table if it was measured beside this one."
    );
    Ok(())
}

/// Writes a number, unless what it is divided by was too little to be measured.
fn or_dash(number: f64, decimals: usize) -> String {
    if number.is_finite() { format!("{number:.decimals$}") } else { "–".to_owned() }
}

async fn measure(
    program: &OsStr,
    url: &str,
    database: &Database,
    last: u64,
    has_rebuild: bool,
) -> Result<Figures> {
    let begun = Instant::now();
    let mut child = Command::new(program)
        .args(["run", "--db", &database.url(), "--rpc", url, "--from", "0"])
        .args(["--contract", ARENA, "--contract", ONE_GAME])
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let process = child.id().context("it runs")?;
    let (mut pool, mut peak_mb) = (None, 0);
    loop {
        tokio::time::sleep(Duration::from_millis(20)).await;
        peak_mb = peak_mb.max(process::peak_mb(process));
        if pool.is_none() {
            pool = tic_tac_toe_indexer::store::open_to_read(&database.location, 1).await.ok();
        }
        let Some(pool) = &pool else { continue };
        let next = sqlx::query("SELECT coalesce(min(next_height), 0) FROM progress").fetch_one(pool).await;
        if next.is_ok_and(|row| sqlx::Row::get::<i64, _>(&row, 0).unsigned_abs() > last) {
            break;
        }
        ensure!(child.try_wait()?.is_none(), "the indexer has ended");
    }
    let time = begun.elapsed().as_secs_f64();
    let pool = pool.context("it is read")?;
    let catching_up = Effort { time, processor: process::seconds_used(process, &pool).await.values().sum() };
    child.kill().await?;
    if !has_rebuild {
        return Ok(Figures { catching_up, rebuild: None, peak_mb });
    }
    let begun = Instant::now();
    let mut child =
        Command::new(program).args(["rebuild", "--db", &database.url()]).stdout(Stdio::null()).spawn()?;
    let process = child.id().context("it runs")?;
    let mut used = BTreeMap::new();
    let ended = loop {
        match tokio::time::timeout(Duration::from_millis(10), child.wait()).await {
            Ok(ended) => break ended?,
            // A session may end before the program does.
            Err(_) => used.extend(process::seconds_used(process, &pool).await),
        }
    };
    ensure!(ended.success(), "the tables are not rebuilt");
    let rebuild = Effort { time: begun.elapsed().as_secs_f64(), processor: used.values().sum() };
    Ok(Figures { catching_up, rebuild: Some(rebuild), peak_mb })
}
