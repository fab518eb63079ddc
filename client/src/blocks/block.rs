//! A block as neardata serves it, reduced to what those who watch contracts need.

use near_primitives::types::{AccountId, BlockHeight};
use serde::Deserialize;
use serde_json::Value;
use tic_tac_toe_interface::arena::Timestamp;

/// A block with what its receipts did.
#[derive(Clone, Debug, Deserialize)]
pub struct Block {
    block: BlockView,
    shards: Vec<Shard>,
}

/// A log line with the receipt that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log<'a> {
    /// The receipt whose execution wrote the line.
    pub receipt: &'a str,
    /// The line.
    pub line: &'a str,
}

#[derive(Clone, Debug, Deserialize)]
struct BlockView {
    header: Header,
}

#[derive(Clone, Debug, Deserialize)]
struct Header {
    height: BlockHeight,
    hash: String,
    prev_hash: String,
    timestamp_nanosec: Timestamp,
}

#[derive(Clone, Debug, Deserialize)]
struct Shard {
    receipt_execution_outcomes: Vec<Executed>,
}

#[derive(Clone, Debug, Deserialize)]
struct Executed {
    execution_outcome: ExecutionOutcome,
}

#[derive(Clone, Debug, Deserialize)]
struct ExecutionOutcome {
    id: String,
    outcome: Outcome,
}

// The status stays JSON: new kinds of errors must not stop a watcher that only asks whether there was one.
#[derive(Clone, Debug, Deserialize)]
struct Outcome {
    executor_id: AccountId,
    logs: Vec<String>,
    status: Value,
}

impl Block {
    /// How many blocks could have come before it.
    #[must_use]
    pub const fn height(&self) -> BlockHeight {
        self.block.header.height
    }

    /// Its hash.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.block.header.hash
    }

    /// The hash of the block before it.
    #[must_use]
    pub fn previous_hash(&self) -> &str {
        &self.block.header.prev_hash
    }

    /// Its time, as the contracts that ran in it saw it.
    #[must_use]
    pub const fn time(&self) -> Timestamp {
        self.block.header.timestamp_nanosec
    }

    /// What a contract logged in this block. Failed receipts changed nothing, so their logs don't count.
    pub fn logs<'a>(&'a self, contract: &'a AccountId) -> impl Iterator<Item = Log<'a>> {
        let executed = self.shards.iter().flat_map(|shard| &shard.receipt_execution_outcomes);
        executed
            .map(|executed| &executed.execution_outcome)
            .filter(move |execution| execution.outcome.executor_id == *contract && execution.succeeded())
            .flat_map(|execution| {
                execution.outcome.logs.iter().map(|line| Log { receipt: &execution.id, line })
            })
    }
}

impl ExecutionOutcome {
    fn succeeded(&self) -> bool {
        let status = &self.outcome.status;
        status.get("SuccessValue").is_some() || status.get("SuccessReceiptId").is_some()
    }
}
