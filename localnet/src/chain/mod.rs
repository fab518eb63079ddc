//! The chain: blocks that were made, and what can be asked about them.

mod block;
mod history;
mod producer;
mod resume;
mod status;

use std::{
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Instant,
};

use near_chain_configs::GenesisConfig;
use near_crypto::SecretKey;
use near_primitives::{
    errors::InvalidTxError,
    hash::CryptoHash,
    transaction::{SignedTransaction, Transaction, ValidatedTransaction},
    types::{BlockHeight, BlockId, BlockReference, Finality, SyncCheckpoint},
};
use tokio::sync::watch;

use crate::runtime::{self, ChainParams};

pub use block::{Block, SavedBlock, epoch_start};
pub use history::{History, Retention};
pub use producer::{Command, Pace, Producer};
pub use status::meets;

/// Who the node is, and what its chain started from.
pub struct Identity {
    /// The chain's rules as given.
    pub genesis: GenesisConfig,
    /// The key that blocks are signed with.
    pub validator_key: SecretKey,
    /// The node's own key.
    pub node_key: SecretKey,
    /// The hash of the first block.
    pub genesis_hash: CryptoHash,
    /// When the node started.
    pub started: Instant,
}

/// What all parts of the node share: the rules, and the blocks so far.
pub struct Chain {
    /// The rules.
    pub params: ChainParams,
    /// The node's identity.
    pub identity: Identity,
    history: RwLock<History>,
    head: watch::Sender<BlockHeight>,
}

impl Chain {
    /// Returns the blocks so far.
    pub fn history(&self) -> RwLockReadGuard<'_, History> {
        self.history.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn history_mut(&self) -> RwLockWriteGuard<'_, History> {
        self.history.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells when there is a new block.
    pub fn new_blocks(&self) -> watch::Receiver<BlockHeight> {
        self.head.subscribe()
    }

    /// Returns the newest block.
    pub fn head(&self) -> Arc<Block> {
        self.history().head()
    }

    /// Returns the block that a request refers to, if it is known.
    pub fn block(&self, reference: &BlockReference) -> Option<Arc<Block>> {
        let history = self.history();
        match reference {
            BlockReference::BlockId(BlockId::Height(height)) => history.by_height(*height),
            BlockReference::BlockId(BlockId::Hash(hash)) => history.by_hash(hash),
            BlockReference::Finality(Finality::None) => Some(history.head()),
            BlockReference::Finality(Finality::DoomSlug) => Some(history.before_head(1)),
            BlockReference::Finality(Finality::Final) => Some(history.before_head(2)),
            BlockReference::SyncCheckpoint(SyncCheckpoint::Genesis) => Some(history.genesis()),
            BlockReference::SyncCheckpoint(SyncCheckpoint::EarliestAvailable) => Some(history.earliest()),
        }
    }

    /// Checks whether a transaction could enter the next block.
    ///
    /// # Errors
    ///
    /// The first rule that the transaction breaks.
    pub fn validate(&self, tx: SignedTransaction) -> Result<ValidatedTransaction, InvalidTxError> {
        let head = self.head_in_time(&tx.transaction)?;
        let tx = runtime::validate(&self.params, tx)?;
        runtime::check_signer(&self.params, &head.state, tx.to_tx(), head.view.header.gas_price)?;
        Ok(tx)
    }

    /// Checks whether a transaction that was valid could still enter the next block.
    ///
    /// # Errors
    ///
    /// The first rule that the transaction breaks by now.
    pub fn revalidate(&self, tx: &Transaction) -> Result<(), InvalidTxError> {
        let head = self.head_in_time(tx)?;
        runtime::check_signer(&self.params, &head.state, tx, head.view.header.gas_price)
    }

    fn head_in_time(&self, tx: &Transaction) -> Result<Arc<Block>, InvalidTxError> {
        let head = self.head();
        if self.is_in_time(tx, &head) { Ok(head) } else { Err(InvalidTxError::Expired) }
    }

    /// Returns whether a transaction names a block that is recent enough for the block after `head`.
    fn is_in_time(&self, tx: &Transaction, head: &Block) -> bool {
        let named = self.history().height_of(tx.block_hash());
        let last = named.map(|height| height.saturating_add(self.params.transaction_validity_period));
        last.is_some_and(|last| head.height() <= last)
    }
}
