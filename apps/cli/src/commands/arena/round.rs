//! `arena restart`, `resign` and `claim`: what is done to a whole round.

use anyhow::Result;
use near_crypto::Signer;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::arena::{AboutRound, CLAIM_TIMEOUT, RESIGN, RESTART};

use super::Desk;
use crate::args::arena::RoundArgs;

pub(super) async fn restart(args: &RoundArgs) -> Result<()> {
    let (desk, signer, round) = prepare(args, RESTART.name).await?;
    desk.tell(desk.arena.restart(&signer, round).await)
}

pub(super) async fn resign(args: &RoundArgs) -> Result<()> {
    let (desk, signer, round) = prepare(args, RESIGN.name).await?;
    desk.tell(desk.arena.resign(&signer, round).await)
}

pub(super) async fn claim(args: &RoundArgs) -> Result<()> {
    let (desk, signer, round) = prepare(args, CLAIM_TIMEOUT.name).await?;
    desk.tell(desk.arena.claim_timeout(&signer, round).await)
}

/// The round that was looked at is the one that is meant: nobody leaves a round that began meanwhile.
async fn prepare<'a>(args: &'a RoundArgs, method: &str) -> Result<(Desk<'a>, Signer, AboutRound)> {
    let desk = Desk::open(&args.signing)?;
    let round = match args.round {
        Some(round) => Some(round),
        None => Game::of(&desk.arena, args.game).await?.map(|game| game.round.into()),
    };
    let signer = desk.signer(&args.signer, method).await?;
    Ok((desk, signer, AboutRound { game_id: args.game, round }))
}
