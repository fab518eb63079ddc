//! `run`: catches up with the chain, then follows it, and writes what happens in the games.

mod reader;
mod remarks;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use near_primitives::hash::CryptoHash;
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Position, Server};
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinHandle;

use crate::event::BlockEvents;
use crate::store::{Error, Location, Skipped, Store};
use reader::{News, Source};
use remarks::Remarks;

// Blocks that wait for the writer, reduced to their events.
const WAITING: usize = 64;

// While the writer is behind, so many events or blocks share a transaction.
const EVENTS_AT_ONCE: usize = 5_000;
const BLOCKS_AT_ONCE: usize = 200;

// Fewer blocks behind than this is as good as up to date.
const CLOSE: u64 = 10;

// A node or a database that is away is asked again this soon, and then ever more slowly.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What is read, from where, into what.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database.
    pub place: Location,
    /// The node that knows which chain it is.
    pub rpc_url: String,
    /// The server of blocks.
    pub blocks_url: String,
    /// The contracts.
    pub contracts: Vec<AccountId>,
    /// Where a contract begins; nothing to go on where it was read to.
    pub from: Option<u64>,
    /// Where one begins that was never read, if nothing else is said.
    pub first: Option<u64>,
    /// How many blocks are fetched at once.
    pub at_once: usize,
}

/// The indexer at work.
struct Indexer {
    settings: Settings,
    rpc: Rpc,
    blocks: Server,
    store: Store,
    remarks: Remarks,
}

/// One chain that is being read.
struct Reading {
    from: u64,
    news: Receiver<News>,
    reader: JoinHandle<()>,
    /// What came out of turn while blocks were put together.
    next: Option<News>,
    is_close: bool,
}

/// Why a reading came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The node tells of another chain.
    OtherChain,
    /// The database was away and may have lost what it wrote last.
    DatabaseCameBack,
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// Indexes until it is cancelled.
///
/// # Errors
///
/// When the database can't be used. Servers that do not answer, and a database that may come back, are asked again.
pub async fn run(settings: Settings) -> Result<()> {
    let store = Store::open(&settings.place).await?;
    run_on(store, settings).await
}

/// The same with a database that is open already.
///
/// # Errors
///
/// As [`run`].
pub async fn run_on(store: Store, settings: Settings) -> Result<()> {
    let rpc = Rpc::new(&settings.rpc_url);
    let blocks = Server::new(&settings.blocks_url);
    let mut indexer = Indexer { settings, rpc, blocks, store, remarks: Remarks::new() };
    let mut from = indexer.settings.from;
    loop {
        let reading = indexer.begin(from).await?;
        from = match indexer.read(reading).await? {
            // Another chain is read from its first block on.
            End::OtherChain => Some(0),
            End::DatabaseCameBack => None,
        };
    }
}

impl Indexer {
    async fn begin(&mut self, from: Option<u64>) -> Result<Reading> {
        let chain = self.chain().await;
        let position = loop {
            match self.position(chain, from).await {
                Ok(position) => break position,
                Err(error) => self.wait_for_database(error.downcast()?).await?,
            }
        };
        for contract in &self.settings.contracts {
            let place = &self.settings.place;
            self.remarks.say(&format!("indexing {contract} into {place} from block {}", position.next));
        }
        let (sender, news) = mpsc::channel(WAITING);
        let source = Source {
            rpc: self.rpc.clone(),
            blocks: self.blocks.clone(),
            contracts: self.settings.contracts.clone(),
            at_once: self.settings.at_once,
        };
        let from = position.next;
        let reader = tokio::spawn(reader::read(source, chain, position, sender, self.remarks.clone()));
        Ok(Reading { from, news, reader, next: None, is_close: false })
    }

    /// The node's chain; a node that does not answer is asked again.
    async fn chain(&self) -> CryptoHash {
        let mut pause = PAUSE;
        loop {
            match self.rpc.genesis().await {
                Ok(chain) => return chain,
                Err(error) => self.remarks.say(&format!("{error}; trying again")),
            }
            tokio::time::sleep(pause).await;
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    /// The earliest place from which one of the contracts has to be read.
    async fn position(&mut self, chain: CryptoHash, from: Option<u64>) -> Result<Position> {
        let (chain, contracts) = (chain.to_string(), self.settings.contracts.clone());
        let mut positions = self.store.begin(&chain, &contracts, from).await?;
        if positions.contains(&None) {
            let Some(first) = self.settings.first else {
                bail!(
                    "{} holds nothing yet of one of the contracts; say with --from in which block to begin: the one \
                     in which the contract was deployed",
                    self.settings.place
                );
            };
            positions = self.store.begin(&chain, &contracts, Some(first)).await?;
        }
        let earliest = positions.into_iter().flatten().min_by_key(|position| position.next);
        earliest.context("name a contract to read: --contract ACCOUNT")
    }

    /// Writes what the reader tells until the chain changes to another one.
    async fn read(&mut self, mut reading: Reading) -> Result<End> {
        while let Some(news) = reading.receive().await {
            let written = match news {
                News::Block { events, newest } => {
                    let blocks = reading.gather(events);
                    let height = blocks.last().map_or(0, |block| block.height);
                    let written = self.store.record(&blocks).await;
                    self.tell_progress(&mut reading, height, newest);
                    written.map(|recorded| self.tell_skipped(&recorded.skipped))
                }
                News::UpToDate => {
                    self.tell_progress(&mut reading, u64::MAX, 0);
                    Ok(())
                }
                News::Gap { from, to } => {
                    let last = to - 1;
                    self.remarks.say(&format!(
                        "blocks {from} to {last} are no longer served, and their events are missed; going on from \
                         block {to}"
                    ));
                    self.store.pass_over(from, to).await
                }
                News::OtherChain => {
                    self.remarks.say("the chain has started anew; reading it from its first block");
                    return Ok(End::OtherChain);
                }
            };
            if let Err(error) = written {
                self.wait_for_database(error).await?;
                return Ok(End::DatabaseCameBack);
            }
        }
        bail!("the reader of blocks has ended without a word")
    }

    /// Waits until a database that may come back is there again.
    async fn wait_for_database(&mut self, error: Error) -> Result<()> {
        let mut error = error;
        let mut pause = PAUSE;
        loop {
            if !error.may_pass() {
                return Err(error.into());
            }
            if pause == PAUSE {
                self.remarks.say(&format!("{error}; nothing is lost, trying again"));
            }
            tokio::time::sleep(pause).await;
            pause = LONGEST_PAUSE.min(pause * 2);
            match self.store.reopen().await {
                Ok(()) => return Ok(()),
                Err(again) => error = again,
            }
        }
    }

    fn tell_progress(&self, reading: &mut Reading, height: u64, newest: u64) {
        if reading.is_close {
            return;
        }
        if height + CLOSE.min(u64::MAX - height) < newest {
            self.remarks.show(reading.from, height, newest);
            return;
        }
        reading.is_close = true;
        self.remarks.hide();
        self.remarks.say("up to date, following");
    }

    fn tell_skipped(&self, skipped: &[Skipped]) {
        for Skipped { height, contract, why } in skipped.iter().take(SHOWN) {
            self.remarks.say(&format!("block {height}: left out an event of {contract}: {why}"));
        }
        if skipped.len() > SHOWN {
            self.remarks.say(&format!("… and {} more", skipped.len() - SHOWN));
        }
    }
}

// A flood of remarks helps nobody.
const SHOWN: usize = 5;

impl Reading {
    async fn receive(&mut self) -> Option<News> {
        match self.next.take() {
            Some(news) => Some(news),
            None => self.news.recv().await,
        }
    }

    /// The block with those that wait behind it.
    fn gather(&mut self, first: BlockEvents) -> Vec<BlockEvents> {
        let mut events = first.events.len();
        let mut blocks = vec![first];
        while blocks.len() < BLOCKS_AT_ONCE && events < EVENTS_AT_ONCE {
            match self.news.try_recv() {
                Ok(News::Block { events: block, .. }) => {
                    events += block.events.len();
                    blocks.push(block);
                }
                Ok(other) => {
                    self.next = Some(other);
                    break;
                }
                Err(_) => break,
            }
        }
        blocks
    }
}
