//! The blocks that the node remembers, and where to find transactions, receipts and outcomes in them.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    ops::Bound,
    sync::Arc,
};

use near_primitives::{
    hash::CryptoHash,
    receipt::Receipt,
    transaction::SignedTransaction,
    types::{BlockHeight, BlockHeightDelta},
    views::ExecutionOutcomeWithIdView,
};

use super::Block;

/// How many blocks are kept however large they are: clients wait for the results of transactions.
const LEAST_BLOCKS: usize = 32;

/// How much history is kept.
pub struct Retention {
    /// How many blocks are kept; older ones are forgotten with all that belongs to them.
    pub blocks: usize,
    /// How many bytes they may hold together, if there are more than [`LEAST_BLOCKS`] of them.
    pub bytes: usize,
    /// For how many heights at least a block's hash is known, so that transactions can name it.
    pub hashes: BlockHeightDelta,
}

/// The location of an entry: the block's height and the index in the block's list.
type Location = (BlockHeight, usize);

/// All blocks that are still remembered.
pub struct History {
    retention: Retention,
    genesis: Arc<Block>,
    blocks: BTreeMap<BlockHeight, Arc<Block>>,
    /// The size of all blocks together.
    bytes: usize,
    heights: HashMap<CryptoHash, BlockHeight>,
    /// The known hashes, earliest first.
    hashes: VecDeque<CryptoHash>,
    chunks: HashMap<CryptoHash, BlockHeight>,
    transactions: HashMap<CryptoHash, Location>,
    executed: HashMap<CryptoHash, Location>,
    /// Where receipts were made; not all of them are executed.
    made: HashMap<CryptoHash, Location>,
    /// Which transaction or receipt a receipt came from.
    parents: HashMap<CryptoHash, CryptoHash>,
}

impl History {
    /// Starts with the first block.
    pub fn new(genesis: Block, retention: Retention) -> Self {
        let genesis = Arc::new(genesis);
        let mut history = Self {
            retention,
            genesis: Arc::clone(&genesis),
            blocks: BTreeMap::new(),
            bytes: 0,
            heights: HashMap::new(),
            hashes: VecDeque::new(),
            chunks: HashMap::new(),
            transactions: HashMap::new(),
            executed: HashMap::new(),
            made: HashMap::new(),
            parents: HashMap::new(),
        };
        history.push(genesis);
        history
    }

    /// Adds the newest block.
    pub fn push(&mut self, block: Arc<Block>) {
        let height = block.height();
        self.remember_hashes(vec![(block.hash(), height)]);
        self.chunks.insert(block.view.chunks[0].chunk_hash, height);
        for (index, (_, outcome)) in block.transactions.iter().enumerate() {
            self.transactions.insert(outcome.id, (height, index));
        }
        for (index, (_, outcome)) in block.executed.iter().enumerate() {
            self.executed.insert(outcome.id, (height, index));
        }
        self.parents.extend(block.parents.iter().copied());
        for (index, receipt) in block.made().enumerate() {
            self.made.insert(*receipt.receipt_id(), (height, index));
        }
        self.bytes += block.size;
        self.blocks.insert(height, block);
        while self.is_too_large() {
            self.forget_earliest();
        }
        self.forget_old_hashes(height);
    }

    /// Adds hashes of blocks that are already forgotten, earliest first.
    pub fn remember_hashes(&mut self, hashes: Vec<(CryptoHash, BlockHeight)>) {
        for (hash, height) in hashes {
            if self.heights.insert(hash, height).is_none() {
                self.hashes.push_back(hash);
            }
        }
    }

    /// Returns the known hashes with their heights, earliest first.
    pub fn known_hashes(&self) -> Vec<(CryptoHash, BlockHeight)> {
        self.hashes.iter().map(|hash| (*hash, self.heights[hash])).collect()
    }

    fn is_too_large(&self) -> bool {
        let Retention { blocks, bytes, .. } = self.retention;
        self.blocks.len() > blocks || (self.bytes > bytes && self.blocks.len() > LEAST_BLOCKS)
    }

    fn forget_earliest(&mut self) {
        let Some((_, block)) = self.blocks.pop_first() else {
            return;
        };
        self.bytes -= block.size;
        self.chunks.remove(&block.view.chunks[0].chunk_hash);
        for (_, outcome) in &block.transactions {
            self.transactions.remove(&outcome.id);
        }
        for (_, outcome) in &block.executed {
            self.executed.remove(&outcome.id);
        }
        for (child, _) in &block.parents {
            self.parents.remove(child);
        }
        for receipt in block.made() {
            self.made.remove(receipt.receipt_id());
        }
    }

    fn forget_old_hashes(&mut self, head: BlockHeight) {
        let earliest = self.earliest_height().min(head.saturating_sub(self.retention.hashes));
        while let Some(hash) = self.hashes.front()
            && self.heights[hash] < earliest
        {
            self.heights.remove(hash);
            self.hashes.pop_front();
        }
    }

    /// Returns the newest block.
    pub fn head(&self) -> Arc<Block> {
        self.before_head(0)
    }

    /// Returns the block `distance` blocks before the newest, or the earliest one.
    pub fn before_head(&self, distance: usize) -> Arc<Block> {
        let mut newest_first = self.blocks.values().rev();
        let block = newest_first.nth(distance);
        Arc::clone(block.unwrap_or_else(|| &self.blocks[&self.earliest_height()]))
    }

    /// Returns the first block, which is never forgotten.
    pub fn genesis(&self) -> Arc<Block> {
        Arc::clone(&self.genesis)
    }

    /// Returns the earliest block that is still remembered.
    pub fn earliest(&self) -> Arc<Block> {
        Arc::clone(&self.blocks[&self.earliest_height()])
    }

    fn earliest_height(&self) -> BlockHeight {
        let first = self.blocks.first_key_value();
        *first.expect("history starts with the genesis block").0
    }

    /// Returns the height of the newest final block.
    pub fn final_height(&self) -> BlockHeight {
        self.final_height_at(BlockHeight::MAX)
    }

    /// Returns the height of the block that was the newest final one when the chain was at a height.
    pub fn final_height_at(&self, at: BlockHeight) -> BlockHeight {
        let mut newest_first = self.blocks.range(..=at).rev();
        newest_first.nth(2).map_or_else(|| self.earliest_height(), |(height, _)| *height)
    }

    /// Returns the heights of the blocks from `since` on.
    pub fn heights_since(&self, since: BlockHeight) -> impl Iterator<Item = BlockHeight> {
        self.blocks.range(since..).map(|(height, _)| *height)
    }

    /// Returns the block that follows a height.
    pub fn after(&self, height: BlockHeight) -> Option<Arc<Block>> {
        let mut later = self.blocks.range((Bound::Excluded(height), Bound::Unbounded));
        later.next().map(|(_, block)| Arc::clone(block))
    }

    /// Returns a block by its height.
    pub fn by_height(&self, height: BlockHeight) -> Option<Arc<Block>> {
        self.blocks.get(&height).cloned()
    }

    /// Returns a block by its hash.
    pub fn by_hash(&self, hash: &CryptoHash) -> Option<Arc<Block>> {
        self.by_height(self.height_of(hash)?)
    }

    /// Returns the newest block of an epoch.
    pub fn by_epoch(&self, epoch_id: &CryptoHash) -> Option<Arc<Block>> {
        let mut newest_first = self.blocks.values().rev();
        newest_first.find(|block| block.view.header.epoch_id == *epoch_id).cloned()
    }

    /// Returns a block's height by its hash, even if the block itself is already forgotten.
    pub fn height_of(&self, hash: &CryptoHash) -> Option<BlockHeight> {
        self.heights.get(hash).copied()
    }

    /// Returns the block that contains a chunk.
    pub fn by_chunk(&self, chunk_hash: &CryptoHash) -> Option<Arc<Block>> {
        self.by_height(*self.chunks.get(chunk_hash)?)
    }

    /// Returns a transaction and its outcome.
    pub fn transaction(
        &self,
        hash: &CryptoHash,
    ) -> Option<(&SignedTransaction, &ExecutionOutcomeWithIdView)> {
        let (height, index) = self.transactions.get(hash)?;
        let (tx, outcome) = &self.blocks.get(height)?.transactions[*index];
        Some((tx, outcome))
    }

    /// Returns an executed receipt, its outcome and the block's height.
    pub fn executed(&self, id: &CryptoHash) -> Option<(&Receipt, &ExecutionOutcomeWithIdView, BlockHeight)> {
        let (height, index) = self.executed.get(id)?;
        let (receipt, outcome) = &self.blocks.get(height)?.executed[*index];
        Some((receipt, outcome, *height))
    }

    /// Returns a receipt, executed or not.
    pub fn receipt(&self, id: &CryptoHash) -> Option<&Receipt> {
        if let Some((receipt, ..)) = self.executed(id) {
            return Some(receipt);
        }
        let (height, index) = self.made.get(id)?;
        self.blocks.get(height)?.made().nth(*index)
    }

    /// Returns the transaction that a receipt goes back to.
    pub fn origin(&self, receipt_id: &CryptoHash) -> Option<&SignedTransaction> {
        let mut id = receipt_id;
        loop {
            id = self.parents.get(id)?;
            if let Some((tx, _)) = self.transaction(id) {
                return Some(tx);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chain::Chain,
        node::tests::idle_producer,
        runtime::{BlockContext, BlockOutput},
        state::State,
    };

    fn next_block(history: &History, chain: &Chain, height_step: BlockHeightDelta) -> Block {
        let head = history.head();
        let context = BlockContext { height: head.height() + height_step, ..head.context.clone() };
        Block::after(&chain.params, &chain.identity, &head, context, BlockOutput::default(), vec![])
    }

    fn add_block(history: &mut History, chain: &Chain, height_step: BlockHeightDelta) -> CryptoHash {
        let block = next_block(history, chain, height_step);
        let hash = block.hash();
        history.push(Arc::new(block));
        hash
    }

    #[test]
    fn a_hash_is_known_for_its_time_also_when_its_block_is_forgotten() {
        let chain = idle_producer().chain();
        let genesis = Block::genesis(&chain.params, &chain.identity, State::default());
        let mut history = History::new(genesis, Retention { blocks: 2, bytes: 1_000, hashes: 5 });
        let first = add_block(&mut history, &chain, 1);
        for _ in 0..5 {
            assert_eq!(history.height_of(&first), Some(1));
            add_block(&mut history, &chain, 1);
        }
        assert!(history.by_hash(&first).is_none());
        assert_eq!(history.genesis().height(), 0, "it is never forgotten");
        assert_eq!(history.height_of(&first), Some(1));
        add_block(&mut history, &chain, 1);
        assert_eq!(history.height_of(&first), None);
    }

    #[test]
    fn a_block_that_is_kept_is_found_by_its_hash_however_old_it_is() {
        let chain = idle_producer().chain();
        let genesis = Block::genesis(&chain.params, &chain.identity, State::default());
        let mut history = History::new(genesis, Retention { blocks: 3, bytes: 1_000, hashes: 5 });
        let first = add_block(&mut history, &chain, 1);
        add_block(&mut history, &chain, 1_000);
        assert!(history.by_hash(&first).is_some());
        assert_eq!(history.hashes.len(), 3);
    }

    #[test]
    fn large_blocks_are_forgotten_sooner_but_the_newest_are_kept() {
        let chain = idle_producer().chain();
        let genesis = Block::genesis(&chain.params, &chain.identity, State::default());
        let mut history = History::new(genesis, Retention { blocks: 1_000, bytes: 4_000, hashes: 5 });
        let mut add = |size| {
            let mut block = next_block(&history, &chain, 1);
            block.size = size;
            history.push(Arc::new(block));
            history.blocks.len()
        };
        for _ in 0..40 {
            add(100);
        }
        assert_eq!(add(100), 40, "each holds 100 bytes");
        assert_eq!(add(3_000), LEAST_BLOCKS);
        assert_eq!(add(1_000_000), LEAST_BLOCKS);
        for _ in 0..LEAST_BLOCKS {
            add(100);
        }
        assert_eq!(add(100), LEAST_BLOCKS + 1, "the large one is gone");
    }
}
