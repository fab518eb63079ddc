//! Blocks fetched several at once: still in order, and never more at once than was asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Follower, Position, Server, Step};
use tokio::net::TcpListener;

const NEWEST: u64 = 60;

/// How many requests are being answered, and the most there have been.
#[derive(Default)]
struct Busy {
    now: AtomicUsize,
    most: AtomicUsize,
}

fn block(height: u64) -> String {
    format!(
        r#"{{"block":{{"header":{{"height":{height},"hash":"hash{height}","prev_hash":"hash{}","timestamp_nanosec":"1"}}}},"shards":[]}}"#,
        before(height)
    )
}

/// There is no block 30.
const fn before(height: u64) -> u64 {
    if height == 31 { 29 } else { height.saturating_sub(1) }
}

async fn at(State(busy): State<Arc<Busy>>, Path(height): Path<u64>) -> Result<String, StatusCode> {
    let now = busy.now.fetch_add(1, Ordering::SeqCst) + 1;
    busy.most.fetch_max(now, Ordering::SeqCst);
    // Later blocks of a handful are there before the earlier ones.
    tokio::time::sleep(Duration::from_millis(20 - height % 7 * 3)).await;
    busy.now.fetch_sub(1, Ordering::SeqCst);
    match height {
        30 => Ok("null".to_owned()),
        _ if height > NEWEST => Err(StatusCode::NOT_FOUND),
        _ => Ok(block(height)),
    }
}

#[tokio::test]
async fn blocks_that_are_fetched_at_once_come_in_order() {
    let busy = Arc::new(Busy::default());
    let routes = Router::new()
        .route("/v0/block/{height}", get(at))
        .route("/v0/last_block/final", get(async || block(NEWEST)))
        .with_state(Arc::clone(&busy));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let mut follower = Follower::new(
        Server::new(&url),
        Rpc::new(&url),
        near_primitives::hash::CryptoHash::default(),
        Position::START,
    )
    .ahead(5);

    let mut heights = Vec::new();
    while let Step::Block(block) = follower.step().await.unwrap() {
        heights.push(block.height());
    }

    let expected: Vec<u64> = (0..=NEWEST).filter(|height| *height != 30).collect();
    assert_eq!(heights, expected);
    assert_eq!((busy.most.load(Ordering::SeqCst), follower.newest()), (5, NEWEST));
}
