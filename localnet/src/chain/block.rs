//! One block: what it did, and how it looks from outside.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use near_crypto::Signature;
use near_primitives::{
    bandwidth_scheduler::BandwidthRequests,
    block::Block as NearBlock,
    congestion_info::CongestionInfo,
    hash::CryptoHash,
    merkle::{MerklePath, merklize},
    receipt::Receipt,
    transaction::{ExecutionOutcomeWithId, SignedTransaction},
    types::{Balance, BlockHeight, EpochHeight, Gas, RawStateChangesWithTrieKey, ShardId},
    version::ProtocolFeature,
    views::{
        BlockHeaderView, BlockView, ChunkHeaderView, ChunkView, CongestionInfoView,
        ExecutionOutcomeWithIdView,
    },
};

use super::Identity;
use crate::{
    runtime::{BlockContext, BlockOutput, ChainParams},
    state::State,
};

/// A block with everything that it did.
pub struct Block {
    /// Header and chunk header as RPC shows them.
    pub view: BlockView,
    /// What contracts saw of it.
    pub context: BlockContext,
    /// The state at its end.
    pub state: State,
    /// What it changed.
    pub changes: Vec<RawStateChangesWithTrieKey>,
    /// The transactions that it included, with outcomes.
    pub transactions: Vec<(SignedTransaction, ExecutionOutcomeWithIdView)>,
    /// The receipts that it executed, with outcomes.
    pub executed: Vec<(Arc<Receipt>, ExecutionOutcomeWithIdView)>,
    /// The receipts that the block before had sent.
    pub incoming: Vec<Arc<Receipt>>,
    /// Receipts of its transactions for the signers' own accounts.
    pub local: Vec<Arc<Receipt>>,
    /// Receipts that it both made and processed.
    pub instant: Vec<Arc<Receipt>>,
    /// Receipts for the next block.
    pub outgoing: Vec<Arc<Receipt>>,
    /// Its receipts, each with the transaction or receipt that it came from.
    pub parents: Vec<(CryptoHash, CryptoHash)>,
    /// How many bytes are remembered only because of it, about.
    pub size: usize,
    /// The root over its outcomes; the next block shows it.
    outcome_root: CryptoHash,
    gas_used: Gas,
    burnt: Balance,
}

/// What the next block needs of a block, in a form that can be written down.
#[derive(BorshSerialize, BorshDeserialize)]
pub struct SavedBlock {
    /// The block's view, as JSON.
    view: Vec<u8>,
    context: BlockContext,
    outcome_root: CryptoHash,
    gas_used: u64,
    burnt: Balance,
}

/// Returns how many epochs of this length came before a height.
pub fn epoch_height(identity: &Identity, height: BlockHeight) -> EpochHeight {
    let genesis = &identity.genesis;
    height.saturating_sub(genesis.genesis_height + 1) / genesis.epoch_length
}

/// Returns the first height of an epoch.
pub fn epoch_start(identity: &Identity, epoch: EpochHeight) -> BlockHeight {
    identity.genesis.genesis_height + 1 + epoch * identity.genesis.epoch_length
}

/// Returns an epoch's id.
fn epoch_id(identity: &Identity, epoch: EpochHeight) -> CryptoHash {
    match epoch {
        0 => CryptoHash::default(),
        epoch => CryptoHash::hash_borsh((identity.genesis_hash, epoch)),
    }
}

impl Block {
    /// Creates the first block, before anything happened.
    pub fn genesis(params: &ChainParams, identity: &Identity, state: State) -> Self {
        let genesis = &identity.genesis;
        let context = BlockContext {
            height: genesis.genesis_height,
            timestamp: near_primitives::utils::to_timestamp(genesis.genesis_time),
            gas_price: genesis.min_gas_price,
            random_value: CryptoHash::default(),
            epoch_height: 0,
        };
        let output = BlockOutput { state, ..BlockOutput::default() };
        let mut block = Self::assemble(params, identity, None, context, output, Vec::new());
        block.view.header.hash = identity.genesis_hash;
        block
    }

    /// Creates a block from what was written down of it; what it did is not known any more.
    ///
    /// # Errors
    ///
    /// When that is no block.
    pub fn restored(saved: SavedBlock, state: State) -> serde_json::Result<Self> {
        Ok(Self {
            view: serde_json::from_slice(&saved.view)?,
            context: saved.context,
            state,
            changes: Vec::new(),
            transactions: Vec::new(),
            executed: Vec::new(),
            incoming: Vec::new(),
            local: Vec::new(),
            instant: Vec::new(),
            outgoing: Vec::new(),
            parents: Vec::new(),
            size: 0,
            outcome_root: saved.outcome_root,
            gas_used: Gas::from_gas(saved.gas_used),
            burnt: saved.burnt,
        })
    }

    /// Returns what the next block needs of this one.
    ///
    /// # Errors
    ///
    /// When its view cannot be written as JSON.
    pub fn saved(&self) -> serde_json::Result<SavedBlock> {
        Ok(SavedBlock {
            view: serde_json::to_vec(&self.view)?,
            context: self.context.clone(),
            outcome_root: self.outcome_root,
            gas_used: self.gas_used.as_gas(),
            burnt: self.burnt,
        })
    }

    /// Creates the block after `previous`.
    pub fn after(
        params: &ChainParams,
        identity: &Identity,
        previous: &Self,
        context: BlockContext,
        output: BlockOutput,
        incoming: Vec<Arc<Receipt>>,
    ) -> Self {
        Self::assemble(params, identity, Some(previous), context, output, incoming)
    }

    fn assemble(
        params: &ChainParams,
        identity: &Identity,
        previous: Option<&Self>,
        context: BlockContext,
        output: BlockOutput,
        incoming: Vec<Arc<Receipt>>,
    ) -> Self {
        let tx_hashes: Vec<_> = output.transactions.iter().map(|(_, o)| o.id).collect();
        let receipt_ids: Vec<_> = incoming.iter().map(|receipt| *receipt.receipt_id()).collect();
        let sealing = Sealing {
            params,
            identity,
            previous,
            context: &context,
            tx_root: merklize(&tx_hashes).0,
            receipts_root: merklize(&receipt_ids).0,
        };
        let size = bytes_held(&output);
        let supply_change = (output.burnt, output.minted);
        let view = sealing.block_view(supply_change);
        let hash = view.header.hash;
        let (outcome_root, proofs) = prove_outcomes(&output);
        let mut proofs = proofs.into_iter();
        let mut show = |outcome: ExecutionOutcomeWithId| ExecutionOutcomeWithIdView {
            proof: proofs.next().unwrap_or_default(),
            block_hash: hash,
            id: outcome.id,
            outcome: outcome.outcome.into(),
        };
        Self {
            transactions: output.transactions.into_iter().map(|(tx, outcome)| (tx, show(outcome))).collect(),
            executed: output
                .executed
                .into_iter()
                .map(|(receipt, outcome)| (receipt, show(outcome)))
                .collect(),
            view,
            context,
            state: output.state,
            changes: output.changes,
            incoming,
            local: output.local,
            instant: output.instant,
            outgoing: output.outgoing,
            parents: output.parents,
            size,
            outcome_root,
            gas_used: Gas::from_gas(output.gas_used),
            burnt: output.burnt,
        }
    }

    /// Returns the block's height.
    pub fn height(&self) -> BlockHeight {
        self.view.header.height
    }

    /// Returns the block's hash.
    pub fn hash(&self) -> CryptoHash {
        self.view.header.hash
    }

    /// Returns the price of gas in the next block.
    pub fn next_gas_price(&self, identity: &Identity) -> Balance {
        let genesis = &identity.genesis;
        let next = NearBlock::compute_next_gas_price_checked(
            self.view.header.gas_price,
            self.gas_used,
            genesis.gas_limit,
            genesis.gas_price_adjustment_rate,
            genesis.min_gas_price,
            genesis.max_gas_price,
        );
        next.unwrap_or(genesis.max_gas_price)
    }

    /// Returns the receipts that it made, processed or not.
    pub fn made(&self) -> impl Iterator<Item = &Receipt> {
        self.outgoing.iter().chain(&self.local).chain(&self.instant).map(AsRef::as_ref)
    }

    /// Returns the block's only chunk.
    pub fn chunk(&self) -> ChunkView {
        ChunkView {
            author: self.view.author.clone(),
            header: self.view.chunks[0].clone(),
            transactions: self.transactions.iter().map(|(tx, _)| tx.clone().into()).collect(),
            receipts: self.incoming.iter().map(|receipt| Receipt::clone(receipt).into()).collect(),
        }
    }
}

/// What an entry of a block takes besides its bytes, as measured: gas profiles, and entries in maps and in the state.
const ENTRY_OVERHEAD: usize = 1024;

/// Estimates how many bytes a block holds: contracts and arguments on their way, results and logs, changed state.
fn bytes_held(output: &BlockOutput) -> usize {
    fn length(entry: &impl BorshSerialize) -> usize {
        ENTRY_OVERHEAD + borsh::object_length(entry).unwrap_or(0)
    }
    let transactions = output.transactions.iter().map(|(tx, outcome)| length(tx) + length(outcome));
    let outcomes = output.executed.iter().map(|(_, outcome)| length(outcome));
    let made = [&output.outgoing, &output.local, &output.instant].into_iter().flatten();
    let receipts = made.map(|receipt| length(&**receipt));
    let changes = output.changes.iter().flat_map(|change| &change.changes);
    // Once among the changes and once in the state.
    let values = changes.map(|change| ENTRY_OVERHEAD + 2 * change.data.as_ref().map_or(0, Vec::len));
    transactions.chain(outcomes).chain(receipts).chain(values).sum()
}

fn prove_outcomes(output: &BlockOutput) -> (CryptoHash, Vec<MerklePath>) {
    let of_transactions = output.transactions.iter().map(|(_, outcome)| outcome);
    let of_receipts = output.executed.iter().map(|(_, outcome)| outcome);
    let hashes: Vec<_> = of_transactions.chain(of_receipts).map(ExecutionOutcomeWithId::to_hashes).collect();
    merklize(&hashes)
}

/// The contents of a block's headers.
struct Sealing<'a> {
    params: &'a ChainParams,
    identity: &'a Identity,
    previous: Option<&'a Block>,
    context: &'a BlockContext,
    tx_root: CryptoHash,
    receipts_root: CryptoHash,
}

impl Sealing<'_> {
    fn prev_hash(&self) -> CryptoHash {
        self.previous.map(Block::hash).unwrap_or_default()
    }

    fn prev_state_root(&self) -> CryptoHash {
        self.previous.map(|p| p.state.root()).unwrap_or_default()
    }

    fn chunk_header(&self) -> ChunkHeaderView {
        let (previous, height) = (self.previous, self.context.height);
        let chunk_hash = CryptoHash::hash_borsh((
            "chunk",
            self.prev_hash(),
            self.prev_state_root(),
            height,
            self.tx_root,
            self.receipts_root,
        ));
        let splits_shards = self.params.enabled(ProtocolFeature::DynamicResharding);
        ChunkHeaderView {
            chunk_hash,
            prev_block_hash: self.prev_hash(),
            outcome_root: previous.map(|p| p.outcome_root).unwrap_or_default(),
            prev_state_root: self.prev_state_root(),
            encoded_merkle_root: CryptoHash::hash_borsh(("encoded", chunk_hash)),
            encoded_length: 8,
            height_created: height,
            height_included: height,
            shard_id: ShardId::new(0),
            gas_used: previous.map_or(Gas::ZERO, |p| p.gas_used),
            gas_limit: self.params.gas_limit,
            rent_paid: Balance::ZERO,
            validator_reward: Balance::ZERO,
            balance_burnt: previous.map_or(Balance::ZERO, |p| p.burnt),
            outgoing_receipts_root: self.receipts_root,
            tx_root: self.tx_root,
            validator_proposals: vec![],
            congestion_info: Some(CongestionInfoView::from(CongestionInfo::default())),
            bandwidth_requests: Some(BandwidthRequests::empty()),
            proposed_split: splits_shards.then_some(None),
            signature: self.sign(&chunk_hash),
        }
    }

    fn sign(&self, hash: &CryptoHash) -> Signature {
        self.identity.validator_key.sign(hash.as_bytes())
    }

    fn block_view(&self, (burnt, minted): (Balance, Balance)) -> BlockView {
        let (identity, previous, context) = (self.identity, self.previous, self.context);
        let header = previous.map(|p| &p.view.header);
        let chunk = self.chunk_header();
        let epoch = context.epoch_height;
        let block_ordinal = header.map_or(0, |h| h.block_ordinal.unwrap_or(0)) + 1;
        let total_supply = header.map_or(identity.genesis.total_supply, |h| h.total_supply);
        let hash = CryptoHash::hash_borsh((
            self.prev_hash(),
            context.height,
            context.timestamp,
            context.random_value,
            chunk.chunk_hash,
        ));
        let signature = self.sign(&hash);
        let prev_hash = self.prev_hash();
        let merkle_root = header.map(|h| h.block_merkle_root).unwrap_or_default();
        let validators = &self.params.validators;
        let header = BlockHeaderView {
            height: context.height,
            prev_height: header.map(|h| h.height),
            epoch_id: epoch_id(identity, epoch),
            next_epoch_id: epoch_id(identity, epoch + 1),
            hash,
            prev_hash,
            prev_state_root: self.prev_state_root(),
            block_body_hash: Some(CryptoHash::hash_borsh(("body", chunk.chunk_hash))),
            chunk_receipts_root: self.receipts_root,
            chunk_headers_root: CryptoHash::hash_borsh(("headers", chunk.chunk_hash)),
            chunk_tx_root: self.tx_root,
            outcome_root: merklize(&[chunk.outcome_root]).0,
            chunks_included: 1,
            challenges_root: CryptoHash::default(),
            timestamp: context.timestamp,
            timestamp_nanosec: context.timestamp,
            random_value: context.random_value,
            validator_proposals: vec![],
            chunk_mask: vec![true],
            gas_price: context.gas_price,
            block_ordinal: Some(block_ordinal),
            rent_paid: Balance::ZERO,
            validator_reward: Balance::ZERO,
            total_supply: total_supply.saturating_add(minted).saturating_sub(burnt),
            challenges_result: vec![],
            last_final_block: header.map(|h| h.prev_hash).unwrap_or_default(),
            last_ds_final_block: prev_hash,
            next_bp_hash: CryptoHash::hash_borsh(validators),
            block_merkle_root: CryptoHash::hash_borsh((merkle_root, prev_hash)),
            epoch_sync_data_hash: None,
            approvals: vec![Some(Box::new(signature.clone()))],
            signature,
            latest_protocol_version: self.params.protocol_version,
            chunk_endorsements: Some(vec![vec![1]]),
            shard_split: None,
            prev_last_certified_block_epoch_id: None,
            spice_chunk_endorsement_stats: None,
            chunk_execution_root: None,
        };
        BlockView { author: validators[0].0.clone(), header, chunks: vec![chunk] }
    }
}
