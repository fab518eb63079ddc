//! Why blocks can't be read on.

use std::time::Duration;

use near_primitives::types::BlockHeight;
use reqwest::StatusCode;
use thiserror::Error;

/// What is wrong with the servers; each can be asked again.
#[derive(Debug, Error)]
pub enum Error {
    /// Nobody listens, or the connection broke.
    #[error("{url} cannot be reached")]
    Unreachable {
        /// The server of blocks.
        url: String,
    },
    /// Somebody listens and says nothing.
    #[error("{url} has not answered for {} seconds", waited.as_secs_f32())]
    Silent {
        /// The server of blocks.
        url: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The server has not a single block.
    #[error("{url} has no blocks")]
    Empty {
        /// The server of blocks.
        url: String,
    },
    /// The server answers something else.
    #[error("{url} does not answer with a block")]
    NotABlock {
        /// What was asked for.
        url: String,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
    /// The server answers that it can't.
    #[error("{url} answers {status}")]
    Status {
        /// What was asked for.
        url: String,
        /// Its answer.
        status: StatusCode,
        /// How long it asks to be left alone.
        retry_after: Option<Duration>,
    },
    /// The blocks are of another chain than the node's.
    #[error("block {0} does not follow the one before it; do --blocks and --rpc name the same chain?")]
    DoesNotFollow(BlockHeight),
    /// Two servers have different blocks at the same height.
    #[error("{one} and {other} have different blocks at height {height}; one of them is not of this chain")]
    Disagree {
        /// Where they disagree.
        height: BlockHeight,
        /// The server that is read from.
        one: String,
        /// The other one.
        other: String,
    },
    /// The server has another block than the node at the same height.
    #[error(
        "block {0} is another one at the server of blocks than at the node; do --blocks and --rpc name the same chain?"
    )]
    OtherBlocks(BlockHeight),
    /// The node can't confirm yet that the server has its blocks.
    #[error("the node does not have block {0} yet, by which the server of blocks is recognised")]
    Unconfirmed(BlockHeight),
    /// The node does not say which chain it is.
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
