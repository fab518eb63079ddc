//! What a block does to the state: transactions become receipts, receipts are executed.

mod access_keys;
mod actions;
mod delegate;
mod execute;
mod external;
mod fees;
mod gas_keys;
mod global_contracts;
mod promises;
mod receipts;
mod refunds;
mod transactions;
mod universal_accounts;
mod validation;
mod vm;
mod yields;

use std::{collections::VecDeque, sync::Arc};

use borsh::{BorshDeserialize, BorshSerialize};
use near_parameters::RuntimeConfig;
use near_primitives::{
    hash::CryptoHash,
    receipt::Receipt,
    state_record::StateRecord,
    transaction::{ExecutionOutcomeWithId, SignedTransaction, ValidatedTransaction},
    types::{
        AccountId, Balance, BlockHeight, EpochHeight, Gas, ProtocolVersion, RawStateChangesWithTrieKey,
        StateChangeCause,
    },
    version::ProtocolFeature,
};

use crate::{
    cache::Compiled,
    records,
    state::{State, StateUpdate},
};

pub use gas_keys::access_key_entry;
pub use transactions::{check_signer, last_nonce, validate};
pub use vm::{ViewError, code_key, view_call};

/// What stays the same for the life of a chain.
pub struct ChainParams {
    /// The chain's name.
    pub chain_id: String,
    /// Decides fees and rules.
    pub protocol_version: ProtocolVersion,
    /// The fees and rules of that version.
    pub config: Arc<RuntimeConfig>,
    /// How much a block may execute before receipts are postponed.
    pub gas_limit: Gas,
    /// How much a view call may burn.
    pub view_gas_limit: Gas,
    /// How many blocks after its block hash a transaction stays valid.
    pub transaction_validity_period: u64,
    /// Who produces blocks, with what stake.
    pub validators: Vec<(AccountId, Balance)>,
    /// Compiled contracts.
    pub compiled: Compiled,
}

impl ChainParams {
    /// Returns whether a protocol feature is in force.
    pub fn enabled(&self, feature: ProtocolFeature) -> bool {
        feature.enabled(self.protocol_version)
    }

    fn validator(&self) -> validation::Validator<'_> {
        validation::Validator {
            limits: &self.config.wasm_config.limit_config,
            version: self.protocol_version,
        }
    }
}

/// What contracts can learn about the block they run in.
#[derive(Debug, Clone, BorshSerialize, BorshDeserialize)]
pub struct BlockContext {
    /// The block's height.
    pub height: BlockHeight,
    /// Its time in nanoseconds since 1970.
    pub timestamp: u64,
    /// The current price of gas.
    pub gas_price: Balance,
    /// The block's randomness.
    pub random_value: CryptoHash,
    /// How many epochs came before.
    pub epoch_height: EpochHeight,
}

/// The input of a block.
#[derive(Debug, Default)]
pub struct BlockInput {
    /// New transactions.
    pub transactions: Vec<ValidatedTransaction>,
    /// Receipts that the block before has made.
    pub incoming: Vec<Arc<Receipt>>,
    /// Receipts that had to wait because earlier blocks were full.
    pub delayed: VecDeque<Arc<Receipt>>,
    /// Records to write over the state at the end.
    pub patches: Vec<Vec<StateRecord>>,
}

/// The result of a block.
#[derive(Default)]
pub struct BlockOutput {
    /// The state at its end.
    pub state: State,
    /// What changed, with the causes.
    pub changes: Vec<RawStateChangesWithTrieKey>,
    /// The transactions that were included, in order, with their outcomes.
    pub transactions: Vec<(SignedTransaction, ExecutionOutcomeWithId)>,
    /// The receipts that were executed, in order, with their outcomes.
    pub executed: Vec<(Arc<Receipt>, ExecutionOutcomeWithId)>,
    /// Receipts of transactions for the signers' own accounts; they run in this block unless it is full.
    pub local: Vec<Arc<Receipt>>,
    /// Receipts that ran right after the one that made them.
    pub instant: Vec<Arc<Receipt>>,
    /// Receipts for the next block.
    pub outgoing: Vec<Arc<Receipt>>,
    /// All receipts that were made, each with the transaction or receipt that it came from.
    pub parents: Vec<(CryptoHash, CryptoHash)>,
    /// Receipts that are still waiting for room.
    pub delayed: VecDeque<Arc<Receipt>>,
    /// Gas that was burnt.
    pub gas_used: u64,
    /// The result of each patch.
    pub patched: Vec<Result<(), String>>,
    /// Tokens that no longer exist.
    pub burnt: Balance,
    /// Tokens that were minted as subsidies for contracts without balance.
    pub minted: Balance,
}

/// Executes one block on top of a state.
pub fn apply_block(
    params: &ChainParams,
    block: &BlockContext,
    state: State,
    input: BlockInput,
) -> BlockOutput {
    let mut execution = Execution {
        params,
        block,
        state: StateUpdate::new(state),
        instant: VecDeque::new(),
        compute: 0,
        output: BlockOutput::default(),
    };
    let local = execution.convert_transactions(input.transactions);
    execution.run_receipts(local, input.delayed, input.incoming);
    execution.resolve_yield_timeouts();
    execution.state.commit(&StateChangeCause::UpdatedDelayedReceipts);
    for patch in &input.patches {
        execution.apply_patch(patch);
    }
    let (state, changes) = execution.state.finish();
    BlockOutput { state, changes, ..execution.output }
}

/// A block in the middle of its execution.
struct Execution<'a> {
    params: &'a ChainParams,
    block: &'a BlockContext,
    state: StateUpdate,
    /// Receipts that run right after the one that made them.
    instant: VecDeque<Arc<Receipt>>,
    compute: u64,
    output: BlockOutput,
}

impl Execution<'_> {
    fn config(&self) -> &RuntimeConfig {
        &self.params.config
    }

    fn is_full(&self) -> bool {
        self.compute >= self.params.gas_limit.as_gas()
    }

    /// Runs the local receipts of this block, then those that had to wait, then those that other blocks have sent.
    fn run_receipts(
        &mut self,
        local: Vec<Arc<Receipt>>,
        mut delayed: VecDeque<Arc<Receipt>>,
        incoming: Vec<Arc<Receipt>>,
    ) {
        for receipt in local {
            if self.is_full() {
                delayed.push_back(receipt);
            } else {
                self.process_with_instant_receipts(&receipt);
            }
        }
        while !self.is_full() {
            let Some(receipt) = delayed.pop_front() else {
                break;
            };
            self.process_with_instant_receipts(&receipt);
        }
        for receipt in incoming {
            if self.is_full() {
                delayed.push_back(receipt);
            } else {
                self.process_with_instant_receipts(&receipt);
            }
        }
        self.output.delayed = delayed;
    }

    fn process_with_instant_receipts(&mut self, receipt: &Arc<Receipt>) {
        self.process_receipt(receipt);
        while let Some(instant) = self.instant.pop_front() {
            self.process_receipt(&instant);
            self.output.instant.push(instant);
        }
    }

    /// Writes a patch as a whole or not at all.
    fn apply_patch(&mut self, records: &[StateRecord]) {
        let written = records::write(&mut self.state, records);
        if written.is_ok() {
            self.state.commit(&StateChangeCause::Migration);
        } else {
            self.state.rollback();
        }
        self.output.patched.push(written);
    }
}

#[cfg(test)]
mod tests;
