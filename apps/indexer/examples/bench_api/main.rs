//! How many questions a second the API answers with a million games stored, how long the slowest of a hundred takes, and
//! what ten thousand hostile clients leave for others. `scripts/bench.sh indexer` runs it.

#[path = "../../tests/indexer/databases.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod databases;
#[path = "../../tests/indexer/api/many_games.rs"]
mod many_games;
#[path = "../bench/process.rs"]
mod process;
mod siege;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use databases::Database;
use many_games::{BUSIEST, fill};

const GAMES: u64 = 1_000_000;

/// As many as a page with some visitors has at once.
const CONNECTIONS: u64 = 8;

const SECONDS: Duration = Duration::from_secs(3);

/// The most that the slowest of a hundred may take, in milliseconds.
const GOAL: f64 = 50.0;

/// Every list with each of its filters, and pages in the middle. What is in brackets is another number each time.
const QUESTIONS: [&str; 18] = [
    "/v1/games/arena.near/{game}",
    "/v1/games/arena.near/{game}/moves",
    "/v1/players/player{player}.near",
    "/v1/leaderboard",
    "/v1/leaderboard?cursor=50000~10~{account}",
    "/v1/leaderboard?by=rating&rules=3x3:3&cursor=50000~{rating}~{account}",
    "/v1/games",
    "/v1/games?contract=arena.near&cursor={middle}",
    "/v1/games?status=in_progress&cursor={middle}",
    "/v1/games?rules=15x15:5&cursor={middle}",
    "/v1/games?rules=15x15:5&status=in_progress&cursor={middle}",
    "/v1/games?player={busiest}",
    "/v1/games?player={busiest}&contract=arena.near&cursor={middle}",
    "/v1/games?player={busiest}&contract=arena.near&status=closed&cursor={middle}",
    // There are none.
    "/v1/games?player={busiest}&status=in_progress",
    "/v1/games?player={busiest}&rules=3x3:3&cursor={middle}",
    "/v1/games?player={busiest}&rules=3x3:3&status=closed&cursor={middle}",
    "/v1/games?player=player{player}.near",
];

/// Fills in what is in brackets.
fn path(question: &str, n: u64) -> String {
    let numbers = [
        ("{game}", 2 + n * 7919 % (GAMES - 2)),
        ("{player}", 2 + n * 7919 % (GAMES / 10)),
        ("{middle}", GAMES / 2 + n % 1000),
        ("{rating}", 1_500_000 - n % 100_000),
        ("{account}", n % 100_000),
    ];
    let path = question.replace("{busiest}", BUSIEST);
    numbers.iter().fold(path, |path, (word, number)| path.replace(word, &number.to_string()))
}

#[tokio::main]
async fn main() -> Result<()> {
    let program = std::env::args_os().nth(1).context("say where tic-tac-toe-indexer is")?;
    println!(
        "{GAMES} games stored, a tenth of them with the busiest player; {CONNECTIONS} connections, asked by a program on the same\n\
         machine. What is in brackets is another one each time:"
    );
    println!();
    println!("| question | database | answers/s | median | 99th percentile | processor time an answer |");
    println!("|---|---|---:|---:|---:|---:|");
    let (mut slowest, mut siege) = (0.0_f64, None);
    for (name, database) in
        [("SQLite", Some(Database::in_a_file())), ("PostgreSQL", Database::on_the_server().await)]
    {
        let Some(database) = database else { continue };
        fill(&database.location, GAMES).await?;
        let server = Server::start(Path::new(&program), &database)?;
        let pool = tic_tac_toe_indexer::store::open_to_read(&database.location, 1).await?;
        for question in QUESTIONS {
            let figures = measure(&server, question, &pool).await?;
            slowest = slowest.max(figures.slowest_of_a_hundred);
            println!(
                "| `{question}` | {name} | {:.0} | {:.2} ms | {:.2} ms | {:.2} ms |",
                figures.answers_a_second, figures.median, figures.slowest_of_a_hundred, figures.processor
            );
        }
        if database.location.file().is_some() {
            siege = Some(siege::lay(&server).await?);
        }
    }
    println!();
    println!(
        "The goal is a 99th percentile below {GOAL} ms for every question: the slowest has {slowest:.2} ms."
    );
    if let Some(siege) = siege {
        println!();
        println!("{siege}");
    }
    Ok(())
}

/// The API, until it is dropped.
struct Server {
    program: Child,
    address: String,
}

impl Server {
    fn start(program: &Path, database: &Database) -> Result<Self> {
        let mut program = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--db", &database.url()])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(program.stdout.take().context("its output")?).read_line(&mut line)?;
        let address = line.trim().strip_prefix("serving http://").and_then(|rest| rest.strip_suffix("/v1"));
        let address = address.context("it says where it listens")?.to_owned();
        Ok(Self { program, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

struct Figures {
    answers_a_second: f64,
    median: f64,
    slowest_of_a_hundred: f64,
    /// Of the server and of the database's sessions together.
    processor: f64,
}

async fn measure(server: &Server, question: &'static str, pool: &sqlx::AnyPool) -> Result<Figures> {
    let address = &server.address;
    // Once without counting, so that what is asked often is in memory, as it would be.
    ask_for(address, question, 0, Duration::from_secs(1)).await?;
    let used = process::seconds_used(server.program.id(), pool).await;
    let begun = Instant::now();
    let asking: Vec<_> = (0..CONNECTIONS)
        .map(|number| {
            let address = address.clone();
            tokio::spawn(async move { ask_for(&address, question, number * 1_000_003, SECONDS).await })
        })
        .collect();
    let mut times = Vec::new();
    for asked in asking {
        times.extend(asked.await??);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let used_since = process::seconds_used(server.program.id(), pool).await;
    let used = used_since.values().sum::<f64>() - used.values().sum::<f64>();
    times.sort_unstable();
    let milliseconds = |place: usize| times[place.min(times.len() - 1)].as_secs_f64() * 1000.0;
    Ok(Figures {
        processor: used * 1000.0 / f64::from(u32::try_from(times.len())?),
        answers_a_second: f64::from(u32::try_from(times.len())?) / seconds,
        median: milliseconds(times.len() / 2),
        slowest_of_a_hundred: milliseconds(times.len() * 99 / 100),
    })
}

/// Sends one request after the other, and measures how long each answer took.
async fn ask_for(address: &str, question: &str, first: u64, time: Duration) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut times = Vec::new();
    let (end, mut answer) = (Instant::now() + time, Vec::new());
    while Instant::now() < end {
        let path = path(question, first + times.len() as u64);
        let begun = Instant::now();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).await?;
        read_answer(&mut stream, &mut answer).await?;
        times.push(begun.elapsed());
        ensure!(answer.starts_with(b"HTTP/1.1 200"), "{path}: {}", String::from_utf8_lossy(&answer));
    }
    Ok(times)
}

/// By hand, since a client that does more would take time from the server on the same two cores.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>) -> Result<()> {
    answer.clear();
    loop {
        ensure!(stream.read_buf(answer).await? > 0, "the server hung up");
        let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { continue };
        let head = std::str::from_utf8(&answer[..end])?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.context("an answer says how long it is")?.parse()?;
        if answer.len() >= end + 4 + length {
            return Ok(());
        }
    }
}
