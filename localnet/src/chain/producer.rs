//! The block producer: one thread that owns everything in flight.

use std::{
    collections::{HashMap, VecDeque},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, RwLock, mpsc},
    time::{Duration, Instant},
};

use near_primitives::{
    hash::CryptoHash,
    receipt::Receipt,
    state_record::StateRecord,
    transaction::ValidatedTransaction,
    types::{BlockHeight, BlockHeightDelta},
};
use tokio::sync::{oneshot, watch};

use super::{Block, Chain, History, Identity, Retention, block};
use crate::{
    clock::Clock,
    runtime::{self, BlockContext, BlockInput, BlockOutput, ChainParams},
    state::State,
    state_file::{BlockRecord, StateFile},
};

/// How many nanoseconds a skipped block would have taken.
const SKIPPED_BLOCK_TIME: u64 = 310_000_000;

/// How many blocks are remembered.
const RETAINED_BLOCKS: usize = 20_000;

/// How many bytes they may hold, which matters when many large contracts are deployed.
const RETAINED_BYTES: usize = 512 * 1024 * 1024;

/// How long a transaction waits for those with the nonces before its own: when many are sent at once they arrive in any
/// order, and blocks come faster than that settles.
const GAP_PATIENCE: Duration = Duration::from_millis(120);

/// Blocks that come as fast as this have no time to keep: receipts run at once. Whoever asks for slower blocks wants to see
/// them wait.
const FAST: Duration = Duration::from_millis(10);

/// A block becomes final when this many others follow it.
const BLOCKS_TO_FINALITY: u64 = 2;

/// A command to the block producer.
pub enum Command {
    /// Include a transaction in the next block.
    Transaction(Box<ValidatedTransaction>),
    /// Write records over the state at the end of the next block, then report back.
    Patch(Vec<StateRecord>, oneshot::Sender<Result<(), String>>),
    /// Jump ahead by this many heights, then report back.
    FastForward(BlockHeightDelta, oneshot::Sender<()>),
    /// Make a block so many nanoseconds ahead, then report back.
    AdvanceTime(u64, oneshot::Sender<()>),
    /// Give the next block this time, and report whether that can be.
    SetNextTime(u64, oneshot::Sender<Result<(), String>>),
    /// Make no more blocks.
    Stop,
}

/// How fast blocks are made.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The time between blocks while there is work.
    pub busy: Duration,
    /// The time between blocks while there is none.
    pub idle: Duration,
}

/// A transaction that waits for a block.
struct Pooled {
    tx: ValidatedTransaction,
    since: Instant,
}

/// What the next block is made of, besides what is in flight.
pub(super) struct Plan {
    pub height: BlockHeight,
    pub timestamp: u64,
    pub transactions: Vec<ValidatedTransaction>,
    pub patches: Vec<Vec<StateRecord>>,
}

/// The block producer with all that waits for the next block.
pub struct Producer {
    pub(super) chain: Arc<Chain>,
    pace: Pace,
    pool: Vec<Pooled>,
    pub(super) incoming: Vec<Arc<Receipt>>,
    pub(super) delayed: VecDeque<Arc<Receipt>>,
    pub(super) patches: Vec<Vec<StateRecord>>,
    /// Who waits for the patches, in their order.
    patching: Vec<oneshot::Sender<Result<(), String>>>,
    pub(super) clock: Clock,
    /// Where blocks are kept, if they are to outlive the process.
    pub(super) file: Option<StateFile>,
    /// Whether a block could not be kept, so that there can be no more.
    failed: bool,
    /// How many more blocks to make at full pace so that the work done becomes final.
    blocks_to_finality: u64,
    last_block: Instant,
}

impl Producer {
    /// Creates a producer and makes the first blocks, after those that a file already has.
    ///
    /// # Errors
    ///
    /// When the chain in the file cannot go on.
    pub fn new(
        params: ChainParams,
        identity: Identity,
        state: State,
        pace: Pace,
        file: Option<StateFile>,
    ) -> anyhow::Result<Self> {
        let genesis = Block::genesis(&params, &identity, state);
        let head = watch::Sender::new(genesis.height());
        let retention = Retention {
            blocks: RETAINED_BLOCKS,
            bytes: RETAINED_BYTES,
            hashes: params.transaction_validity_period,
        };
        let history = RwLock::new(History::new(genesis, retention));
        let chain = Arc::new(Chain { params, identity, history, head });
        let mut producer = Self {
            chain,
            pace,
            pool: Vec::new(),
            incoming: Vec::new(),
            delayed: VecDeque::new(),
            patches: Vec::new(),
            patching: Vec::new(),
            clock: Clock::default(),
            file: None,
            failed: false,
            blocks_to_finality: 0,
            last_block: Instant::now(),
        };
        if let Some(file) = file {
            producer.resume(file)?;
        }
        // A few blocks at once, so that clients find a final block and usable nonces from the start.
        for _ in 0..=BLOCKS_TO_FINALITY {
            producer.make_block(1);
        }
        Ok(producer)
    }

    /// Returns what the producer shares with the rest of the node.
    pub fn chain(&self) -> Arc<Chain> {
        Arc::clone(&self.chain)
    }

    /// Makes blocks until it is stopped.
    pub fn run(mut self, commands: &mpsc::Receiver<Command>) {
        while !self.failed {
            let wait = self.next_block_at().saturating_duration_since(Instant::now());
            match commands.recv_timeout(wait) {
                Ok(Command::Transaction(tx)) => self.accept(*tx),
                Ok(Command::Patch(records, done)) => {
                    self.patches.push(records);
                    self.patching.push(done);
                }
                Ok(Command::FastForward(delta, done)) => {
                    let gained = delta.saturating_mul(SKIPPED_BLOCK_TIME);
                    self.jump(delta.max(1), gained, done);
                }
                Ok(Command::AdvanceTime(nanoseconds, done)) => self.jump(1, nanoseconds, done),
                Ok(Command::SetNextTime(time, done)) => {
                    let newest = self.chain.head().context.timestamp;
                    // The client may have gone away; the time stays.
                    let _ = done.send(self.clock.set_next(time, newest));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => self.make_block(1),
                Ok(Command::Stop) | Err(mpsc::RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Makes a block so many heights and nanoseconds ahead, then reports back.
    fn jump(&mut self, heights: BlockHeightDelta, nanoseconds: u64, done: oneshot::Sender<()>) {
        self.clock.advance(nanoseconds);
        self.make_block(heights);
        self.blocks_to_finality = BLOCKS_TO_FINALITY;
        // The client may have gone away; the jump stays.
        let _ = done.send(());
    }

    fn accept(&mut self, tx: ValidatedTransaction) {
        self.pool.push(Pooled { tx, since: Instant::now() });
    }

    fn has_work(&self) -> bool {
        !self.pool.is_empty()
            || !self.incoming.is_empty()
            || !self.delayed.is_empty()
            || !self.patches.is_empty()
    }

    /// Receipts do not wait for the next block's time, except together with transactions: many of these at once are to
    /// share their blocks.
    fn next_block_at(&self) -> Instant {
        if self.pace.busy <= FAST && self.pool.is_empty() && !self.incoming.is_empty() {
            return self.last_block;
        }
        let hurry = self.has_work() || self.blocks_to_finality > 0;
        self.last_block + if hurry { self.pace.busy } else { self.pace.idle }
    }

    pub(super) fn make_block(&mut self, height_step: BlockHeightDelta) {
        self.blocks_to_finality =
            if self.has_work() { BLOCKS_TO_FINALITY } else { self.blocks_to_finality.saturating_sub(1) };
        self.last_block = Instant::now();
        let head = self.chain.head();
        let plan = Plan {
            height: head.height().saturating_add(height_step),
            timestamp: self.clock.next(head.context.timestamp),
            transactions: self.take_pool(&head),
            patches: std::mem::take(&mut self.patches),
        };
        let record = self.file.is_some().then(|| self.record(&plan));
        let (block, patched) = self.execute(plan);
        // Nobody learns of a block that the next run would not know.
        if let Err(error) = self.keep(record, &block) {
            tracing::error!(%error, "the state file cannot be written: no more blocks are made");
            self.failed = true;
            return;
        }
        self.publish(block);
        if let Err(error) = self.shorten_file() {
            tracing::warn!(%error, "the state file cannot be shortened");
        }
        // A block that failed has no results: those who wait find the channel closed.
        for (done, result) in self.patching.drain(..).zip(patched) {
            // The client may have gone away; the patch stays.
            let _ = done.send(result);
        }
    }

    fn keep(&mut self, record: Option<io::Result<BlockRecord>>, block: &Block) -> io::Result<()> {
        let (Some(file), Some(record)) = (&mut self.file, record) else {
            return Ok(());
        };
        file.append(BlockRecord { root: block.state.root(), ..record? })
    }

    /// Executes a block; returns it with the results of its patches.
    pub(super) fn execute(&mut self, plan: Plan) -> (Block, Vec<Result<(), String>>) {
        let chain = Arc::clone(&self.chain);
        let head = chain.head();
        let context = self.next_context(&head, plan.height, plan.timestamp);
        let incoming = std::mem::take(&mut self.incoming);
        let input = BlockInput {
            transactions: plan.transactions,
            incoming: incoming.clone(),
            delayed: std::mem::take(&mut self.delayed),
            patches: plan.patches,
        };
        let state = head.state.clone();
        let applied =
            catch_unwind(AssertUnwindSafe(|| runtime::apply_block(&chain.params, &context, state, input)));
        let mut output = applied.unwrap_or_else(|_| {
            tracing::error!(height = context.height, "a block failed; what it contained is lost");
            BlockOutput { state: head.state.clone(), ..BlockOutput::default() }
        });
        self.incoming.clone_from(&output.outgoing);
        self.delayed = std::mem::take(&mut output.delayed);
        let patched = std::mem::take(&mut output.patched);
        let block = Block::after(&chain.params, &chain.identity, &head, context, output, incoming);
        (block, patched)
    }

    pub(super) fn publish(&self, block: Block) {
        let height = block.height();
        self.chain.history_mut().push(Arc::new(block));
        self.chain.head.send_replace(height);
    }

    fn next_context(&self, head: &Block, height: BlockHeight, timestamp: u64) -> BlockContext {
        let identity = &self.chain.identity;
        let previous = head.context.random_value;
        BlockContext {
            height,
            timestamp,
            gas_price: head.next_gas_price(identity),
            random_value: CryptoHash::hash_borsh((previous, height, timestamp)),
            epoch_height: block::epoch_height(identity, height),
        }
    }

    /// Takes the waiting transactions that may enter the block after `head`: each key's in the order of their nonces.
    fn take_pool(&mut self, head: &Block) -> Vec<ValidatedTransaction> {
        let mut positions = HashMap::new();
        let mut queues: Vec<Vec<Pooled>> = Vec::new();
        for pooled in std::mem::take(&mut self.pool) {
            if !self.chain.is_in_time(pooled.tx.to_tx(), head) {
                continue;
            }
            let tx = pooled.tx.to_tx();
            let key = (tx.signer_id().clone(), tx.public_key().clone(), tx.nonce().nonce_index());
            let position = *positions.entry(key).or_insert(queues.len());
            if position == queues.len() {
                queues.push(Vec::new());
            }
            queues[position].push(pooled);
        }
        queues.into_iter().flat_map(|queue| self.take_queue(queue, head)).collect()
    }

    /// Takes one key's transactions up to a gap in their nonces; the others stay for a while.
    fn take_queue(&mut self, mut queue: Vec<Pooled>, head: &Block) -> Vec<ValidatedTransaction> {
        queue.sort_by_key(|pooled| pooled.tx.nonce().nonce());
        let mut last_nonce = runtime::last_nonce(&head.state, queue[0].tx.to_tx());
        let mut taken = Vec::new();
        for pooled in queue {
            let nonce = pooled.tx.nonce().nonce();
            let leaves_gap = last_nonce.is_some_and(|last| nonce > last.saturating_add(1));
            if leaves_gap && pooled.since.elapsed() < GAP_PATIENCE {
                self.pool.push(pooled);
            } else {
                last_nonce = last_nonce.max(Some(nonce));
                taken.push(pooled.tx);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use near_crypto::{KeyType, SecretKey};
    use near_primitives::{
        receipt::{ActionReceipt, ReceiptEnum, ReceiptV0},
        transaction::{SignedTransaction, Transaction, TransactionV0},
        types::{AccountId, Balance, Nonce},
    };

    use super::*;
    use crate::{config::ROOT_ACCOUNT, node::tests::idle_producer};

    fn pooled(producer: &Producer, signer: &str, nonce: Nonce) -> ValidatedTransaction {
        let account_id: AccountId = signer.parse().expect("a valid account id");
        let secret_key = SecretKey::from_seed(KeyType::ED25519, signer);
        let transaction = Transaction::V0(TransactionV0 {
            signer_id: account_id.clone(),
            public_key: secret_key.public_key(),
            nonce,
            receiver_id: account_id,
            block_hash: producer.chain.head().hash(),
            actions: vec![],
        });
        ValidatedTransaction::new_for_test(SignedTransaction::new(secret_key.sign(b""), transaction))
    }

    fn order(producer: &mut Producer) -> Vec<(String, Nonce)> {
        let head = producer.chain.head();
        let pool = producer.take_pool(&head).into_iter();
        pool.map(|tx| (tx.signer_id().to_string(), tx.nonce().nonce())).collect()
    }

    #[test]
    fn each_keys_transactions_enter_a_block_in_the_order_of_their_nonces() {
        let mut producer = idle_producer();
        for (signer, nonce) in [("alice", 5), ("bob", 2), ("alice", 3), ("bob", 1), ("alice", 4)] {
            producer.accept(pooled(&producer, signer, nonce));
        }
        let expected = [("alice", 3), ("alice", 4), ("alice", 5), ("bob", 1), ("bob", 2)];
        assert_eq!(order(&mut producer), expected.map(|(name, nonce)| (name.to_owned(), nonce)));
        assert_eq!(order(&mut producer), []);
    }

    #[test]
    fn a_transaction_that_leaves_a_gap_in_its_keys_nonces_waits_for_those_before_it() {
        let mut producer = idle_producer();
        let nonces = |producer: &mut Producer| -> Vec<_> {
            order(producer).into_iter().map(|(_, nonce)| nonce).collect()
        };
        for nonce in [4, 2, 1] {
            producer.accept(pooled(&producer, ROOT_ACCOUNT, nonce));
        }
        assert_eq!(nonces(&mut producer), [1, 2]);
        producer.accept(pooled(&producer, ROOT_ACCOUNT, 1));
        producer.accept(pooled(&producer, ROOT_ACCOUNT, 2));
        producer.accept(pooled(&producer, ROOT_ACCOUNT, 3));
        assert_eq!(nonces(&mut producer), [1, 2, 3, 4]);

        producer.accept(pooled(&producer, ROOT_ACCOUNT, 7));
        assert!(nonces(&mut producer).is_empty());
        producer.pool[0].since -= GAP_PATIENCE;
        assert_eq!(nonces(&mut producer), [7], "it does not wait forever");
    }

    #[test]
    fn a_transaction_that_has_expired_while_it_waited_enters_no_block() {
        let mut producer = idle_producer();
        let mut head = Block::genesis(&producer.chain.params, &producer.chain.identity, State::default());
        let last_height = producer.chain.head().height() + producer.chain.params.transaction_validity_period;
        for (height, entered) in [(last_height, 1), (last_height + 1, 0)] {
            producer.accept(pooled(&producer, "alice", 1));
            head.view.header.height = height;
            assert_eq!(producer.take_pool(&head).len(), entered);
        }
    }

    /// Waits for data without naming any, which no contract can bring about.
    fn impossible_receipt() -> Receipt {
        let account_id: AccountId = "alice".parse().expect("a valid account id");
        Receipt::V0(ReceiptV0 {
            predecessor_id: account_id.clone(),
            receiver_id: account_id.clone(),
            receipt_id: CryptoHash::default(),
            receipt: ReceiptEnum::PromiseYield(ActionReceipt {
                signer_id: account_id,
                signer_public_key: SecretKey::from_seed(KeyType::ED25519, "alice").public_key(),
                gas_price: Balance::ZERO,
                output_data_receivers: vec![],
                input_data_ids: vec![],
                actions: vec![],
            }),
        })
    }

    #[test]
    fn a_patch_that_is_lost_with_its_block_is_not_reported_as_done() {
        let mut producer = idle_producer();
        let patch = |producer: &mut Producer| {
            let (done, patched) = oneshot::channel();
            producer.patches.push(vec![]);
            producer.patching.push(done);
            producer.make_block(1);
            patched.blocking_recv()
        };
        producer.incoming.push(Arc::new(impossible_receipt()));
        assert!(patch(&mut producer).is_err());
        assert_eq!(patch(&mut producer), Ok(Ok(())));
    }

    #[test]
    fn blocks_come_faster_while_there_is_work() {
        let mut producer = idle_producer();
        let Pace { busy, idle } = producer.pace;
        assert_eq!(producer.next_block_at(), producer.last_block + idle);
        producer.accept(pooled(&producer, "alice", 1));
        assert_eq!(producer.next_block_at(), producer.last_block + busy);
        producer.make_block(1);
        let finality = producer.blocks_to_finality;
        assert_eq!(finality, BLOCKS_TO_FINALITY);
        for _ in 0..finality {
            assert_eq!(producer.next_block_at(), producer.last_block + busy);
            producer.make_block(1);
        }
        assert_eq!(producer.next_block_at(), producer.last_block + idle);
    }

    #[test]
    fn receipts_alone_run_at_once_unless_blocks_are_to_be_slow() {
        let mut producer = idle_producer();
        let busy = producer.pace.busy;
        producer.incoming.push(Arc::new(impossible_receipt()));
        assert_eq!(producer.next_block_at(), producer.last_block);
        producer.pace.busy = 2 * busy;
        assert_eq!(producer.next_block_at(), producer.last_block + 2 * busy);
        producer.pace.busy = busy;
        producer.accept(pooled(&producer, "alice", 1));
        assert_eq!(producer.next_block_at(), producer.last_block + busy, "they share a block with others");
    }
}
