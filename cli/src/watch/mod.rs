//! `watch`: follows the chain block by block and tells what happens in the game, like an indexer.

mod output;
mod store;
mod watcher;

use anyhow::Result;
use tic_tac_toe_client::blocks;

use crate::args::WatchArgs;

pub use store::Store;

use output::Output;
use watcher::Watcher;

/// Watches until Ctrl-C.
///
/// # Errors
///
/// When the database can't be used or the command line names no contract. Servers that do not answer are
/// asked again.
pub async fn run(args: &WatchArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    let rpc_url = args.connection.rpc_url();
    let blocks_url = args.blocks.clone().unwrap_or_else(|| args.connection.network().blocks_url(&rpc_url));
    let store = args.db.as_deref().map(Store::open).transpose()?;
    let output = Output::new(args.json);
    let mut watcher = Watcher::new(contract, blocks::Server::new(&blocks_url), store, output, args.from);

    tokio::select! {
        ended = watcher.run() => ended?,
        interrupted = tokio::signal::ctrl_c() => interrupted?,
    }
    watcher.close()
}
