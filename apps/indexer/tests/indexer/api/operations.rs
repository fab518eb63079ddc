//! Probes and metrics.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rstest::rstest;
use serde_json::json;
use sqlx::Connection;
use tic_tac_toe_indexer::api::Limits;

use super::example::{SECOND, TestChain, example_blocks};
use super::refusals::must_refuse;
use super::server::{DatabaseKind, TestServer};
use crate::databases::Database;

#[rstest]
#[tokio::test]
async fn health_says_how_far_behind_it_is(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &[]).await;

    let before = server.get("/healthz").await;
    assert_eq!((before.status.as_u16(), &before.body["ok"]), (503, &json!(false)));

    server.record(&example_blocks(&mut chain)).await;
    let old =
        server.must_get_when("/healthz", |answer| answer.body["contracts"][0]["next_height"] == 9).await;
    assert_eq!((old.status.as_u16(), &old.body["chain"]), (503, &json!("genesis")));
    let arena = &old.body["contracts"][0];
    assert_eq!((&arena["contract"], &arena["next_height"]), (&json!("arena.near"), &json!(9)));
    assert!(arena["seconds_behind"].as_i64().unwrap() > 60);

    let mut newest = chain.block(Vec::new());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    newest.time = u64::try_from(now.as_nanos()).unwrap() - SECOND;
    server.record(&[newest]).await;
    let fresh = server.must_get_when("/healthz", |answer| answer.status == 200).await;
    assert_eq!(fresh.body["ok"], true, "{}", fresh.body);
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn prometheus_reads_requests_and_progress(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;
    server.get("/v1/games/arena.near/1").await;
    server.get("/v1/games/arena.near/99").await;
    server.get("/v9/nothing").await;
    let _listening = server.listen("/v1/events", None).await;

    let figures = server.must_get("/metrics").await;
    let figures = figures.as_str().unwrap();
    for line in [
        r#"tic_tac_toe_indexer_requests_total{route="/v1/games/{contract}/{game_id}",status="200"} 1"#,
        r#"tic_tac_toe_indexer_requests_total{route="/v1/games/{contract}/{game_id}",status="404"} 1"#,
        r#"tic_tac_toe_indexer_request_seconds_count{route="/v1/games/{contract}/{game_id}"} 2"#,
        r#"tic_tac_toe_indexer_next_height{contract="arena.near"} 9"#,
        r#"tic_tac_toe_indexer_events{contract="tictactoe.near"} 14"#,
        r#"tic_tac_toe_indexer_skipped_events{contract="arena.near"} 0"#,
        r#"tic_tac_toe_indexer_requests_total{route="none",status="404"} 1"#,
        "tic_tac_toe_indexer_listeners 1",
    ] {
        assert!(figures.lines().any(|figure| figure == line), "{line} is not in\n{figures}");
    }
    server.end().await;
}

#[tokio::test]
async fn an_answer_that_took_too_long_is_counted() {
    let Some(database) = Database::on_the_server().await else { return };
    let limits = Limits { answer: Duration::from_millis(200), ..Limits::default() };
    let server = TestServer::with_limits(&database.location, &[], limits).await;
    let mut other = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
    let mut locked = other.begin().await.unwrap();
    sqlx::query("LOCK TABLE accounts").execute(&mut *locked).await.unwrap();

    must_refuse(&server.get("/v1/players/alice.near").await, 504, "TOO_SLOW", "try again in a moment");

    let figures = server.must_get("/metrics").await;
    let counted = r#"tic_tac_toe_indexer_requests_total{route="/v1/players/{account}",status="504"} 1"#;
    assert!(figures.as_str().unwrap().contains(counted), "{figures}");
    drop(locked);
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_server_without_its_database_is_alive_but_not_ready(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let limits = Limits { database: Duration::from_millis(500), ..Limits::default() };
    let server =
        TestServer::with_limits(&database.location, &example_blocks(&mut TestChain::default()), limits).await;
    assert_eq!(server.must_get_when("/readyz", |answer| answer.status == 200).await.body, "ok");

    database.must_change("ALTER TABLE chains RENAME TO elsewhere").await;
    let unready = server.must_get_when("/readyz", |answer| answer.status == 503).await;
    must_refuse(&unready, 503, "DATABASE", "the database has not answered for");
    assert_eq!(server.must_get("/livez").await, "ok");
    let figures = server.must_get("/metrics").await;
    assert!(figures.as_str().unwrap().contains(r#"_next_height{contract="arena.near"} 9"#), "{figures}");
    // Its blocks are old, which is another question.
    assert_eq!(server.get("/healthz").await.body["contracts"][0]["next_height"], 9);
    server.end().await;
}
