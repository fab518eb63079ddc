//! The watcher: reads blocks, rebuilds the tables from their events, and compares them with the contracts.

use std::time::Duration;

use anyhow::Result;
use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::blocks::{Block, Follower, Position, Server, Step};
use tic_tac_toe_client::table::Table;
use tic_tac_toe_client::{Error, Rpc};
use tic_tac_toe_interface::one_game::OneGame;

use super::event_reader::EventReader;
use super::output::Output;
use crate::commands::print;
use crate::retry::Retry;

const PAUSE: Duration = Duration::from_millis(250);

pub(super) struct Watcher {
    pub rpc: Rpc,
    pub blocks: Server,
    pub output: Output,
    /// Where to begin, if not now.
    pub from: Option<BlockHeight>,
    pub readers: Vec<EventReader>,
    /// The chain as far as it has been read.
    pub follower: Option<Follower>,
}

impl Watcher {
    /// Reads on for ever; a server that does not answer is left alone for a while and asked again.
    pub(super) async fn run(&mut self) -> Result<()> {
        let mut retry = Retry::default();
        loop {
            match self.advance().await {
                Ok(()) => retry.succeed(|text| eprintln!("{text}")),
                Err(error) => retry.fail(error, |text| eprintln!("{text}")).await?,
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
                    eprintln!("watching {} from block {}", reader.contract, follower.position().next);
                    warn_of_missing_contract(&self.rpc, &reader.contract).await;
                }
                none.insert(follower)
            }
        };
        match follower.step().await? {
            Step::Block(block) => self.read(&block).await?,
            Step::UpToDate => tokio::time::sleep(PAUSE).await,
            Step::OtherChain => {
                eprintln!("the chain has started anew; reading it from its first block");
                self.from = Some(0);
                self.follower = None;
            }
            Step::Gap { from, to } => {
                self.readers.iter_mut().for_each(EventReader::forget);
                let last = to - 1;
                eprintln!(
                    "blocks {from} to {last} are no longer served, and their events are missed; \
                     going on from block {to}"
                );
            }
        }
        Ok(())
    }

    async fn read(&mut self, block: &Block) -> Result<()> {
        let height = block.height();
        for reader in &mut self.readers {
            let contract = reader.contract.clone();
            for log in block.logs(&contract) {
                let Some(event) = reader.read(&self.rpc, block, log).await else { continue };
                print(self.output.line(height, log, &event, &reader.board(&event))?)?;
            }
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
        eprintln!("warning: {error}");
    }
}

async fn begin(rpc: &Rpc, blocks: &Server, from: Option<BlockHeight>) -> Result<Follower> {
    let Some(next) = from else {
        return Ok(Follower::from_now(blocks.clone(), rpc.clone()).await?);
    };
    let chain = rpc.genesis().await?;
    Ok(Follower::new(blocks.clone(), rpc.clone(), chain, Position { next, last_hash: None }))
}
