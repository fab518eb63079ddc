//! The blocks that the node remembers, and where to find transactions, receipts and outcomes in them.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use near_primitives::{
    hash::CryptoHash, receipt::Receipt, transaction::SignedTransaction, types::BlockHeight,
    views::ExecutionOutcomeWithIdView,
};

use super::Block;

/// How many blocks are kept; older ones are forgotten with all that belongs to them.
const RETAINED_BLOCKS: usize = 20_000;

/// Where something is: the block's height and the position in the block's list.
type Place = (BlockHeight, usize);

/// All blocks that are still remembered.
pub struct History {
    blocks: BTreeMap<BlockHeight, Arc<Block>>,
    heights: HashMap<CryptoHash, BlockHeight>,
    chunks: HashMap<CryptoHash, BlockHeight>,
    transactions: HashMap<CryptoHash, Place>,
    executed: HashMap<CryptoHash, Place>,
    /// Receipts that were sent but not executed yet, or that carry data only.
    sent: HashMap<CryptoHash, Place>,
    /// Which transaction or receipt a receipt came from.
    parents: HashMap<CryptoHash, CryptoHash>,
}

impl History {
    /// Starts with the first block.
    pub fn new(genesis: Block) -> Self {
        let mut history = Self {
            blocks: BTreeMap::new(),
            heights: HashMap::new(),
            chunks: HashMap::new(),
            transactions: HashMap::new(),
            executed: HashMap::new(),
            sent: HashMap::new(),
            parents: HashMap::new(),
        };
        history.push(Arc::new(genesis));
        history
    }

    /// Adds the newest block.
    pub fn push(&mut self, block: Arc<Block>) {
        let height = block.height();
        self.heights.insert(block.hash(), height);
        self.chunks.insert(block.view.chunks[0].chunk_hash, height);
        for (index, (_, outcome)) in block.transactions.iter().enumerate() {
            self.transactions.insert(outcome.id, (height, index));
            self.add_children(outcome);
        }
        for (index, (_, outcome)) in block.executed.iter().enumerate() {
            self.executed.insert(outcome.id, (height, index));
            self.add_children(outcome);
        }
        for (index, receipt) in block.outgoing.iter().enumerate() {
            self.sent.insert(*receipt.receipt_id(), (height, index));
        }
        self.blocks.insert(height, block);
        while self.blocks.len() > RETAINED_BLOCKS {
            self.forget_earliest();
        }
    }

    fn add_children(&mut self, outcome: &ExecutionOutcomeWithIdView) {
        for child in &outcome.outcome.receipt_ids {
            self.parents.insert(*child, outcome.id);
        }
    }

    fn forget_earliest(&mut self) {
        let Some((_, block)) = self.blocks.pop_first() else {
            return;
        };
        self.heights.remove(&block.hash());
        self.chunks.remove(&block.view.chunks[0].chunk_hash);
        for (_, outcome) in &block.transactions {
            self.transactions.remove(&outcome.id);
        }
        for (_, outcome) in &block.executed {
            self.executed.remove(&outcome.id);
            self.parents.remove(&outcome.id);
        }
        for receipt in &block.outgoing {
            self.sent.remove(receipt.receipt_id());
        }
    }

    /// The newest block.
    pub fn head(&self) -> Arc<Block> {
        self.before_head(0)
    }

    /// The block that many blocks before the newest, or the earliest one.
    pub fn before_head(&self, distance: usize) -> Arc<Block> {
        let mut newest_first = self.blocks.values().rev();
        let block = newest_first.nth(distance);
        Arc::clone(block.unwrap_or_else(|| &self.blocks[&self.earliest_height()]))
    }

    /// The earliest block that is still remembered.
    pub fn earliest(&self) -> Arc<Block> {
        Arc::clone(&self.blocks[&self.earliest_height()])
    }

    fn earliest_height(&self) -> BlockHeight {
        let first = self.blocks.first_key_value();
        *first.expect("history starts with the genesis block").0
    }

    /// The newest block that cannot be undone.
    pub fn final_height(&self) -> BlockHeight {
        self.before_head(2).height()
    }

    /// A block by its height.
    pub fn by_height(&self, height: BlockHeight) -> Option<Arc<Block>> {
        self.blocks.get(&height).cloned()
    }

    /// A block by its hash.
    pub fn by_hash(&self, hash: &CryptoHash) -> Option<Arc<Block>> {
        self.by_height(self.height_of(hash)?)
    }

    /// A block's height by its hash.
    pub fn height_of(&self, hash: &CryptoHash) -> Option<BlockHeight> {
        self.heights.get(hash).copied()
    }

    /// The block that contains a chunk.
    pub fn by_chunk(&self, chunk_hash: &CryptoHash) -> Option<Arc<Block>> {
        self.by_height(*self.chunks.get(chunk_hash)?)
    }

    /// A transaction and its outcome.
    pub fn transaction(
        &self,
        hash: &CryptoHash,
    ) -> Option<(&SignedTransaction, &ExecutionOutcomeWithIdView)> {
        let (height, index) = self.transactions.get(hash)?;
        let (tx, outcome) = &self.blocks.get(height)?.transactions[*index];
        Some((tx, outcome))
    }

    /// An executed receipt, its outcome and the block's height.
    pub fn executed(&self, id: &CryptoHash) -> Option<(&Receipt, &ExecutionOutcomeWithIdView, BlockHeight)> {
        let (height, index) = self.executed.get(id)?;
        let (receipt, outcome) = &self.blocks.get(height)?.executed[*index];
        Some((receipt, outcome, *height))
    }

    /// A receipt, executed or not.
    pub fn receipt(&self, id: &CryptoHash) -> Option<&Receipt> {
        if let Some((receipt, ..)) = self.executed(id) {
            return Some(receipt);
        }
        let (height, index) = self.sent.get(id)?;
        Some(&self.blocks.get(height)?.outgoing[*index])
    }

    /// The transaction that a receipt came from in the end.
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
