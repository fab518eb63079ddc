//! The health check and the metrics.

use std::time::{SystemTime, UNIX_EPOCH};

use rstest::rstest;
use serde_json::json;

use super::example::{SECOND, TestChain, example_blocks};
use super::server::{DatabaseKind, TestServer};

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
    let old = server.get("/healthz").await;
    assert_eq!((old.status.as_u16(), &old.body["chain"]), (503, &json!("genesis")));
    let arena = &old.body["contracts"][0];
    assert_eq!((&arena["contract"], &arena["next_height"]), (&json!("arena.near"), &json!(9)));
    assert!(arena["seconds_behind"].as_i64().unwrap() > 60);

    let mut newest = chain.block(Vec::new());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    newest.time = u64::try_from(now.as_nanos()).unwrap() - SECOND;
    server.record(&[newest]).await;
    let fresh = server.get("/healthz").await;
    assert_eq!((fresh.status.as_u16(), &fresh.body["ok"]), (200, &json!(true)), "{}", fresh.body);
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
        "tic_tac_toe_indexer_listeners 1",
    ] {
        assert!(figures.lines().any(|figure| figure == line), "{line} is not in\n{figures}");
    }
    server.end().await;
}
