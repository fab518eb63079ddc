//! What those who run it look at.

use std::time::{SystemTime, UNIX_EPOCH};

use rstest::rstest;
use serde_json::json;

use super::support::{Kind, Served};
use super::tale::{SECOND, Tale, everything};

#[rstest]
#[tokio::test]
async fn health_tells_how_far_behind_it_is(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let Some(database) = kind.database().await else { return };
    let mut tale = Tale::default();
    let mut served = Served::with(&database.place, &[]).await;

    let before = served.get("/healthz").await;
    assert_eq!((before.status.as_u16(), &before.body["ok"]), (503, &json!(false)));

    served.happens(&everything(&mut tale)).await;
    let old = served.get("/healthz").await;
    assert_eq!((old.status.as_u16(), &old.body["chain"]), (503, &json!("genesis")));
    let arena = &old.body["contracts"][0];
    assert_eq!((&arena["contract"], &arena["next_height"]), (&json!("arena.near"), &json!(9)));
    assert!(arena["seconds_behind"].as_i64().unwrap() > 60);

    let mut newest = tale.block(Vec::new());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    newest.time = u64::try_from(now.as_nanos()).unwrap() - SECOND;
    served.happens(&[newest]).await;
    let fresh = served.get("/healthz").await;
    assert_eq!((fresh.status.as_u16(), &fresh.body["ok"]), (200, &json!(true)), "{}", fresh.body);
    served.end().await;
}

#[rstest]
#[tokio::test]
async fn prometheus_reads_requests_and_progress(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let Some(database) = kind.database().await else { return };
    let served = Served::with(&database.place, &everything(&mut Tale::default())).await;
    served.get("/v1/games/arena.near/1").await;
    served.get("/v1/games/arena.near/99").await;
    let _listening = served.listen("/v1/events", None).await;

    let figures = served.must_get("/metrics").await;
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
    served.end().await;
}
