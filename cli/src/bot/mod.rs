//! `bot`: a service that plays an account's turns in the arena, whoever its opponents are.

mod backoff;
mod player;

use std::collections::BTreeSet;

use anyhow::Result;
use tic_tac_toe_client::blocks;
use tic_tac_toe_client::keys::Purpose;
use tic_tac_toe_interface::arena::{JOIN, PLAY};

use crate::args::BotArgs;
use crate::play::screen::ended_by_signal;

use player::Player;

/// Plays until Ctrl-C.
///
/// # Errors
///
/// When there is no key to sign with, or nobody reads what is printed. Servers that do not answer are asked again.
pub async fn run(args: &BotArgs) -> Result<()> {
    let chain = &args.connection.chain;
    let arena = args.connection.arena()?;
    let keys = args.credentials.keys(chain.network())?;
    let methods: &[&str] = if args.join { &[PLAY.name, JOIN.name] } else { &[PLAY.name] };
    let purpose = Purpose { contract: arena.id(), methods, pays: false };
    let signer = keys.signer(arena.transport(), &args.account, purpose).await?;
    let blocks_url = args.blocks.clone().unwrap_or_else(|| chain.network().blocks_url(&chain.rpc_url()));
    let mut player = Player {
        arena,
        blocks: blocks::Server::new(&blocks_url),
        account: args.account.clone(),
        signer,
        level: args.level,
        joins: args.join,
        json: args.json,
        declined: BTreeSet::new(),
    };
    eprintln!("{} plays {} in {}; Ctrl-C ends it", args.account, args.level, player.arena.id());
    tokio::select! {
        ended = player.run() => ended,
        interrupted = ended_by_signal() => {
            eprintln!("{} has stopped; its games go on when it is started again", args.account);
            interrupted
        }
    }
}
