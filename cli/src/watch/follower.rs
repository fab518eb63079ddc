//! Walks along a chain one block at a time, and notices when the chain is no longer the same one.

use anyhow::Result;
use near_primitives::types::BlockHeight;

use super::block::Block;
use super::blocks::{Blocks, Fetched};

/// How far a chain has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The next block to read.
    pub next: BlockHeight,
    /// The hash of the last block read, by which the next one is recognised.
    pub last_hash: Option<String>,
}

/// What came next.
#[derive(Debug)]
pub enum Step {
    /// A block.
    Block(Box<Block>),
    /// The server is up to date with us; there is nothing to read for now.
    UpToDate,
    /// The server tells of another chain, which is read from its first block on.
    OtherChain,
    /// The server no longer has the blocks up to this one, which is the next to be read.
    Gap {
        /// Where reading goes on.
        to: BlockHeight,
    },
}

/// Reads a chain in order.
#[derive(Debug)]
pub struct Follower {
    blocks: Blocks,
    position: Position,
}

impl Position {
    /// The first block of a chain.
    pub const START: Self = Self { next: 0, last_hash: None };
}

impl Follower {
    /// Reads on from a position.
    #[must_use]
    pub const fn new(blocks: Blocks, position: Position) -> Self {
        Self { blocks, position }
    }

    /// How far it has read.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Reads the next block; if there is none, says why.
    ///
    /// # Errors
    ///
    /// When the server does not answer; the same block can be asked for again.
    pub async fn step(&mut self) -> Result<Step> {
        loop {
            match self.blocks.at(self.position.next).await? {
                Fetched::Block(block) if self.follows(&block) => return Ok(self.accept(block)),
                Fetched::Block(_) => return Ok(self.start_over()),
                Fetched::Skipped => self.position.next += 1,
                Fetched::Missing => return self.explain_missing().await,
            }
        }
    }

    fn follows(&self, block: &Block) -> bool {
        self.position.last_hash.as_deref().is_none_or(|hash| hash == block.previous_hash())
    }

    fn accept(&mut self, block: Box<Block>) -> Step {
        self.position = Position { next: block.height() + 1, last_hash: Some(block.hash().to_owned()) };
        Step::Block(block)
    }

    fn start_over(&mut self) -> Step {
        self.position = Position::START;
        Step::OtherChain
    }

    async fn explain_missing(&mut self) -> Result<Step> {
        let newest = self.blocks.last_final().await?.height();
        if newest + 1 < self.position.next {
            return Ok(self.start_over());
        }
        if newest + 1 == self.position.next {
            return Ok(Step::UpToDate);
        }
        self.position = Position { next: newest, last_hash: None };
        Ok(Step::Gap { to: newest })
    }
}
