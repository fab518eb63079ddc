//! The watcher: reads blocks, rebuilds the game from their events, and compares it with the contract.

use std::time::Duration;

use anyhow::{Context, Result};
use near_primitives::hash::CryptoHash;
use near_primitives::types::BlockHeight;
use tic_tac_toe_client::blocks::{Block, Follower, Log, Position, Server, Step};
use tic_tac_toe_client::replica::Replica;
use tic_tac_toe_client::{Error, Game};
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::tic_tac_toe::{Event, TicTacToe};

use super::output::{Output, print, remark};
use super::store::{Happened, Source, Store};
use crate::args::Contract;

const PAUSE: Duration = Duration::from_millis(250);

// Empty blocks are forgotten in bulk: to read some of them again costs less than to write each one down.
const SAVE_EVERY: BlockHeight = 100;

const DATABASE_FAILED: &str = "the database failed";

pub(super) struct Watcher {
    contract: Contract,
    blocks: Server,
    store: Option<Store>,
    output: Output,
    from: Option<BlockHeight>,
    reading: Option<Reading>,
}

/// One chain as far as it has been read.
struct Reading {
    follower: Follower,
    replica: Replica,
}

impl Watcher {
    /// Begins at block `from`, or else where the store ends, or else now.
    pub(super) const fn new(
        contract: Contract,
        blocks: Server,
        store: Option<Store>,
        output: Output,
        from: Option<BlockHeight>,
    ) -> Self {
        Self { contract, blocks, store, output, from, reading: None }
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
        self.record(&[])
    }

    async fn advance(&mut self) -> Result<()> {
        if self.reading.is_none() {
            let reading = self.begin().await?;
            let next = reading.follower.position().next;
            remark(&format!("watching {} from block {next}", self.contract.id()));
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
                reading.replica = Replica::Unknown;
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
        let chain = self.contract.transport().genesis().await?;
        let position = match self.from {
            Some(next) => Position { next, last_hash: None },
            None => self.resume(chain).await?,
        };
        let replica = self.game_before(position.next).await;
        let follower = Follower::new(self.blocks.clone(), self.contract.transport().clone(), chain, position);
        Ok(Reading { follower, replica })
    }

    async fn resume(&self, chain: CryptoHash) -> Result<Position> {
        if let Some(store) = &self.store {
            let source = Source { chain: &chain.to_string(), contract: self.contract.id() };
            if let Some(position) = store.position(source).context(DATABASE_FAILED)? {
                return Ok(position);
            }
        }
        let next = self.blocks.last_final().await?.height() + 1;
        Ok(Position { next, last_hash: None })
    }

    // Without a view of the past the next new game will tell.
    async fn game_before(&self, height: BlockHeight) -> Replica {
        match height.checked_sub(1) {
            None => Replica::Known(None),
            Some(before) => self.game_after(before).await.map_or(Replica::Unknown, Replica::Known),
        }
    }

    async fn game_after(&self, height: BlockHeight) -> Result<Option<Game>, Error> {
        let rpc = self.contract.transport().at(height);
        Game::of(&TicTacToe::new(rpc, self.contract.id().clone())).await
    }

    async fn read(&mut self, block: &Block) -> Result<()> {
        let contract = self.contract.id().clone();
        let (mut happened, mut lines) = (Vec::new(), Vec::new());
        for log in block.logs(&contract) {
            if let Some((event, line)) = self.take_in(block.height(), log)? {
                happened.push(event);
                lines.push(line);
            }
        }
        if !happened.is_empty() {
            // What is printed has been kept.
            self.record(&happened)?;
            print(&lines)?;
            self.compare(block.height()).await;
        } else if block.height().is_multiple_of(SAVE_EVERY) {
            self.record(&[])?;
        }
        Ok(())
    }

    fn take_in(&mut self, height: BlockHeight, log: Log) -> Result<Option<(Happened, String)>> {
        let event = match Event::from_log(log.line) {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(None),
            Err(error) => {
                remark(&format!("block {height}: {error}"));
                return Ok(None);
            }
        };
        let Some(reading) = &mut self.reading else { return Ok(None) };
        if let Err(error) = reading.replica.apply(&event) {
            remark(&format!("block {height}: the events make no sense: {error}"));
        }
        let line = self.output.line(height, log, &event, &reading.replica)?;
        let moves = reading.replica.moves();
        Ok(Some((Happened { height, receipt: log.receipt.to_owned(), event, moves }, line)))
    }

    fn record(&mut self, happened: &[Happened]) -> Result<()> {
        let (Some(store), Some(reading)) = (&mut self.store, &self.reading) else {
            return Ok(());
        };
        let chain = reading.follower.chain().to_string();
        let source = Source { chain: &chain, contract: self.contract.id() };
        store.record(source, happened, reading.follower.position()).context(DATABASE_FAILED)
    }

    async fn compare(&mut self, height: BlockHeight) {
        // The node may have forgotten the block or be away: there is nothing to compare with then.
        let Ok(view) = self.game_after(height).await else { return };
        let Some(reading) = &mut self.reading else { return };
        if let Some(difference) = reading.replica.difference(view.as_ref()) {
            remark(&format!("block {height}: DIFFERENT: {difference}"));
            reading.replica = Replica::Known(view);
        }
    }
}

// A database or a pipe that fails will fail again; a server may come back. The store fails with nothing but
// errors of the database.
fn is_final(error: &anyhow::Error) -> bool {
    error.is::<rusqlite::Error>() || error.is::<std::io::Error>()
}
