//! The watcher: reads blocks, rebuilds the games from their events, and compares them with the contracts.

use std::time::Duration;

use anyhow::{Context, Result};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Block, Follower, Position, Server, Step};
use tic_tac_toe_indexer::event::BlockEvents;
use tic_tac_toe_indexer::store::{self, Store};

use super::output::{Output, print, remark};
use super::tale::Tale;

const PAUSE: Duration = Duration::from_millis(250);

// Empty blocks are forgotten in bulk: to read some of them again costs less than to write each one down.
const SAVE_EVERY: BlockHeight = 100;

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
    /// The last block, unless it was written down.
    unsaved: Option<BlockEvents>,
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
    pub(super) async fn close(mut self) -> Result<()> {
        let unsaved = self.reading.as_mut().and_then(|reading| reading.unsaved.take());
        self.keep(unsaved.as_slice()).await
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
                if let Some(store) = &mut self.store {
                    store.pass_over(from, to).await?;
                }
                let last = to - 1;
                remark(&format!(
                    "blocks {from} to {last} are no longer served, and their events are missed; \
                     going on from block {to}"
                ));
            }
        }
        Ok(())
    }

    async fn begin(&mut self) -> Result<Reading> {
        let chain = self.nodes.rpc.genesis().await?;
        let positions = self.positions(chain).await?;
        let mut tales = Vec::new();
        for (contract, position) in self.contracts.iter().zip(&positions) {
            tales.push(Tale::begin(contract.clone(), &self.nodes.rpc, position.next).await);
        }
        let earliest = positions.into_iter().min_by_key(|position| position.next);
        let earliest = earliest.context("there is no contract to watch")?;
        let follower = Follower::new(self.nodes.blocks.clone(), self.nodes.rpc.clone(), chain, earliest);
        Ok(Reading { follower, tales, unsaved: None })
    }

    /// Where each contract's reading begins: at the block asked for, where the store ends, or now.
    async fn positions(&mut self, chain: CryptoHash) -> Result<Vec<Position>> {
        let stored = match &mut self.store {
            Some(store) => store.begin(&chain.to_string(), &self.contracts, self.from).await?,
            None => vec![None; self.contracts.len()],
        };
        let latest = stored.iter().flatten().map(|position| position.next).max();
        let next = match self.from.or(latest) {
            Some(next) => next,
            None => self.nodes.blocks.last_final().await?.height() + 1,
        };
        let unread = Position { next, last_hash: None };
        if let Some(store) = self.store.as_mut().filter(|_| stored.contains(&None)) {
            store.begin(&chain.to_string(), &self.contracts, Some(next)).await?;
        }
        let position = |stored: Option<Position>| match stored {
            // What lies before is told again; what lies between must not be missed.
            Some(stored) if self.from.is_none_or(|from| stored.next <= from) => stored,
            Some(_) | None => unread.clone(),
        };
        Ok(stored.into_iter().map(position).collect())
    }

    async fn read(&mut self, block: &Block) -> Result<()> {
        let height = block.height();
        let events = BlockEvents::of(block, &self.contracts);
        let is_empty = events.events.is_empty();
        // What is printed has been kept.
        if !is_empty || height.is_multiple_of(SAVE_EVERY) {
            self.keep(std::slice::from_ref(&events)).await?;
        }
        let Some(reading) = &mut self.reading else { return Ok(()) };
        reading.unsaved = is_empty.then_some(events);
        for tale in reading.tales.iter_mut().filter(|tale| tale.from <= height) {
            let mut lines = Vec::new();
            let contract = tale.contract.clone();
            for log in block.logs(&contract) {
                let Some(event) = tale.take_in(&self.nodes.rpc, block, log).await else { continue };
                lines.push(self.output.line(height, &contract, log, &event, &tale.board(&event))?);
            }
            if lines.is_empty() {
                continue;
            }
            print(&lines)?;
            tale.compare(&self.nodes.rpc, height).await;
        }
        Ok(())
    }

    async fn keep(&mut self, blocks: &[BlockEvents]) -> Result<()> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let recorded = store.record(blocks).await?;
        for left_out in recorded.skipped {
            let store::Skipped { height, contract, why } = left_out;
            remark(&format!("block {height}: an event of {contract} is not kept: {why}"));
        }
        Ok(())
    }
}

// A database or a pipe that fails will fail again; a server may come back.
fn is_final(error: &anyhow::Error) -> bool {
    error.is::<store::Error>() || error.is::<std::io::Error>()
}
