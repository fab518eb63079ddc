//! Blocks in the form that indexers read, at the addresses where neardata serves them.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use near_indexer_primitives::{
    IndexerChunkView, IndexerExecutionOutcomeWithOptionalReceipt, IndexerExecutionOutcomeWithReceipt,
    IndexerShard, IndexerTransactionWithOutcome, StreamerMessage,
};
use near_primitives::{
    receipt::Receipt,
    types::{BlockHeight, ShardId},
    views::ReceiptView,
};
use serde_json::{Value, json};

use crate::{
    chain::Block,
    rpc::{Rpc, json, show_changes},
};

/// A block this far ahead of the last final one is waited for.
const WAITED_FOR: u64 = 60;

/// Redirects to the newest final block.
pub async fn last_final_block(State(rpc): State<Arc<Rpc>>) -> Response {
    let height = rpc.chain.history().final_height();
    let target = format!("/v0/block/{height}");
    (StatusCode::FOUND, [(header::LOCATION, target)]).into_response()
}

/// Answers with a final block; `null` if its height was skipped. One that is due soon is waited for.
pub async fn block(State(rpc): State<Arc<Rpc>>, Path(height): Path<BlockHeight>) -> Response {
    let refused = |kind: &str, message: &str| {
        let body = json!({ "error": message, "type": kind });
        json(StatusCode::NOT_FOUND, &body)
    };
    let mut new_blocks = rpc.chain.new_blocks();
    let due =
        async { while rpc.chain.history().final_height() < height && new_blocks.changed().await.is_ok() {} };
    let final_height = rpc.chain.history().final_height();
    if height > final_height.saturating_add(WAITED_FOR)
        || tokio::time::timeout(rpc.polling_timeout, due).await.is_err()
    {
        return refused("BLOCK_HEIGHT_TOO_HIGH", "the block is not there yet");
    }
    if height < rpc.chain.history().earliest().height() {
        return refused("BLOCK_HEIGHT_TOO_LOW", "the block is no longer remembered");
    }
    let block = rpc.chain.history().by_height(height);
    match block {
        Some(block) => json(StatusCode::OK, &streamer_message(&block)),
        None => json(StatusCode::OK, &Value::Null),
    }
}

fn streamer_message(block: &Block) -> StreamerMessage {
    let transactions = block.transactions.iter().map(|(tx, outcome)| IndexerTransactionWithOutcome {
        transaction: tx.clone().into(),
        outcome: IndexerExecutionOutcomeWithOptionalReceipt {
            execution_outcome: outcome.clone(),
            receipt: None,
        },
    });
    let outcomes = block.executed.iter().map(|(receipt, outcome)| IndexerExecutionOutcomeWithReceipt {
        execution_outcome: outcome.clone(),
        receipt: Receipt::clone(receipt).into(),
    });
    let chunk = IndexerChunkView {
        author: block.view.author.clone(),
        header: block.view.chunks[0].clone(),
        transactions: transactions.collect(),
        receipts: show_receipts(&block.incoming),
        local_receipts: show_receipts(&block.local),
        instant_receipts: show_receipts(&block.instant),
    };
    StreamerMessage {
        block: block.view.clone(),
        shards: vec![IndexerShard {
            shard_id: ShardId::new(0),
            chunk: Some(chunk),
            receipt_execution_outcomes: outcomes.collect(),
            state_changes: show_changes(block.changes.iter().cloned()),
        }],
    }
}

fn show_receipts(receipts: &[Arc<Receipt>]) -> Vec<ReceiptView> {
    receipts.iter().map(|receipt| Receipt::clone(receipt).into()).collect()
}
