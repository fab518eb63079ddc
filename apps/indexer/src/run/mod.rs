//! `run`: catches up with the chain, then follows it, and records what happens in the games.

mod console;
mod reader;

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use near_primitives::hash::CryptoHash;
use tic_tac_toe_client::blocks::{Follower, Position, Server};
use tic_tac_toe_client::{Backoff, Rpc};
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinSet;

use crate::event::BlockEvents;
use crate::store::{Error, Location, Recorded, Skipped, Store};
use console::Console;
use reader::Message;

// How many messages may wait for the writer. While it is behind, so many blocks share a transaction.
const CAPACITY: usize = 64;

// While it is behind, it lets blocks gather for so long, so that more of them share one.
const GATHERING: Duration = Duration::from_millis(20);

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
    pub rpc: Rpc,
    /// The server of blocks, and those that are asked when it fails.
    pub blocks_urls: Vec<String>,
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
    blocks: Server,
    store: Store,
    console: Console,
}

/// The blocks of a chain, which a task reads.
struct ChainReader {
    from: u64,
    messages: Receiver<Message>,
    /// Ends when it is dropped.
    _task: JoinSet<()>,
    is_close: bool,
}

/// Indexes until it is cancelled.
///
/// # Errors
///
/// When the database can't be used. Servers that do not answer, and a database that may come back, are asked again.
pub async fn run(store: Store, settings: Settings) -> Result<()> {
    let (first, others) =
        settings.blocks_urls.split_first().context("name a server of blocks: --blocks URL")?;
    let blocks = others.iter().fold(Server::new(first), |server, url| server.or(url));
    let mut indexer = Indexer { settings, blocks, store, console: Console::new() };
    let mut from = indexer.settings.from;
    loop {
        let reader = indexer.begin(from).await?;
        from = indexer.record(reader).await?;
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
        let follower = Follower::new(self.blocks.clone(), self.settings.rpc.clone(), chain, position);
        let follower = follower.ahead(self.settings.at_once).confirmed();
        let contracts = self.settings.contracts.clone();
        let mut task = JoinSet::new();
        task.spawn(reader::read(follower, contracts, sender, self.console.clone()));
        Ok(ChainReader { from, messages, _task: task, is_close: false })
    }

    /// Asks the node for its chain, until it answers.
    async fn chain(&self) -> CryptoHash {
        let mut backoff = backoff();
        loop {
            match self.settings.rpc.genesis().await {
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

    /// Records blocks until reading has to start again, at the returned block or where it ended.
    async fn record(&mut self, mut reader: ChainReader) -> Result<Option<u64>> {
        let mut messages = Vec::new();
        loop {
            let built = self.build_meanwhile(&reader).await;
            if !reader.is_close && reader.messages.len() < CAPACITY {
                tokio::time::sleep(GATHERING).await;
            }
            let received = reader.messages.recv_many(&mut messages, CAPACITY).await;
            ensure!(received > 0, "the reader of blocks has ended unexpectedly");
            let is_other_chain = matches!(messages.last(), Some(Message::OtherChain));
            let recorded = match built {
                Ok(()) => self.record_all(&mut reader, messages.drain(..)).await,
                failed => failed,
            };
            if let Err(error) = recorded {
                self.wait_for_database(error).await?;
                // The database may have lost what it wrote last.
                return Ok(None);
            }
            if is_other_chain {
                self.console.print("the chain has started anew; reading it from its first block");
                return Ok(Some(0));
            }
        }
    }

    /// Builds tables from the log, if that is needed, for as long as no block comes.
    async fn build_meanwhile(&mut self, reader: &ChainReader) -> Result<(), Error> {
        while reader.messages.is_empty() && self.store.build().await? {}
        Ok(())
    }

    async fn record_all(
        &mut self,
        reader: &mut ChainReader,
        messages: impl Iterator<Item = Message>,
    ) -> Result<(), Error> {
        let (mut blocks, mut progress) = (Vec::new(), None);
        for message in messages {
            match message {
                Message::Block(block, newest) => {
                    progress = Some((block.height, newest));
                    blocks.push(block);
                }
                Message::UpToDate => progress = Some((u64::MAX, 0)),
                Message::Gap { from, to } => {
                    self.record_blocks(&mut blocks).await?;
                    let last = to - 1;
                    self.console.print(&format!(
                        "blocks {from} to {last} are no longer served, and their events are missed; continuing \
                         with block {to}"
                    ));
                    self.store.pass_over(from, to).await?;
                }
                Message::OtherChain => {}
            }
        }
        self.record_blocks(&mut blocks).await?;
        if let Some((height, newest)) = progress {
            self.show_progress(reader, height, newest);
        }
        Ok(())
    }

    async fn record_blocks(&mut self, blocks: &mut Vec<BlockEvents>) -> Result<(), Error> {
        let Recorded { skipped, .. } = self.store.record(blocks).await?;
        blocks.clear();
        for Skipped { height, contract, why } in skipped.iter().take(SHOWN) {
            self.console.print(&format!("block {height}: skipped an event of {contract}: {why}"));
        }
        if skipped.len() > SHOWN {
            self.console.print(&format!("… and {} more", skipped.len() - SHOWN));
        }
        Ok(())
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
}

/// Returns the pauses between attempts to reach a node or a database that is away.
const fn backoff() -> Backoff {
    Backoff::new(Duration::from_secs(1), Duration::from_secs(5))
}
