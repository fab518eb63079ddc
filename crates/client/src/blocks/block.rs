//! A block as neardata serves it, reduced to what those who watch contracts need.

use near_primitives::types::{AccountId, BlockHeight};
use serde::Deserialize;
use serde::de::IgnoredAny;
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
    /// The account whose contract wrote it.
    pub contract: &'a AccountId,
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

#[derive(Clone, Debug, Deserialize)]
struct Outcome {
    executor_id: AccountId,
    logs: Vec<String>,
    status: Status,
}

// What is in it is not read: new kinds of errors must not stop a watcher that only asks whether there was one.
#[derive(Clone, Debug, Deserialize)]
enum Status {
    SuccessValue(IgnoredAny),
    SuccessReceiptId(IgnoredAny),
    Failure(IgnoredAny),
    Unknown,
}

impl Block {
    /// Returns how many blocks could have come before it.
    #[must_use]
    pub const fn height(&self) -> BlockHeight {
        self.block.header.height
    }

    /// Its hash.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.block.header.hash
    }

    /// Returns the hash of the block before it.
    #[must_use]
    pub fn previous_hash(&self) -> &str {
        &self.block.header.prev_hash
    }

    /// Its time, as the contracts that ran in it saw it.
    #[must_use]
    pub const fn time(&self) -> Timestamp {
        self.block.header.timestamp_nanosec
    }

    /// Returns what a contract logged in this block. Failed receipts changed nothing, so their logs don't count.
    pub fn logs<'a>(&'a self, contract: &'a AccountId) -> impl Iterator<Item = Log<'a>> {
        self.all_logs().filter(move |log| log.contract == contract)
    }

    /// Returns what all contracts logged in this block, receipt by receipt. Those of failed receipts don't count.
    pub fn all_logs(&self) -> impl Iterator<Item = Log<'_>> {
        let executed = self.shards.iter().flat_map(|shard| &shard.receipt_execution_outcomes);
        let succeeded = executed
            .map(|executed| &executed.execution_outcome)
            .filter(|execution| execution.outcome.status.is_success());
        succeeded.flat_map(|ExecutionOutcome { id, outcome }| {
            outcome.logs.iter().map(|line| Log { contract: &outcome.executor_id, receipt: id, line })
        })
    }
}

impl Status {
    const fn is_success(&self) -> bool {
        matches!(self, Self::SuccessValue(_) | Self::SuccessReceiptId(_))
    }
}
