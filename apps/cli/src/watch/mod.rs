//! `watch`: follows the chain block by block and prints what happens at the tables.

mod event_reader;
mod output;
mod watcher;

use anyhow::Result;
use tic_tac_toe_client::blocks;

use crate::args::WatchArgs;
use crate::signal::ended_by_signal;

use output::Output;
use watcher::Watcher;

/// Watches until Ctrl-C.
///
/// # Errors
///
/// When the command line names no contract. Servers that do not answer are asked again.
pub async fn run(args: &WatchArgs) -> Result<()> {
    let contracts = args.contracts()?;
    let rpc_url = args.chain.rpc_url();
    let blocks_url = args.blocks.clone().unwrap_or_else(|| args.chain.network().blocks_url(&rpc_url));
    let output = Output::new(args.json, contracts.len() > 1);
    let (rpc, blocks) = (args.chain.rpc(), blocks::Server::new(&blocks_url));
    let mut watcher = Watcher::new(contracts, rpc, blocks, output, args.from);

    let ended = ended_by_signal()?;
    tokio::select! {
        broken = watcher.run() => broken,
        () = ended => Ok(()),
    }
}
