//! One game of any rules that the engine plays on every seat, printed move by move.

use anyhow::{Context, Result};
use near_crypto::Signer;
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_client::arena::replica::Replica;
use tic_tac_toe_interface::arena::{Event, Play};
use tic_tac_toe_rules::{Cell, Seat};

use super::app::now;
use super::engine;
use super::session::Session;
use crate::play::session::seat_of;
use crate::text;

/// Plays the round to its end.
pub(super) async fn run(session: &Session) -> Result<()> {
    let mut game = session.game.clone();
    let names: Vec<String> = game.players.iter().flatten().map(ToString::to_string).collect();
    println!("\nGame {} of {}: {}", game.id, game.position.rules(), names.join(", "));
    if let Some(created) = &session.created {
        print_cost(created);
    }
    while let Some(seat) = game.turn() {
        game = play(session, game, seat).await?;
    }
    println!("\n{}", text::standing_of(&game));
    Ok(())
}

async fn play(session: &Session, game: Game, seat: Seat) -> Result<Game> {
    let player =
        game.player(seat).context("a seat is free; a game that plays itself needs all its players")?;
    let signer: &Signer = seat_of(&session.signers, player)?;
    let (position, level) = (game.position, session.table.level);
    let thinking = tokio::task::spawn_blocking(move || engine::choose(&position, level));
    let Cell { row, col } = thinking.await?.context("the round is over")?;
    let round = Some(game.round.into());
    let play = Play { game_id: game.id, row: row.into(), col: col.into(), round };
    let receipt = session.arena.play(signer, play).await?;
    println!("\n{player} marks row {row}, column {col}");
    let game = after(game, &receipt)?;
    println!("\n{}\n", text::indented_board(&game.position));
    print_cost(&receipt);
    Ok(game)
}

/// The game after a transaction, as its events tell.
fn after(game: Game, receipt: &Receipt) -> Result<Game> {
    let mut replica = Replica::Known(Some(game));
    for event in receipt.events::<Event>()? {
        replica.apply(&event, now())?;
    }
    match replica {
        Replica::Known(Some(game)) => Ok(game),
        Replica::Known(None) | Replica::Unknown => anyhow::bail!("the game has been closed"),
    }
}

fn print_cost(receipt: &Receipt) {
    for line in &receipt.logs {
        println!("{line}");
    }
    println!("cost {}", receipt.cost);
}
