//! `watch`: follows the chain block by block and prints what happens at the tables.

mod event_reader;
mod output;
mod watcher;

use anyhow::Result;

use crate::args::WatchArgs;
use crate::signal::ended_by_signal;

use event_reader::EventReader;
use output::Output;
use watcher::Watcher;

/// Watches until Ctrl-C.
///
/// # Errors
///
/// When the command line names no contract. Servers that do not answer are asked again.
pub async fn run(args: &WatchArgs) -> Result<()> {
    let contracts = args.contracts()?;
    let mut watcher = Watcher {
        rpc: args.chain.rpc(),
        blocks: args.chain.blocks(args.blocks.as_deref()),
        output: Output { json: args.json, names_contracts: contracts.len() > 1 },
        from: args.from,
        readers: contracts.into_iter().map(EventReader::new).collect(),
        follower: None,
    };
    let ended = ended_by_signal()?;
    tokio::select! {
        broken = watcher.run() => broken,
        () = ended => Ok(()),
    }
}
