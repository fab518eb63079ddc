//! `arena create`: makes a game, and pays for its storage what the host's balance does not cover.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::arena::missing_deposit;
use tic_tac_toe_interface::AccountIdRef;
use tic_tac_toe_interface::arena::{CREATE, Create, Rules};

use super::Desk;
use crate::args::arena::{CreateArgs, Seated};

/// Makes the game and prints what came of it.
pub(super) async fn run(args: &CreateArgs) -> Result<()> {
    let desk = Desk::open(&args.signing)?;
    let host = signer_of(args)?;
    let rules = Rules::from(args.rules);
    let deposit = missing_deposit(&desk.arena, host, args.players.len(), rules).await?;
    let signer = desk.signer_for(host, CREATE.name, deposit.0 > 0).await?;
    let players: Vec<Option<&AccountIdRef>> = args.players.iter().map(Seated::account).collect();
    let create = Create { players: &players, rules: Some(rules), turn_seconds: args.turn_seconds };
    desk.tell(desk.arena.create(&signer, create, deposit).await)
}

fn signer_of(args: &CreateArgs) -> Result<&AccountId> {
    let first = args.players.first().and_then(|seated| match seated {
        Seated::Named(account) => Some(account),
        Seated::Free => None,
    });
    args.signer.as_ref().or(first).context("who hosts? Name the host first, or who signs with --as")
}
