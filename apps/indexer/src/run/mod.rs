//! `run`: catches up with the chain, then follows it, and records what happens in the games.

mod console;
mod reader;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use near_primitives::hash::CryptoHash;
use tic_tac_toe_client::blocks::{Follower, Position, Server};
use tic_tac_toe_client::{Backoff, Rpc};
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinHandle;

use crate::event::BlockEvents;
use crate::store::{Error, Location, Skipped, Store};
use console::Console;
use reader::Message;

// How many messages may wait for the writer.
const CAPACITY: usize = 64;

// While the writer is behind, up to so many events or blocks share a transaction.
const EVENTS_AT_ONCE: usize = 5_000;
const BLOCKS_AT_ONCE: usize = 200;

// So few blocks behind counts as up to date.
const CLOSE: u64 = 10;

// After so many skipped events of a batch, the rest is only counted.
const SHOWN: usize = 5;

/// Settings of the indexer.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database.
    pub location: Location,
    /// The node that knows which chain it is.
    pub rpc_url: String,
    /// The server of blocks.
    pub blocks_url: String,
    /// The contracts.
    pub contracts: Vec<AccountId>,
    /// The first block to read; by default reading continues where it ended.
    pub from: Option<u64>,
    /// The default for a contract that was never read.
    pub first: Option<u64>,
    /// How many blocks are fetched at once.
    pub at_once: usize,
}

/// The running indexer.
struct Indexer {
    settings: Settings,
    rpc: Rpc,
    blocks: Server,
    store: Store,
    console: Console,
}

/// The blocks of a chain, which a task reads.
struct ChainReader {
    from: u64,
    messages: Receiver<Message>,
    task: JoinHandle<()>,
    /// A message that is no block and came while blocks were gathered.
    pending: Option<Message>,
    is_close: bool,
}

/// The reason to start reading again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Restart {
    /// The node has another chain.
    OtherChain,
    /// The database was away and may have lost what it wrote last.
    DatabaseCameBack,
}

impl Drop for ChainReader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Indexes until it is cancelled.
///
/// # Errors
///
/// When the database can't be used. Servers that do not answer, and a database that may come back, are asked again.
pub async fn run(settings: Settings) -> Result<()> {
    let store = Store::open(&settings.location).await?;
    run_on(store, settings).await
}

/// Indexes into a database that is open already.
///
/// # Errors
///
/// As [`run`].
pub async fn run_on(store: Store, settings: Settings) -> Result<()> {
    let rpc = Rpc::new(&settings.rpc_url);
    let blocks = Server::new(&settings.blocks_url);
    let mut indexer = Indexer { settings, rpc, blocks, store, console: Console::new() };
    let mut from = indexer.settings.from;
    loop {
        let reader = indexer.begin(from).await?;
        from = match indexer.record(reader).await? {
            // Another chain is read from its first block on.
            Restart::OtherChain => Some(0),
            Restart::DatabaseCameBack => None,
        };
    }
}

impl Indexer {
    async fn begin(&mut self, from: Option<u64>) -> Result<ChainReader> {
        let chain = self.chain().await;
        let position = loop {
            match self.position(chain, from).await {
                Ok(position) => break position,
                Err(error) => self.wait_for_database(error.downcast()?).await?,
            }
        };
        for contract in &self.settings.contracts {
            let location = &self.settings.location;
            self.console.print(&format!("indexing {contract} into {location} from block {}", position.next));
        }
        let (sender, messages) = mpsc::channel(CAPACITY);
        let from = position.next;
        let follower = Follower::new(self.blocks.clone(), self.rpc.clone(), chain, position);
        let follower = follower.ahead(self.settings.at_once);
        let contracts = self.settings.contracts.clone();
        let task = tokio::spawn(reader::read(follower, contracts, sender, self.console.clone()));
        Ok(ChainReader { from, messages, task, pending: None, is_close: false })
    }

    /// Asks the node for its chain, until it answers.
    async fn chain(&self) -> CryptoHash {
        let mut backoff = backoff();
        loop {
            match self.rpc.genesis().await {
                Ok(chain) => return chain,
                Err(error) => self.console.print(&format!("{error}; trying again")),
            }
            tokio::time::sleep(backoff.next(None)).await;
        }
    }

    /// Finds the earliest position from which one of the contracts has to be read.
    async fn position(&mut self, chain: CryptoHash, from: Option<u64>) -> Result<Position> {
        let (chain, contracts) = (chain.to_string(), self.settings.contracts.clone());
        let mut positions = self.store.begin(&chain, &contracts, from).await?;
        if positions.contains(&None) {
            let Some(first) = self.settings.first else {
                bail!(
                    "{} holds nothing yet of one of the contracts; say with --from in which block to begin: the one \
                     in which the contract was deployed",
                    self.settings.location
                );
            };
            positions = self.store.begin(&chain, &contracts, Some(first)).await?;
        }
        let earliest = positions.into_iter().flatten().min_by_key(|position| position.next);
        earliest.context("name a contract to read: --contract ACCOUNT")
    }

    /// Records blocks until reading has to start again.
    async fn record(&mut self, mut reader: ChainReader) -> Result<Restart> {
        while let Some(message) = reader.receive().await {
            let recorded = match message {
                Message::Block { events, newest } => {
                    let blocks = reader.gather(events);
                    let height = blocks.last().map_or(0, |block| block.height);
                    let recorded = self.store.record(&blocks).await;
                    self.show_progress(&mut reader, height, newest);
                    recorded.map(|recorded| self.print_skipped(&recorded.skipped))
                }
                Message::UpToDate => {
                    self.show_progress(&mut reader, u64::MAX, 0);
                    Ok(())
                }
                Message::Gap { from, to } => {
                    let last = to - 1;
                    self.console.print(&format!(
                        "blocks {from} to {last} are no longer served, and their events are missed; continuing \
                         with block {to}"
                    ));
                    self.store.pass_over(from, to).await
                }
                Message::OtherChain => {
                    self.console.print("the chain has started anew; reading it from its first block");
                    return Ok(Restart::OtherChain);
                }
            };
            if let Err(error) = recorded {
                self.wait_for_database(error).await?;
                return Ok(Restart::DatabaseCameBack);
            }
        }
        bail!("the reader of blocks has ended unexpectedly")
    }

    /// Waits until a database that may come back is there again.
    async fn wait_for_database(&mut self, error: Error) -> Result<()> {
        let mut error = error;
        let mut backoff = backoff();
        loop {
            if !error.is_temporary() {
                return Err(error.into());
            }
            if backoff.is_fresh() {
                self.console.print(&format!("{error}; nothing is lost, trying again"));
            }
            tokio::time::sleep(backoff.next(None)).await;
            match self.store.reopen().await {
                Ok(()) => return Ok(()),
                Err(again) => error = again,
            }
        }
    }

    fn show_progress(&self, reader: &mut ChainReader, height: u64, newest: u64) {
        if reader.is_close {
            return;
        }
        if height.saturating_add(CLOSE) < newest {
            self.console.show_progress(reader.from, height, newest);
            return;
        }
        reader.is_close = true;
        self.console.hide_progress();
        self.console.print("up to date, following");
    }

    fn print_skipped(&self, skipped: &[Skipped]) {
        for Skipped { height, contract, why } in skipped.iter().take(SHOWN) {
            self.console.print(&format!("block {height}: skipped an event of {contract}: {why}"));
        }
        if skipped.len() > SHOWN {
            self.console.print(&format!("… and {} more", skipped.len() - SHOWN));
        }
    }
}

/// Returns the pauses between attempts to reach a node or a database that is away.
const fn backoff() -> Backoff {
    Backoff::new(Duration::from_secs(1), Duration::from_secs(5))
}

impl ChainReader {
    async fn receive(&mut self) -> Option<Message> {
        match self.pending.take() {
            Some(message) => Some(message),
            None => self.messages.recv().await,
        }
    }

    /// Takes the blocks that wait behind the first one.
    fn gather(&mut self, first: BlockEvents) -> Vec<BlockEvents> {
        let mut events = first.events.len();
        let mut blocks = vec![first];
        while blocks.len() < BLOCKS_AT_ONCE && events < EVENTS_AT_ONCE {
            match self.messages.try_recv() {
                Ok(Message::Block { events: block, .. }) => {
                    events += block.events.len();
                    blocks.push(block);
                }
                Ok(other) => {
                    self.pending = Some(other);
                    break;
                }
                Err(_) => break,
            }
        }
        blocks
    }
}
