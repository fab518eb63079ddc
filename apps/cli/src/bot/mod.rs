//! `bot`: a service that plays an account's turns in the arena, whoever its opponents are.

mod player;

use anyhow::Result;
use near_primitives::types::AccountId;
use tic_tac_toe_client::blocks;
use tic_tac_toe_client::keys::Purpose;
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::{JOIN, PLAY};

use crate::args::BotArgs;
use crate::local::{LocalChain, signer_of};
use crate::signal::ended_by_signal;

use player::{Memory, Player, Report};

/// Plays until Ctrl-C.
///
/// # Errors
///
/// When there is no key to sign with, or nobody reads what is printed. Servers that do not answer are asked again.
pub async fn run(args: &BotArgs) -> Result<()> {
    let arena = args.connection.arena()?;
    let keys = args.connection.keys()?;
    let methods: &[&str] = if args.join { &[PLAY.name, JOIN.name] } else { &[PLAY.name] };
    let purpose = Purpose { contract: arena.id(), methods, pays: false };
    let signer = keys.signer(arena.transport(), &args.account, purpose).await?;
    let mut player = Player {
        arena,
        blocks: args.connection.chain.blocks(args.blocks.as_deref()),
        account: args.account.clone(),
        signer,
        level: args.level,
        joins: args.join,
        report: if args.json { Report::Json } else { Report::Text },
        memory: Memory::default(),
    };
    let ended = ended_by_signal()?;
    eprintln!("{} plays {} in {}; Ctrl-C ends it", args.account, args.level, player.arena.id());
    tokio::select! {
        broken = player.run() => broken,
        () = ended => {
            eprintln!("{} has stopped; its games go on when it is started again", args.account);
            Ok(())
        }
    }
}

/// Plays an account of a local chain for as long as the chain runs, without a word.
///
/// # Errors
///
/// Never, as long as the chain runs.
pub async fn serve(chain: &LocalChain, account: AccountId) -> Result<()> {
    let mut player = Player {
        arena: chain.arena().clone(),
        blocks: blocks::Server::new(&chain.rpc_url()),
        signer: signer_of(&account),
        account,
        level: Level::default(),
        joins: false,
        report: Report::Nothing,
        memory: Memory::default(),
    };
    player.run().await
}
