//! `new-game`: starts a game between two accounts.

use anyhow::Result;

use super::print_receipt;
use crate::args::NewGameArgs;
use crate::chain::NEW_GAME;

/// Starts the game and prints what came of it.
pub(super) async fn run(args: &NewGameArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    let keys = args.credentials.keys(args.connection.network())?;
    let signer = keys.signer(&contract, args.signer.as_ref().unwrap_or(&args.p1), &[NEW_GAME]).await?;

    print_receipt(&contract.new_game(&signer, &args.p1, &args.p2).await?)
}
