//! `watch`: follows the chain block by block and tells what happens in the games, like an indexer.

mod output;
mod tale;
mod watcher;

use anyhow::Result;
use tic_tac_toe_client::{Rpc, blocks};
use tic_tac_toe_indexer::store::{Location, Store};

use crate::args::WatchArgs;

use output::Output;
use watcher::{Nodes, Watcher};

/// Watches until Ctrl-C.
///
/// # Errors
///
/// When the database can't be used or the command line names no contract. Servers that do not answer are
/// asked again.
pub async fn run(args: &WatchArgs) -> Result<()> {
    let contracts = args.contracts()?;
    let rpc_url = args.chain.rpc_url();
    let blocks_url = args.blocks.clone().unwrap_or_else(|| args.chain.network().blocks_url(&rpc_url));
    let store = match &args.db {
        Some(file) => Some(Store::open(&Location::Sqlite(file.clone())).await?),
        None => None,
    };
    let output = Output::new(args.json, contracts.len() > 1);
    let node = Nodes { rpc: Rpc::new(&rpc_url), blocks: blocks::Server::new(&blocks_url) };
    let mut watcher = Watcher::new(contracts, node, store, output, args.from);

    tokio::select! {
        ended = watcher.run() => ended?,
        interrupted = tokio::signal::ctrl_c() => interrupted?,
    }
    watcher.close().await
}
