//! Walks along a chain one block at a time, and notices when the chain is no longer the same one.

use std::collections::VecDeque;

use near_primitives::hash::CryptoHash;
use near_primitives::types::BlockHeight;

use tokio::task::JoinHandle;

use super::{Block, Error, Fetched, Server};
use crate::Rpc;

// After so many blocks in a row the server is asked how many more there are.
const ASK_EVERY: u32 = 8;

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
    /// There is nothing to read for now: the server is up to date with us, or behind.
    UpToDate,
    /// The server has another chain now, which is read from its first block on.
    OtherChain,
    /// The server no longer has some blocks; those after them are the next to be read.
    Gap {
        /// The first block that was missed.
        from: BlockHeight,
        /// Where reading goes on.
        to: BlockHeight,
    },
}

/// Reads a chain in order.
pub struct Follower {
    blocks: Server,
    rpc: Rpc,
    chain: CryptoHash,
    position: Position,
    /// Where the last accepted block ends: heights after it that the server called empty may not have been.
    accepted: BlockHeight,
    confirms: bool,
    ahead: Ahead,
}

/// Blocks that are fetched before it is their turn, while a chain is caught up with.
struct Ahead {
    /// So many at once, at most.
    most: usize,
    /// So many at once for now: fewer after a failure, one more after each block.
    now: usize,
    /// Those being fetched, the next one first.
    fetches: VecDeque<Fetch>,
    /// The newest block that the server is known to have.
    newest: BlockHeight,
    /// Blocks in a row since the server was last asked for its newest.
    in_a_row: u32,
}

/// A block that is being fetched, as long as something waits for it.
struct Fetch(JoinHandle<Result<Fetched, Error>>);

impl Drop for Fetch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Position {
    /// The first block of a chain.
    pub const START: Self = Self { next: 0, last_hash: None };
}

impl Ahead {
    // The server is asked right at the beginning, when much may have happened since the last time.
    const fn new(most: usize) -> Self {
        Self { most, now: most, fetches: VecDeque::new(), newest: 0, in_a_row: ASK_EVERY }
    }

    fn succeed(&mut self) {
        self.in_a_row += 1;
        self.now = self.most.min(self.now + 1);
    }

    fn pause(&mut self) {
        self.fetches.clear();
        self.in_a_row = 0;
    }

    fn fail(&mut self) {
        self.fetches.clear();
        self.now = (self.now / 2).max(1);
    }
}

impl Follower {
    /// Reads on from a position on the chain whose first block has the hash `chain`. The node is asked
    /// which chain it is when the blocks leave that in doubt.
    #[must_use]
    pub const fn new(blocks: Server, rpc: Rpc, chain: CryptoHash, position: Position) -> Self {
        let accepted = position.next;
        Self { blocks, rpc, chain, position, accepted, confirms: false, ahead: Ahead::new(1) }
    }

    /// Fetches up to so many blocks at once while there are many to read. They still come in order, each has to
    /// follow the one before it, and no more than these are kept in memory.
    #[must_use]
    pub fn ahead(self, most: usize) -> Self {
        Self { ahead: Ahead::new(most), ..self }
    }

    /// Asks the node whether the server has its blocks, before the first one that follows no other is accepted.
    #[must_use]
    pub fn confirmed(self) -> Self {
        Self { confirms: true, ..self }
    }

    /// Returns the newest block that the server is known to have: how far there is to go.
    #[must_use]
    pub const fn newest(&self) -> BlockHeight {
        self.ahead.newest
    }

    /// Reads what comes after the newest final block.
    ///
    /// # Errors
    ///
    /// When a server does not answer.
    pub async fn from_now(blocks: Server, rpc: Rpc) -> Result<Self, Error> {
        let chain = rpc.genesis().await?;
        let next = blocks.last_final().await?.height() + 1;
        Ok(Self::new(blocks, rpc, chain, Position { next, last_hash: None }))
    }

    /// Returns the hash of the first block of the chain that it reads.
    #[must_use]
    pub const fn chain(&self) -> CryptoHash {
        self.chain
    }

    /// Returns how far it has read.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Reads the next block; if there is none, says why.
    ///
    /// # Errors
    ///
    /// When a server does not answer, or answers with a block of another chain than the node's; the same
    /// block can be asked for again.
    pub async fn step(&mut self) -> Result<Step, Error> {
        let step = self.try_step().await;
        match &step {
            Ok(Step::Block(_)) => self.ahead.succeed(),
            Ok(Step::UpToDate) => self.ahead.pause(),
            Ok(Step::OtherChain | Step::Gap { .. }) => self.ahead = Ahead::new(self.ahead.most),
            // Whatever is wrong, fewer requests at once can't make it worse.
            Err(_) => self.ahead.fail(),
        }
        step
    }

    async fn try_step(&mut self) -> Result<Step, Error> {
        loop {
            match self.fetch().await? {
                Fetched::Block(block) if self.follows(&block) => {
                    if self.confirms && self.position.last_hash.is_none() {
                        self.confirm().await?;
                    }
                    return Ok(self.accept(block));
                }
                Fetched::Block(block) => {
                    // One of the heights in between may have a block after all.
                    self.position.next = self.accepted;
                    self.blocks.fail_over();
                    return if self.starts_over().await? {
                        Ok(Step::OtherChain)
                    } else {
                        Err(Error::DoesNotFollow(block.height()))
                    };
                }
                Fetched::Skipped => {
                    self.position.next += 1;
                    self.ahead.in_a_row += 1;
                }
                Fetched::Missing => return self.explain_missing().await,
                Fetched::Gone => return self.pass_over_gap().await,
            }
        }
    }

    /// Returns the block at the position. Those after it are sent for, if there are any.
    async fn fetch(&mut self) -> Result<Fetched, Error> {
        if self.ahead.most > 1 && self.ahead.fetches.is_empty() && self.ahead.in_a_row >= ASK_EVERY {
            self.ahead.in_a_row = 0;
            self.ahead.newest = self.blocks.last_final().await?.height();
        }
        while self.ahead.fetches.len() < self.ahead.now {
            let height = self.position.next + self.ahead.fetches.len() as BlockHeight;
            if height > self.ahead.newest {
                break;
            }
            let blocks = self.blocks.clone();
            self.ahead.fetches.push_back(Fetch(tokio::spawn(async move { blocks.at(height).await })));
        }
        // It stays the first until it is there: whoever stops waiting has lost nothing.
        let fetched = match self.ahead.fetches.front_mut() {
            Some(Fetch(fetch)) => fetch.await.ok(),
            None => None,
        };
        self.ahead.fetches.pop_front();
        match fetched {
            Some(fetched) => fetched,
            None => self.blocks.at(self.position.next).await,
        }
    }

    fn follows(&self, block: &Block) -> bool {
        block.height() == self.position.next
            && self.position.last_hash.as_deref().is_none_or(|hash| hash == block.previous_hash())
    }

    fn accept(&mut self, block: Box<Block>) -> Step {
        self.position = Position { next: block.height() + 1, last_hash: Some(block.hash().to_owned()) };
        self.accepted = self.position.next;
        Step::Block(block)
    }

    /// Fails unless the node has the server's newest block.
    async fn confirm(&self) -> Result<(), Error> {
        let newest = self.blocks.last_final().await?;
        match self.rpc.block_hash(newest.height()).await? {
            Some(hash) if hash.to_string() == newest.hash() => Ok(()),
            Some(_) => Err(Error::OtherBlocks(newest.height())),
            None => Err(Error::Unconfirmed(newest.height())),
        }
    }

    /// Goes to the first block if the node has changed to another chain; a server that lags has not.
    async fn starts_over(&mut self) -> Result<bool, Error> {
        let chain = self.rpc.genesis().await?;
        if chain == self.chain {
            return Ok(false);
        }
        self.chain = chain;
        (self.position, self.accepted) = (Position::START, Position::START.next);
        Ok(true)
    }

    async fn explain_missing(&mut self) -> Result<Step, Error> {
        let newest = self.blocks.last_final().await?.height();
        self.ahead.newest = newest;
        let is_behind = newest + 1 < self.position.next;
        Ok(if is_behind && self.starts_over().await? { Step::OtherChain } else { Step::UpToDate })
    }

    async fn pass_over_gap(&mut self) -> Result<Step, Error> {
        if self.starts_over().await? {
            return Ok(Step::OtherChain);
        }
        let from = self.position.next;
        let to = self.earliest_after(from).await?;
        (self.position, self.accepted) = (Position { next: to, last_hash: None }, to);
        Ok(Step::Gap { from, to })
    }

    /// Servers forget the oldest blocks first, so halving the span finds where the others begin.
    async fn earliest_after(&self, gone: BlockHeight) -> Result<BlockHeight, Error> {
        let (mut earliest, mut served) = (gone + 1, self.blocks.last_final().await?.height());
        while earliest < served {
            let middle = earliest.midpoint(served);
            match self.blocks.at(middle).await? {
                Fetched::Gone => earliest = middle + 1,
                Fetched::Block(_) | Fetched::Skipped | Fetched::Missing => served = middle,
            }
        }
        Ok(earliest)
    }
}
