//! Why blocks can't be read on.

use std::time::Duration;

use near_primitives::types::BlockHeight;
use reqwest::StatusCode;
use thiserror::Error;

/// What is wrong with the servers; each can be asked again.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each has its sentence")]
pub enum Error {
    #[error("{url} cannot be reached")]
    Unreachable { url: String },
    #[error("{url} has not answered for {} seconds", waited.as_secs_f32())]
    Silent { url: String, waited: Duration },
    #[error("{url} has no blocks")]
    Empty { url: String },
    #[error("{url} does not answer with a block")]
    NotABlock { url: String, source: serde_json::Error },
    #[error("{url} answers {status}")]
    Status { url: String, status: StatusCode, retry_after: Option<Duration> },
    #[error("block {0} does not follow the one before it; do --blocks and --rpc name the same chain?")]
    DoesNotFollow(BlockHeight),
    #[error("{one} and {other} have different blocks at height {height}; one of them is not of this chain")]
    Disagree { height: BlockHeight, one: String, other: String },
    #[error(
        "block {0} is another one at the server of blocks than at the node; do --blocks and --rpc name the same chain?"
    )]
    OtherBlocks(BlockHeight),
    #[error("the node does not have block {0} yet, by which the server of blocks is recognised")]
    Unconfirmed(BlockHeight),
    #[error(transparent)]
    Node(#[from] crate::Error),
}

impl Error {
    /// Returns how long the server asks to be left alone, if it does.
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
