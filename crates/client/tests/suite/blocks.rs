//! Blocks as neardata serves them: whose logs count.

use tic_tac_toe_client::blocks::{Block, Log};

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
