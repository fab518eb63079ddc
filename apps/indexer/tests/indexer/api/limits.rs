//! Clients that want too much, or nothing but to be in the way.

use std::time::Duration;

use tic_tac_toe_indexer::api::{ConnectionLimits, Limits, Settings, Share};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::example::{ArenaGame, TestChain, example_blocks};
use super::refusals::must_refuse;
use super::server::{Answer, TestServer};
use crate::databases::Database;

/// The header of a proxy that a test pretends to be.
const PROXY_HEADER: &str = "x-forwarded-for";

async fn connect(server: &TestServer) -> TcpStream {
    TcpStream::connect(server.url("").trim_start_matches("http://")).await.unwrap()
}

/// Reads until the server closes the connection, however it does that.
async fn read_to_end(mut stream: TcpStream) -> String {
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read).await;
    String::from_utf8_lossy(&read).into_owned()
}

async fn ask_as(server: &TestServer, client: &str, path: &str) -> Answer {
    server.ask(server.http().get(server.url(path)).header(PROXY_HEADER, client)).await
}

#[tokio::test]
async fn too_many_requests_at_once_are_refused() {
    let limits = Limits { requests: Share { of_all: 0, of_one: 1 }, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    must_refuse(&server.get("/v1/games").await, 503, "BUSY", "try again in a moment");
    server.end().await;
}

#[tokio::test]
async fn a_client_with_too_many_requests_at_once_is_refused() {
    let limits = Limits { requests: Share { of_all: 1, of_one: 0 }, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    must_refuse(&server.get("/v1/games").await, 429, "TOO_MANY", "try again when one of them has ended");
    server.end().await;
}

#[tokio::test]
async fn only_so_many_can_listen() {
    let limits = Limits { listeners: Share { of_all: 1, of_one: 1 }, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    let first = server.listen("/v1/events", None).await;
    must_refuse(&server.get("/v1/events").await, 503, "BUSY", "try again in a moment");
    drop(first);
    server.must_get_when("/metrics", |answer| answer.body.as_str().unwrap().contains("_listeners 0")).await;
    server.listen("/v1/events", None).await;
    server.end().await;
}

#[tokio::test]
async fn one_client_cannot_take_every_listeners_place() {
    let limits = Limits { listeners: Share { of_all: 10, of_one: 1 }, ..Limits::default() };
    let settings = Settings { limits, proxy_header: PROXY_HEADER.parse().ok(), ..Settings::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_settings(&database.location, &[], settings).await;

    let request = |client| server.http().get(server.url("/v1/events")).header(PROXY_HEADER, client);
    let first = request("192.0.2.1").send().await.unwrap();
    assert_eq!(first.status(), 200);
    must_refuse(&ask_as(&server, "192.0.2.1", "/v1/events").await, 429, "TOO_MANY", "streams");
    assert_eq!(request("192.0.2.2").send().await.unwrap().status(), 200);
    server.end().await;
}

#[tokio::test]
async fn without_a_proxy_nobody_becomes_another_client_by_a_header() {
    let limits = Limits { listeners: Share { of_all: 10, of_one: 1 }, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    let _first = server.listen("/v1/events", None).await;
    must_refuse(&ask_as(&server, "192.0.2.2", "/v1/events").await, 429, "TOO_MANY", "streams");
    server.end().await;
}

#[tokio::test]
async fn one_client_cannot_take_every_connection() {
    let connections =
        ConnectionLimits { connections: Share { of_all: 10, of_one: 1 }, ..ConnectionLimits::default() };
    let limits = Limits { connections, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    let first = connect(&server).await;
    let second = read_to_end(connect(&server).await).await;
    assert_eq!(second, "", "it is disconnected");
    drop(first);
    server.end().await;
}

#[tokio::test]
async fn a_client_that_sends_nothing_is_disconnected() {
    let connections = ConnectionLimits { headers: Duration::from_millis(50), ..ConnectionLimits::default() };
    let limits = Limits { connections, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    let mut silent = connect(&server).await;
    silent.write_all(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    assert!(!read_to_end(silent).await.contains("200 OK"));
    server.end().await;
}

#[tokio::test]
async fn a_client_that_never_reads_is_disconnected() {
    const REQUESTS: usize = 2_000;
    let connections = ConnectionLimits { write: Duration::from_millis(100), ..ConnectionLimits::default() };
    let limits = Limits { connections, ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    // The answers are far more than the system keeps for a connection.
    let mut lazy = connect(&server).await;
    let requests = "GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS);
    let _ = lazy.write_all(requests.as_bytes()).await;
    let answered = async || {
        let figures = server.must_get("/metrics").await;
        let mut lines = figures.as_str().unwrap().lines();
        lines.find(|line| line.contains(r#"requests_total{route="/v1/openapi.json""#)).map(str::to_owned)
    };
    let mut before = None;
    loop {
        let now = answered().await;
        if now.is_some() && now == before {
            break;
        }
        before = now;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let answers = read_to_end(lazy).await.matches("HTTP/1.1 200 OK").count();
    assert!(answers < REQUESTS, "{answers}");
    server.end().await;
}

#[tokio::test]
async fn headers_that_are_too_long_are_not_read() {
    let database = Database::in_a_file();
    let server = TestServer::with(&database.location, &[]).await;

    let request = server.http().get(server.url("/v1/events")).header("Last-Event-ID", "9".repeat(400_000));
    assert_eq!(server.ask(request).await.status, 431);
    server.end().await;
}

#[tokio::test]
async fn a_stream_has_a_heartbeat_whatever_happens_in_other_games() {
    let heartbeat = Duration::from_secs(1);
    let limits = Limits { heartbeat, ..Limits::default() };
    let database = Database::in_a_file();
    let mut chain = TestChain::default();
    let mut server = TestServer::with_limits(&database.location, &example_blocks(&mut chain), limits).await;
    let mut listening = server.listen("/v1/events?player=nobody.near", None).await;
    listening.must_receive_id().await;

    let others = async {
        // Far longer, with news more often than the heart beats.
        for id in 10..50 {
            let game = ArenaGame::classic(id, ["alice.near", "bob.near"]);
            server.record(&[chain.block(vec![game.created()])]).await;
            tokio::time::sleep(heartbeat / 10).await;
        }
    };
    tokio::select! {
        () = listening.must_receive_id() => {}
        () = others => panic!("there was no heartbeat while others played"),
    }
    server.end().await;
}

#[tokio::test]
async fn a_stream_ends_after_a_while_so_that_nobody_is_served_for_good() {
    let limits = Limits { stream: Duration::from_millis(50), ..Limits::default() };
    let database = Database::in_a_file();
    let server = TestServer::with_limits(&database.location, &[], limits).await;

    let mut listening = server.listen("/v1/events", None).await;
    assert_eq!(listening.next().await, None);
    server.end().await;
}
