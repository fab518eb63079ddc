//! `move`: marks a cell.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::Game;
use tic_tac_toe_client::keys::Purpose;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Event, PLAY, Play};

use super::told::tell;
use crate::args::{Contract, MoveArgs};
use crate::text;

/// Makes the move, prints what came of it and the board after it.
pub(super) async fn run(args: &MoveArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    let keys = args.credentials.keys(args.connection.chain.network())?;
    let (player, game_id) = who_and_where(args, &contract).await?;
    let purpose = Purpose { contract: contract.id(), methods: &[PLAY.name], pays: false };
    let signer = keys.signer(contract.transport(), &player, purpose).await?;

    let play = Play { row: args.row, col: args.col, game_id };
    tell::<Event>(contract.play(&signer, play).await, args.json)?;
    if args.json {
        return Ok(());
    }
    if let Some(game) = Game::of(&contract).await? {
        println!("\n{}\n\n{}", text::indented(&game), text::standing(&game));
    }
    Ok(())
}

/// Who moves, and in which game: a move must not count in a game that nobody has looked at.
async fn who_and_where(args: &MoveArgs, contract: &Contract) -> Result<(AccountId, Option<GameId>)> {
    if let (Some(player), Some(game_id)) = (&args.player, args.game_id) {
        return Ok((player.clone(), Some(game_id)));
    }
    let game = Game::of(contract).await?;
    let game_id = args.game_id.or(game.as_ref().map(|game| game.id));
    let player = match &args.player {
        Some(player) => player.clone(),
        None => whose_turn(game)?,
    };
    Ok((player, game_id))
}

fn whose_turn(game: Option<Game>) -> Result<AccountId> {
    let game = game.context("there is no game yet; start one with: tic-tac-toe new-game P1 P2")?;
    let next =
        game.next_player().context("this game has ended; start another with: tic-tac-toe new-game P1 P2")?;
    Ok(next.clone())
}
