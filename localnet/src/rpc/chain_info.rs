//! Questions about the chain itself: blocks, chunks, receipts, changes, validators, configuration.

use std::{collections::HashMap, sync::Arc};

use near_chain_configs::{ProtocolConfig, ProtocolConfigView};
use near_jsonrpc_primitives::types::{
    blocks::{RpcBlockError, RpcBlockRequest},
    changes::{
        RpcStateChangesError, RpcStateChangesInBlockByTypeRequest, RpcStateChangesInBlockByTypeResponse,
        RpcStateChangesInBlockRequest, RpcStateChangesInBlockResponse,
    },
    chunks::{ChunkReference, RpcChunkError, RpcChunkRequest},
    config::{RpcProtocolConfigError, RpcProtocolConfigRequest},
    gas_price::{RpcGasPriceError, RpcGasPriceRequest},
    receipts::{
        RpcReceiptError, RpcReceiptRequest, RpcReceiptToTxError, RpcReceiptToTxRequest,
        RpcReceiptToTxResponse,
    },
    validator::{RpcValidatorError, RpcValidatorRequest, RpcValidatorsOrderedRequest},
};
use near_primitives::{
    sharding::ChunkHash,
    trie_key::TrieKey,
    types::{
        AccountId, Balance, BlockId, BlockReference, EpochId, EpochReference, RawStateChangesWithTrieKey,
        ShardId, StateChanges, StateChangesExt, StateChangesKinds, StateChangesKindsExt,
        validator_stake::ValidatorStake,
    },
    version::Version,
    views::{
        BlockView, ChunkView, CurrentEpochValidatorInfo, EpochValidatorInfo, GasPriceView,
        NextEpochValidatorInfo, ReceiptView, StateChangesRequestView, StatusResponse, StatusSyncInfo,
        ValidatorInfo, validator_stake_view::ValidatorStakeView,
    },
};
use near_time::Utc;

use super::Rpc;
use crate::chain::{Block, epoch_start};

/// Returns the real node's name for a block that it does not have.
fn missing(reference: &BlockReference) -> String {
    match reference {
        BlockReference::BlockId(BlockId::Height(height)) => format!("BLOCK HEIGHT: {height}"),
        BlockReference::BlockId(BlockId::Hash(hash)) => format!("BLOCK: {hash}"),
        other => format!("{other:?}"),
    }
}

fn time_of(block: &Block) -> Utc {
    let nanoseconds = i128::from(block.context.timestamp);
    Utc::from_unix_timestamp_nanos(nanoseconds).unwrap_or(Utc::UNIX_EPOCH)
}

impl Rpc {
    fn find(&self, reference: &BlockReference) -> Result<Arc<Block>, String> {
        let block = self.chain.block(reference);
        block.ok_or_else(|| missing(reference))
    }

    /// Returns the node's status.
    pub fn status(&self) -> StatusResponse {
        let (chain, identity) = (&self.chain, &self.chain.identity);
        let (head, earliest) = {
            let history = chain.history();
            (history.head(), history.earliest())
        };
        let epoch = head.context.epoch_height;
        let validators = chain.params.validators.iter();
        let public_key = identity.validator_key.public_key();
        let uptime = identity.started.elapsed().as_secs();
        StatusResponse {
            version: Version {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                build: "localnet".to_owned(),
                commit: String::new(),
                rustc_version: env!("CARGO_PKG_RUST_VERSION").to_owned(),
            },
            chain_id: chain.params.chain_id.clone(),
            protocol_version: chain.params.protocol_version,
            latest_protocol_version: chain.params.protocol_version,
            rpc_addr: Some(self.address.clone()),
            validators: validators
                .map(|(account_id, _)| ValidatorInfo { account_id: account_id.clone() })
                .collect(),
            sync_info: StatusSyncInfo {
                latest_block_hash: head.hash(),
                latest_block_height: head.height(),
                latest_state_root: head.view.header.prev_state_root,
                latest_block_time: time_of(&head),
                syncing: false,
                earliest_block_hash: Some(earliest.hash()),
                earliest_block_height: Some(earliest.height()),
                earliest_block_time: Some(time_of(&earliest)),
                epoch_id: Some(EpochId(head.view.header.epoch_id)),
                epoch_start_height: Some(epoch_start(identity, epoch)),
            },
            validator_account_id: Some(chain.params.validators[0].0.clone()),
            validator_public_key: Some(public_key.clone()),
            node_public_key: identity.node_key.public_key(),
            node_key: Some(public_key),
            uptime_sec: i64::try_from(uptime).unwrap_or(i64::MAX),
            genesis_hash: identity.genesis_hash,
            detailed_debug_status: None,
        }
    }

    pub fn block(&self, request: &RpcBlockRequest) -> Result<BlockView, RpcBlockError> {
        self.find(&request.block_reference)
            .map(|block| block.view.clone())
            .map_err(|error_message| RpcBlockError::UnknownBlock { error_message })
    }

    pub fn chunk(&self, request: RpcChunkRequest) -> Result<ChunkView, RpcChunkError> {
        let block = match request.chunk_reference {
            ChunkReference::BlockShardId { block_id, shard_id } => {
                if shard_id != ShardId::new(0) {
                    return Err(RpcChunkError::InvalidShardId { shard_id });
                }
                self.find(&BlockReference::BlockId(block_id))
                    .map_err(|error_message| RpcChunkError::UnknownBlock { error_message })?
            }
            ChunkReference::ChunkHash { chunk_id } => {
                let block = self.chain.history().by_chunk(&chunk_id);
                block.ok_or(RpcChunkError::UnknownChunk { chunk_hash: ChunkHash(chunk_id) })?
            }
        };
        Ok(block.chunk())
    }

    pub fn gas_price(&self, request: RpcGasPriceRequest) -> Result<GasPriceView, RpcGasPriceError> {
        let reference = match request.block_id {
            Some(block_id) => BlockReference::BlockId(block_id),
            None => BlockReference::latest(),
        };
        let block = self
            .find(&reference)
            .map_err(|error_message| RpcGasPriceError::UnknownBlock { error_message })?;
        Ok(GasPriceView { gas_price: block.view.header.gas_price })
    }

    pub fn validators(&self, request: RpcValidatorRequest) -> Result<EpochValidatorInfo, RpcValidatorError> {
        let identity = &self.chain.identity;
        let head = self.chain.head();
        let block = match request.epoch_reference {
            EpochReference::Latest => Some(Arc::clone(&head)),
            EpochReference::BlockId(block_id) => Some(self.last_of_epoch(block_id)?),
            EpochReference::EpochId(id) => self.chain.history().by_epoch(&id.0),
        };
        let epoch = block.ok_or(RpcValidatorError::UnknownEpoch)?.context.epoch_height;
        let start = epoch_start(identity, epoch);
        let last = (start + identity.genesis.epoch_length - 1).min(head.height());
        let blocks = (last + 1).saturating_sub(start);
        let current = self.stakes().map(|stake| current_validator(&stake, blocks));
        let next = self.stakes().map(|stake| NextEpochValidatorInfo {
            account_id: stake.account_id().clone(),
            public_key: stake.public_key().clone(),
            stake: stake.stake(),
            shards: vec![ShardId::new(0)],
        });
        Ok(EpochValidatorInfo {
            current_validators: current.collect(),
            next_validators: next.collect(),
            current_fishermen: vec![],
            next_fishermen: vec![],
            current_proposals: vec![],
            prev_epoch_kickout: vec![],
            epoch_start_height: start,
            epoch_height: epoch,
            validator_reward_paid_prev_epoch: self.no_rewards(),
        })
    }

    /// Returns the block if it is the last one of an epoch, which alone stands for the epoch.
    fn last_of_epoch(&self, block_id: BlockId) -> Result<Arc<Block>, RpcValidatorError> {
        let block = self.chain.block(&BlockReference::BlockId(block_id));
        let block = block.ok_or(RpcValidatorError::UnknownEpoch)?;
        let next = self.chain.history().after(block.height()).ok_or(RpcValidatorError::UnknownEpoch)?;
        if next.context.epoch_height == block.context.epoch_height {
            return Err(RpcValidatorError::ValidatorInfoUnavailable);
        }
        Ok(block)
    }

    fn stakes(&self) -> impl Iterator<Item = ValidatorStake> + '_ {
        self.chain
            .identity
            .genesis
            .validators
            .iter()
            .map(|info| ValidatorStake::new(info.account_id.clone(), info.public_key.clone(), info.amount))
    }

    /// Returns rewards of zero: there is no inflation.
    fn no_rewards(&self) -> HashMap<AccountId, Balance> {
        let validators = self.chain.params.validators.iter();
        validators.map(|(account_id, _)| (account_id.clone(), Balance::ZERO)).collect()
    }

    pub fn validators_ordered(
        &self,
        request: RpcValidatorsOrderedRequest,
    ) -> Result<Vec<ValidatorStakeView>, RpcValidatorError> {
        if let Some(block_id) = request.block_id {
            self.chain.block(&BlockReference::BlockId(block_id)).ok_or(RpcValidatorError::UnknownEpoch)?;
        }
        Ok(self.stakes().map(Into::into).collect())
    }

    pub fn protocol_config(
        &self,
        request: &RpcProtocolConfigRequest,
    ) -> Result<ProtocolConfigView, RpcProtocolConfigError> {
        self.find(&request.block_reference)
            .map_err(|error_message| RpcProtocolConfigError::UnknownBlock { error_message })?;
        let config = ProtocolConfig {
            genesis_config: self.chain.identity.genesis.clone(),
            runtime_config: (*self.chain.params.config).clone(),
        };
        Ok(config.into())
    }

    pub fn receipt(&self, request: &RpcReceiptRequest) -> Result<ReceiptView, RpcReceiptError> {
        let receipt_id = request.receipt_reference.receipt_id;
        let history = self.chain.history();
        let receipt = history.receipt(&receipt_id);
        receipt.map(|receipt| receipt.clone().into()).ok_or(RpcReceiptError::UnknownReceipt { receipt_id })
    }

    pub fn receipt_to_tx(
        &self,
        request: &RpcReceiptToTxRequest,
    ) -> Result<RpcReceiptToTxResponse, RpcReceiptToTxError> {
        let receipt_id = request.receipt_reference.receipt_id;
        let history = self.chain.history();
        let tx = history.origin(&receipt_id).ok_or(RpcReceiptToTxError::UnknownReceipt { receipt_id })?;
        Ok(RpcReceiptToTxResponse {
            transaction_hash: tx.get_hash(),
            sender_account_id: tx.transaction.signer_id().clone(),
        })
    }

    pub fn changes(
        &self,
        request: &RpcStateChangesInBlockByTypeRequest,
    ) -> Result<RpcStateChangesInBlockResponse, RpcStateChangesError> {
        let block = self
            .find(&request.block_reference)
            .map_err(|error_message| RpcStateChangesError::UnknownBlock { error_message })?;
        let asked = |change: &&RawStateChangesWithTrieKey| {
            is_asked_for(&request.state_changes_request, &change.trie_key)
        };
        let changes = block.changes.iter().filter(asked).cloned();
        Ok(RpcStateChangesInBlockResponse { block_hash: block.hash(), changes: show_changes(changes) })
    }

    pub fn changes_in_block(
        &self,
        request: &RpcStateChangesInBlockRequest,
    ) -> Result<RpcStateChangesInBlockByTypeResponse, RpcStateChangesError> {
        let block = self
            .find(&request.block_reference)
            .map_err(|error_message| RpcStateChangesError::UnknownBlock { error_message })?;
        let kinds = StateChangesKinds::from_changes(&mut block.changes.iter().cloned());
        Ok(RpcStateChangesInBlockByTypeResponse {
            block_hash: block.hash(),
            changes: kinds.into_iter().map(Into::into).collect(),
        })
    }
}

/// Returns state changes as RPC and indexers show them.
pub fn show_changes(
    changes: impl Iterator<Item = RawStateChangesWithTrieKey>,
) -> near_primitives::views::StateChangesView {
    let changes = StateChanges::from_changes(changes);
    changes.into_iter().map(Into::into).collect()
}

fn is_asked_for(request: &StateChangesRequestView, key: &TrieKey) -> bool {
    use StateChangesRequestView as Asked;
    match (request, key) {
        (Asked::AccountChanges { account_ids }, TrieKey::Account { account_id })
        | (Asked::ContractCodeChanges { account_ids }, TrieKey::ContractCode { account_id })
        | (
            Asked::AllAccessKeyChanges { account_ids },
            TrieKey::AccessKey { account_id, .. } | TrieKey::GasKeyNonce { account_id, .. },
        ) => account_ids.contains(account_id),
        (
            Asked::SingleAccessKeyChanges { keys },
            TrieKey::AccessKey { account_id, key_handle }
            | TrieKey::GasKeyNonce { account_id, key_handle, .. },
        ) => keys.iter().any(|key| key.account_id == *account_id && *key_handle == (&key.public_key).into()),
        (Asked::DataChanges { account_ids, key_prefix }, TrieKey::ContractData { account_id, key }) => {
            account_ids.contains(account_id) && key.starts_with(key_prefix)
        }
        _ => false,
    }
}

fn current_validator(stake: &ValidatorStake, blocks: u64) -> CurrentEpochValidatorInfo {
    CurrentEpochValidatorInfo {
        account_id: stake.account_id().clone(),
        public_key: stake.public_key().clone(),
        is_slashed: false,
        stake: stake.stake(),
        shards_produced: vec![ShardId::new(0)],
        num_produced_blocks: blocks,
        num_expected_blocks: blocks,
        num_produced_chunks: blocks,
        num_expected_chunks: blocks,
        num_produced_chunks_per_shard: vec![blocks],
        num_expected_chunks_per_shard: vec![blocks],
        num_produced_endorsements: blocks,
        num_expected_endorsements: blocks,
        num_produced_endorsements_per_shard: vec![blocks],
        num_expected_endorsements_per_shard: vec![blocks],
        shards_endorsed: vec![ShardId::new(0)],
    }
}
