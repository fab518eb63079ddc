//! `move`: marks a cell.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;

use super::print_receipt;
use crate::args::MoveArgs;
use crate::chain::{Contract, PLAY};
use crate::game::GameId;
use crate::text;

/// Makes the move, prints what came of it and the board after it.
pub(super) async fn run(args: &MoveArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    let keys = args.credentials.keys(args.connection.network())?;
    let (player, game_id) = if let Some(player) = &args.player {
        (player.clone(), args.game_id)
    } else {
        let (player, seen) = whose_turn(&contract).await?;
        (player, args.game_id.or(Some(seen)))
    };
    let signer = keys.signer(&contract, &player, &[PLAY]).await?;

    print_receipt(&contract.play(&signer, (args.row, args.col), game_id).await?)?;
    if let Some(game) = contract.game().await? {
        println!("\n{}\n\n{}", text::indented(&game), text::standing(&game));
    }
    Ok(())
}

/// Who moves next, and in which game.
async fn whose_turn(contract: &Contract) -> Result<(AccountId, GameId)> {
    let game =
        contract.game().await?.context("there is no game yet; start one with: tic-tac-toe new-game P1 P2")?;
    let next =
        game.next_player().context("this game has ended; start another with: tic-tac-toe new-game P1 P2")?;
    Ok((next.clone(), game.id))
}
