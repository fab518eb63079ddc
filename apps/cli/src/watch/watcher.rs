//! The watcher: reads blocks, rebuilds the tables from their events, and compares them with the contracts.

use std::time::Duration;

use anyhow::Result;
use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::blocks::{Block, Follower, Position, Server, Step};
use tic_tac_toe_client::table::Table;
use tic_tac_toe_client::{Backoff, Error, Rpc};
use tic_tac_toe_interface::one_game::OneGame;

use super::event_reader::EventReader;
use super::output::{Output, print, remark};
use crate::retry::retry_after;

const PAUSE: Duration = Duration::from_millis(250);

pub(super) struct Watcher {
    rpc: Rpc,
    blocks: Server,
    output: Output,
    from: Option<BlockHeight>,
    readers: Vec<EventReader>,
    /// The chain as far as it has been read.
    follower: Option<Follower>,
}

impl Watcher {
    /// Begins at block `from`, or else now.
    pub(super) fn new(
        contracts: Vec<AccountId>,
        rpc: Rpc,
        blocks: Server,
        output: Output,
        from: Option<BlockHeight>,
    ) -> Self {
        let readers = contracts.into_iter().map(EventReader::new).collect();
        Self { rpc, blocks, output, from, readers, follower: None }
    }

    /// Reads on for ever; a server that does not answer is left alone for a while and asked again.
    pub(super) async fn run(&mut self) -> Result<()> {
        let mut backoff = Backoff::default();
        loop {
            match self.advance().await {
                Ok(()) => {
                    if !backoff.is_fresh() {
                        remark("the servers answer again");
                    }
                    backoff.reset();
                }
                // A pipe that fails will fail again; a server may come back.
                Err(error) if error.is::<std::io::Error>() => return Err(error),
                Err(error) => {
                    if backoff.is_fresh() {
                        remark(&format!("{error}; trying again"));
                    }
                    tokio::time::sleep(backoff.next(retry_after(&error))).await;
                }
            }
        }
    }

    async fn advance(&mut self) -> Result<()> {
        let follower = match &mut self.follower {
            Some(follower) => follower,
            none => {
                let follower = begin(&self.rpc, &self.blocks, self.from).await?;
                for reader in &mut self.readers {
                    reader.forget();
                    remark(&format!("watching {} from block {}", reader.contract, follower.position().next));
                    warn_of_missing_contract(&self.rpc, &reader.contract).await;
                }
                none.insert(follower)
            }
        };
        match follower.step().await? {
            Step::Block(block) => self.read(&block).await?,
            Step::UpToDate => tokio::time::sleep(PAUSE).await,
            Step::OtherChain => {
                remark("the chain has started anew; reading it from its first block");
                self.from = Some(0);
                self.follower = None;
            }
            Step::Gap { from, to } => {
                self.readers.iter_mut().for_each(EventReader::forget);
                let last = to - 1;
                remark(&format!(
                    "blocks {from} to {last} are no longer served, and their events are missed; \
                     going on from block {to}"
                ));
            }
        }
        Ok(())
    }

    async fn read(&mut self, block: &Block) -> Result<()> {
        let height = block.height();
        for reader in &mut self.readers {
            let mut lines = Vec::new();
            let contract = reader.contract.clone();
            for log in block.logs(&contract) {
                let Some(event) = reader.read(&self.rpc, block, log).await else { continue };
                lines.push(self.output.line(height, &contract, log, &event, &reader.board(&event))?);
            }
            if lines.is_empty() {
                continue;
            }
            print(&lines)?;
            reader.compare(&self.rpc, height).await;
        }
        Ok(())
    }
}

/// Says so if an account holds no contract of ours now, since nothing happens there until it does.
async fn warn_of_missing_contract(rpc: &Rpc, account: &AccountId) {
    // The arena answers that the question lacks something, and who does not answer at all is asked for blocks next.
    let looked = Table::of_one_game(&OneGame::new(rpc.clone(), account.clone())).await;
    if let Err(error @ (Error::NoAccount(_) | Error::NoContract(_))) = looked {
        remark(&format!("warning: {error}"));
    }
}

async fn begin(rpc: &Rpc, blocks: &Server, from: Option<BlockHeight>) -> Result<Follower> {
    let Some(next) = from else {
        return Ok(Follower::from_now(blocks.clone(), rpc.clone()).await?);
    };
    let chain = rpc.genesis().await?;
    Ok(Follower::new(blocks.clone(), rpc.clone(), chain, Position { next, last_hash: None }))
}
