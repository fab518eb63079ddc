//! Requests that are refused, and answers that need not be sent again.

use rstest::rstest;
use serde_json::{Value, json};

use super::example::{ArenaGame, TestChain, example_blocks};
use super::server::{Answer, DatabaseKind, TestServer};
use crate::databases::Database;

pub fn must_refuse(answered: &Answer, status: u16, code: &str, sentence: &str) {
    let problem = &answered.body;
    assert_eq!((answered.status.as_u16(), &problem["code"]), (status, &json!(code)), "{problem}");
    assert_eq!((&problem["status"], &problem["type"]), (&json!(status), &json!("about:blank")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains(sentence), "{problem}");
    assert_eq!(answered.headers["content-type"], "application/problem+json");
    assert_eq!(answered.headers.contains_key("retry-after"), matches!(status, 429 | 500..), "{problem}");
}

#[tokio::test]
async fn wrong_questions_are_refused_with_a_sentence() {
    let database = Database::in_a_file();
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    for (path, status, code, sentence) in [
        ("/v1/games?limit=0", 400, "BAD_REQUEST", "a page has 1 to 100 entries, not 0"),
        ("/v1/games?limit=101", 400, "BAD_REQUEST", "a page has 1 to 100 entries, not 101"),
        ("/v1/games?colour=red", 400, "BAD_REQUEST", "unknown field `colour`"),
        ("/v1/games?status=lost", 400, "BAD_REQUEST", "unknown variant `lost`"),
        ("/v1/games?rules=chess", 400, "BAD_REQUEST", "ultimate"),
        ("/v1/games?player=A%20B", 400, "BAD_REQUEST", "/v1/openapi.json describes every request"),
        ("/v1/games?cursor=x", 400, "BAD_REQUEST", "a cursor is what the page before has as `next`"),
        ("/v1/games/arena.near/first", 400, "BAD_REQUEST", "a game id is a whole number such as 7"),
        ("/v1/games/ARENA/1", 400, "BAD_REQUEST", ""),
        ("/v1/games/arena.near/99", 404, "NO_GAME", "arena.near has no game 99 here"),
        ("/v1/games/arena.near/18446744073709551615", 404, "NO_GAME", "has no game 18446744073709551615"),
        ("/v1/games/other.near/1/moves", 404, "NO_GAME", "other.near has no game 1 here"),
        ("/v1/games/arena.near/1/moves?limit=1001", 400, "BAD_REQUEST", "a page has 1 to 1000 entries"),
        ("/v1/players/nobody.near", 404, "NO_PLAYER", "nobody.near has not played here yet"),
        ("/v1/players/alice.near?limit=1", 400, "BAD_REQUEST", "unknown field `limit`"),
        ("/v1/leaderboard?by=luck", 400, "BAD_REQUEST", "unknown variant `luck`"),
        ("/v1/leaderboard?cursor=1~2", 400, "BAD_REQUEST", "a cursor is what the page before has as `next`"),
        ("/v1/leaderboard?cursor=9223372036854775807~1~1", 400, "BAD_REQUEST", "a cursor is what"),
        ("/v2/games", 404, "NO_ROUTE", "/v1/openapi.json lists those that there are"),
    ] {
        must_refuse(&server.get(path).await, status, code, sentence);
    }
    let posted = server.ask(server.http().post(server.url("/v1/games"))).await;
    must_refuse(&posted, 405, "NO_METHOD", "only read");
    assert_eq!(posted.headers["allow"], "GET, HEAD");
    let with_body = server.ask(server.http().get(server.url("/v1/games")).body("x".repeat(100_000))).await;
    must_refuse(&with_body, 413, "TOO_LARGE", "no body");
    server.end().await;
}

#[tokio::test]
async fn pages_of_other_addresses_may_read() {
    let database = Database::in_a_file();
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    let request = server.http().get(server.url("/v1/games")).header("Origin", "https://play.example");
    let answered = server.ask(request).await;
    assert_eq!(answered.headers["access-control-allow-origin"], "*");
    let preflight = server
        .http()
        .request(reqwest::Method::OPTIONS, server.url("/v1/games"))
        .header("Origin", "https://play.example")
        .header("Access-Control-Request-Method", "GET")
        .header("Access-Control-Request-Headers", "if-none-match");
    let answered = server.ask(preflight).await;
    assert_eq!(answered.status, 200);
    assert!(answered.headers["access-control-allow-methods"].to_str().unwrap().contains("GET"));
    server.end().await;
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_ask_for_it() {
    let database = Database::in_a_file();
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    let request = server.http().get(server.url("/v1/games")).header("Accept-Encoding", "gzip");
    let compressed = request.send().await.unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    let tag = compressed.headers()["etag"].clone();
    let compressed = compressed.bytes().await.unwrap();
    let plain = server.http().get(server.url("/v1/games")).send().await.unwrap();
    assert_eq!(plain.headers().get("content-encoding"), None);
    assert_eq!(plain.headers()["etag"], tag, "it is the same answer");
    assert!(compressed.len() < plain.bytes().await.unwrap().len() / 2);
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn what_has_not_changed_is_not_sent_again(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &example_blocks(&mut chain)).await;
    let paths = ["/v1/games", "/v1/games/arena.near/2", "/v1/games/arena.near/2/moves", "/v1/leaderboard"];
    let ask =
        |path: &str, tag: &str| server.http().get(server.url(path)).header("If-None-Match", tag.to_owned());

    let mut tags = Vec::new();
    for path in paths {
        let answered = server.get(path).await;
        assert_eq!(answered.headers["cache-control"], "no-cache", "{path}");
        let tag = answered.headers["etag"].to_str().unwrap().to_owned();
        let again = server.ask(ask(path, &tag)).await;
        assert_eq!((again.status.as_u16(), &again.body), (304, &Value::String(String::new())), "{path}");
        tags.push((path, tag));
    }
    let requests: Vec<_> = tags.iter().map(|(path, tag)| (*path, ask(path, tag))).collect();

    let game =
        ArenaGame { players: vec![Some("carol.near"), Some("dave.near")], ..ArenaGame::classic(2, ["", ""]) };
    server.record(&[chain.block(game.quick_win(1))]).await;
    for (path, request) in requests {
        assert_eq!(server.ask(request).await.status, 200, "{path}");
    }
    // Nothing more happens in a game that is closed, but at this address there may be another chain's tomorrow.
    let closed = server.get("/v1/games/arena.near/3/moves").await;
    assert_eq!(closed.headers["cache-control"], "no-cache");
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn the_database_cannot_be_changed_through_it(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;
    let pool = tic_tac_toe_indexer::store::open_to_read(&database.location, 1).await.unwrap();

    let error = sqlx::query("DELETE FROM games").execute(&pool).await.unwrap_err().to_string();
    assert!(error.contains("readonly") || error.contains("read-only"), "{error}");
    pool.close().await;
    server.end().await;
}

#[tokio::test]
async fn without_a_database_it_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let location = format!("sqlite:{}", file.display()).parse().unwrap();
    let error = tic_tac_toe_indexer::api::Reader::open(&location).await.err().unwrap();
    assert!(error.to_string().ends_with("Start `tic-tac-toe-indexer run` first, which makes it."), "{error}");

    std::fs::write(&file, "").unwrap();
    let error = tic_tac_toe_indexer::api::Reader::open(&location).await.err().unwrap();
    assert!(error.to_string().contains("Start `tic-tac-toe-indexer run` on it first"), "{error}");
}
