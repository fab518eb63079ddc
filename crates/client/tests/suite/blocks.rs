//! Blocks as neardata serves them: whose logs count, and how long a server asks to be left alone.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use localnet::{Config, Node};
use near_indexer_primitives::StreamerMessage;
use tic_tac_toe_client::blocks::{Block, Log, Server};
use tokio::net::TcpListener;

// Written by hand: what matters of a block, and what a future version may add.
const BLOCK: &str = r#"{
  "block": {
    "author": "test.near",
    "header": { "height": 12, "hash": "hash12", "prev_hash": "hash11", "timestamp_nanosec": "1" },
    "chunks": []
  },
  "shards": [
    { "shard_id": 0, "chunk": null, "state_changes": [], "receipt_execution_outcomes": [
      { "receipt": { "receiver_id": "game.near" }, "tx_hash": "t1", "execution_outcome": {
        "id": "r1", "block_hash": "hash12", "proof": [], "outcome": {
          "executor_id": "game.near", "logs": ["counted"], "gas_burnt": 1, "tokens_burnt": "1", "receipt_ids": [],
          "status": { "SuccessValue": "" } } } },
      { "receipt": { "receiver_id": "game.near" }, "execution_outcome": {
        "id": "r2", "outcome": {
          "executor_id": "game.near", "logs": ["of a failed receipt"],
          "status": { "Failure": { "ActionError": { "index": 0, "kind": "SomeFutureKind" } } } } } },
      { "receipt": { "receiver_id": "other.near" }, "execution_outcome": {
        "id": "r3", "outcome": {
          "executor_id": "other.near", "logs": ["of another contract"], "status": { "SuccessValue": "" } } } }
    ] },
    { "shard_id": 1, "receipt_execution_outcomes": [
      { "execution_outcome": { "id": "r4", "outcome": {
          "executor_id": "game.near", "logs": ["counted too"], "status": { "SuccessReceiptId": "r5" } } } }
    ] }
  ]
}"#;

#[test]
fn only_logs_of_the_contracts_successful_receipts_count() {
    let block: Block = serde_json::from_str(BLOCK).unwrap();
    let contract = "game.near".parse().unwrap();

    let logs: Vec<Log> = block.logs(&contract).collect();

    let log = |receipt, line| Log { contract: &contract, receipt, line };
    assert_eq!(logs, [log("r1", "counted"), log("r4", "counted too")]);
    assert_eq!(block.all_logs().map(|log| log.receipt).collect::<Vec<_>>(), ["r1", "r3", "r4"]);
    assert_eq!((block.height(), block.hash(), block.previous_hash()), (12, "hash12", "hash11"));
}

/// neardata's server writes blocks with the types that NEAR publishes for indexers, and so does localnet. No recorded block
/// of mainnet is here, as none was found that may be copied; docs/indexers.md says which were read by hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_block_written_by_the_published_types_is_read() {
    let node = Node::start(Config::default()).expect("a node starts on a free port");
    let served = reqwest::get(format!("{}/v0/last_block/final", node.rpc_url())).await.unwrap();
    let published: StreamerMessage = served.json().await.unwrap();

    let block: Block = serde_json::from_str(&serde_json::to_string(&published).unwrap()).unwrap();

    let header = &published.block.header;
    let (hash, previous) = (header.hash.to_string(), header.prev_hash.to_string());
    assert_eq!((block.height(), block.hash(), block.previous_hash()), (header.height, &*hash, &*previous));
    assert_eq!(block.time().0, header.timestamp_nanosec);
}

#[tokio::test]
async fn a_server_that_asks_for_patience_is_understood() {
    let busy = Router::new().fallback(|| async { (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "7")]) });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, busy).await.unwrap() });

    let error = Server::new(&url).last_final().await.unwrap_err();

    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
    assert_eq!(error.to_string(), format!("{url}/v0/last_block/final answers 429 Too Many Requests"));
}
