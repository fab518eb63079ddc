//! `new-game`: starts a game between two accounts.

use anyhow::Result;
use tic_tac_toe_client::keys::Purpose;
use tic_tac_toe_interface::one_game::{Event, NEW_GAME};

use super::told::tell;
use crate::args::NewGameArgs;

/// Starts the game and prints what came of it.
pub(super) async fn run(args: &NewGameArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    let keys = args.credentials.keys(args.connection.chain.network())?;
    let purpose = Purpose { contract: contract.id(), methods: &[NEW_GAME.name], pays: false };
    let signer = keys.signer(contract.transport(), args.signer.as_ref().unwrap_or(&args.p1), purpose).await?;

    tell::<Event>(contract.new_game(&signer, &args.p1, &args.p2).await, args.json)
}
