//! Ten thousand clients that only want to be in the way, some thousand at once, and what they leave for others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::{Server, process, read_answer};

const HOSTILE: u16 = 10_000;
const AT_ONCE: usize = 4_000;

/// They come from so many addresses of the loopback network; others have one of their own.
const ADDRESSES: u16 = 40;

/// How long one stays at most, which is longer than the server waits for headers.
const STAYS: Duration = Duration::from_secs(15);

/// The most memory that the server may take, in megabytes.
const GOAL_MB: u32 = 300;

/// Lays siege to a server, and describes what came of it.
pub(super) async fn lay(server: &Server) -> Result<String> {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut hostile = JoinSet::new();
    for number in 0..HOSTILE {
        let (address, places) = (server.address.clone(), Arc::clone(&places));
        hostile.spawn(async move {
            let _place = places.acquire().await;
            // Most are turned away, which is what they deserve.
            let _ = timeout(STAYS, attack(&address, number)).await;
        });
    }
    let mut times = Vec::new();
    let begun = Instant::now();
    while !hostile.is_empty() {
        let asked = Instant::now();
        timeout(STAYS, ask(&server.address)).await.context("another client is not served")??;
        times.push(asked.elapsed());
        while hostile.try_join_next().is_some() {}
        sleep(Duration::from_millis(20)).await;
    }
    times.sort_unstable();
    let peak = process::peak_mb(server.program.id());
    let milliseconds = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    Ok(format!(
        "Under siege for {} seconds by {HOSTILE} hostile clients from {ADDRESSES} addresses, at most {AT_ONCE} at once\n\
         (ids of 400 KB, never reading, headers a byte a second, listening to take all places), the server took {peak} MB\n\
         at most, of {GOAL_MB} allowed. Another client connected {} times and was answered every time, half of the times\n\
         within {:.1} ms, 99 of 100 within {:.1} ms, always within {:.1} ms.",
        begun.elapsed().as_secs(),
        times.len(),
        milliseconds(50),
        milliseconds(99),
        milliseconds(100),
    ))
}

/// Asks as an honest client does that is not connected yet.
async fn ask(address: &str) -> Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("GET /v1/leaderboard HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).await?;
    let mut answer = Vec::new();
    read_answer(&mut stream, &mut answer).await?;
    ensure!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    Ok(())
}

async fn attack(address: &str, number: u16) -> Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("127.0.1.{}:0", 1 + number % ADDRESSES).parse()?)?;
    let mut stream = socket.connect(address.parse()?).await?;
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n");
    match number / ADDRESSES % 4 {
        // Continues a stream from an id of 400 KB.
        0 => {
            let id = "9".repeat(400_000);
            let huge = format!("{}Last-Event-ID: {id}\r\n\r\n", request("/v1/events"));
            stream.write_all(huge.as_bytes()).await?;
        }
        // Sends many requests at once and never reads an answer.
        1 => {
            let requests = format!("{}\r\n", request("/v1/openapi.json")).repeat(500);
            stream.write_all(requests.as_bytes()).await?;
            sleep(STAYS).await;
        }
        // Sends its headers a byte a second.
        2 => {
            for byte in request("/v1/games").bytes() {
                stream.write_all(&[byte]).await?;
                sleep(Duration::from_secs(1)).await;
            }
        }
        // Listens, and stays.
        _ => {
            stream.write_all(format!("{}\r\n", request("/v1/events")).as_bytes()).await?;
            let mut read = [0; 256];
            while stream.read(&mut read).await? > 0 {}
        }
    }
    Ok(())
}
