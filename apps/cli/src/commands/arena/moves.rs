//! `arena move`: marks a cell.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::arena::{PLAY, Play};

use super::Desk;
use crate::args::arena::ArenaMoveArgs;
use crate::text;

/// Makes the move, prints what came of it and the board after it.
pub(super) async fn run(args: &ArenaMoveArgs) -> Result<()> {
    let desk = Desk::open(&args.signing)?;
    let (player, round) = who_and_when(args, &desk).await?;
    let signer = desk.signer(&player, PLAY.name).await?;
    let play = Play { game_id: args.game, row: args.row, col: args.col, round };
    desk.tell(desk.arena.play(&signer, play).await)?;
    if args.signing.json {
        return Ok(());
    }
    if let Some(game) = Game::of(&desk.arena, args.game).await? {
        println!("\n{}\n\n{}", text::indented_board(&game.position), text::standing_of(&game));
    }
    Ok(())
}

/// Who moves, and in which round: a move must not count in a round that nobody has looked at.
async fn who_and_when(args: &ArenaMoveArgs, desk: &Desk<'_>) -> Result<(AccountId, Option<u64>)> {
    if let (Some(player), Some(round)) = (&args.player, args.round) {
        return Ok((player.clone(), Some(round)));
    }
    let game = Game::of(&desk.arena, args.game).await?;
    let round = args.round.or(game.as_ref().map(|game| game.round.into()));
    let player = match &args.player {
        Some(player) => player.clone(),
        None => whose_turn(args, game)?,
    };
    Ok((player, round))
}

fn whose_turn(args: &ArenaMoveArgs, game: Option<Game>) -> Result<AccountId> {
    let id = args.game;
    let game = game.with_context(|| {
        format!("there is no game {id}; see those that there are with: tic-tac-toe arena list")
    })?;
    let next = game.next_player().with_context(|| {
        format!("it is nobody's turn in game {id}; see how it stands with: tic-tac-toe arena show {id}")
    })?;
    Ok(next.clone())
}
