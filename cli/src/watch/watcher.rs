//! The watcher: reads blocks, rebuilds the games from their events, and compares them with the contracts.

use std::time::Duration;

use anyhow::{Context, Result};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Block, Follower, Position, Server, Step};

use super::output::{Output, print, remark};
use super::store::{Happened, Source, Store};
use super::tale::Tale;

const PAUSE: Duration = Duration::from_millis(250);

// Empty blocks are forgotten in bulk: to read some of them again costs less than to write each one down.
const SAVE_EVERY: BlockHeight = 100;

const DATABASE_FAILED: &str = "the database failed";

/// Who is asked.
pub(super) struct Nodes {
    /// For games.
    pub rpc: Rpc,
    /// For blocks.
    pub blocks: Server,
}

pub(super) struct Watcher {
    contracts: Vec<AccountId>,
    nodes: Nodes,
    store: Option<Store>,
    output: Output,
    from: Option<BlockHeight>,
    reading: Option<Reading>,
}

/// One chain as far as it has been read.
struct Reading {
    follower: Follower,
    tales: Vec<Tale>,
}

impl Watcher {
    /// Begins at block `from`, or else where the store ends, or else now.
    pub(super) const fn new(
        contracts: Vec<AccountId>,
        nodes: Nodes,
        store: Option<Store>,
        output: Output,
        from: Option<BlockHeight>,
    ) -> Self {
        Self { contracts, nodes, store, output, from, reading: None }
    }

    /// Reads on for ever; a server that does not answer is asked again.
    pub(super) async fn run(&mut self) -> Result<()> {
        let mut complained = false;
        loop {
            match self.advance().await {
                Ok(()) => complained = false,
                Err(error) if is_final(&error) => return Err(error),
                Err(error) => {
                    if !complained {
                        remark(&format!("{error}; trying again"));
                    }
                    complained = true;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Writes down how far it has read.
    pub(super) fn close(mut self) -> Result<()> {
        self.save_progress()
    }

    async fn advance(&mut self) -> Result<()> {
        if self.reading.is_none() {
            let reading = self.begin().await?;
            for tale in &reading.tales {
                remark(&format!("watching {} from block {}", tale.contract, tale.from));
            }
            self.reading = Some(reading);
        }
        let Some(reading) = &mut self.reading else { return Ok(()) };
        match reading.follower.step().await? {
            Step::Block(block) => self.read(&block).await?,
            Step::UpToDate => tokio::time::sleep(PAUSE).await,
            Step::OtherChain => {
                remark("the chain has started anew; reading it from its first block");
                self.from = Some(0);
                self.reading = None;
            }
            Step::Gap { from, to } => {
                reading.tales.iter_mut().for_each(Tale::forget);
                let last = to - 1;
                remark(&format!(
                    "blocks {from} to {last} are no longer served, and their events are missed; \
                     going on from block {to}"
                ));
            }
        }
        Ok(())
    }

    async fn begin(&self) -> Result<Reading> {
        let chain = self.nodes.rpc.genesis().await?;
        let positions = match self.from {
            Some(next) => vec![Position { next, last_hash: None }; self.contracts.len()],
            None => self.resume(chain).await?,
        };
        let mut tales = Vec::new();
        for (contract, position) in self.contracts.iter().zip(&positions) {
            tales.push(Tale::begin(contract.clone(), &self.nodes.rpc, position.next).await);
        }
        let earliest = positions.into_iter().min_by_key(|position| position.next);
        let earliest = earliest.context("there is no contract to watch")?;
        let follower = Follower::new(self.nodes.blocks.clone(), self.nodes.rpc.clone(), chain, earliest);
        Ok(Reading { follower, tales })
    }

    /// Where each contract's reading ended; one that was never read begins with the others, or now.
    async fn resume(&self, chain: CryptoHash) -> Result<Vec<Position>> {
        let mut known = Vec::new();
        for contract in &self.contracts {
            let source = Source { chain: &chain.to_string(), contract };
            let stored = self.store.as_ref().map(|store| store.position(source)).transpose();
            known.push(stored.context(DATABASE_FAILED)?.flatten());
        }
        let latest = known.iter().flatten().max_by_key(|position| position.next).cloned();
        let unread = match latest {
            Some(position) => position,
            None => Position { next: self.nodes.blocks.last_final().await?.height() + 1, last_hash: None },
        };
        Ok(known.into_iter().map(|position| position.unwrap_or_else(|| unread.clone())).collect())
    }

    async fn read(&mut self, block: &Block) -> Result<()> {
        let height = block.height();
        let Some(reading) = &mut self.reading else { return Ok(()) };
        let mut has_events = false;
        for tale in reading.tales.iter_mut().filter(|tale| tale.from <= height) {
            let (mut happened, mut lines) = (Vec::new(), Vec::new());
            let contract = tale.contract.clone();
            for log in block.logs(&contract) {
                let Some(event) = tale.take_in(&self.nodes.rpc, block, log).await else { continue };
                lines.push(self.output.line(height, &contract, log, &event, &tale.board(&event))?);
                let moves = tale.moves(&event);
                happened.push(Happened { height, receipt: log.receipt.to_owned(), event, moves });
            }
            if happened.is_empty() {
                continue;
            }
            has_events = true;
            // What is printed has been kept.
            if let Some(store) = &mut self.store {
                let chain = reading.follower.chain().to_string();
                let source = Source { chain: &chain, contract: &contract };
                store.record(source, &happened, reading.follower.position()).context(DATABASE_FAILED)?;
            }
            print(&lines)?;
            tale.compare(&self.nodes.rpc, height).await;
        }
        if !has_events && height.is_multiple_of(SAVE_EVERY) {
            self.save_progress()?;
        }
        Ok(())
    }

    fn save_progress(&mut self) -> Result<()> {
        let (Some(store), Some(reading)) = (&mut self.store, &self.reading) else {
            return Ok(());
        };
        let chain = reading.follower.chain().to_string();
        let position = reading.follower.position();
        // Somebody whose events are news only from a later block on keeps that place.
        for tale in reading.tales.iter().filter(|tale| tale.from <= position.next) {
            let source = Source { chain: &chain, contract: &tale.contract };
            store.record(source, &[], position).context(DATABASE_FAILED)?;
        }
        Ok(())
    }
}

// A database or a pipe that fails will fail again; a server may come back. The store fails with nothing but
// errors of the database.
fn is_final(error: &anyhow::Error) -> bool {
    error.is::<rusqlite::Error>() || error.is::<std::io::Error>()
}
