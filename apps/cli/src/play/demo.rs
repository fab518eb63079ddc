//! One round that plays itself and is printed move by move.

use anyhow::{Context, Result, ensure};
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::table::{Action, LiveTable, Table, TableId};
use tic_tac_toe_rules::{Cell, Seat};

use super::engine;
use super::session::{Session, signer_of_player};
use crate::clock::now;
use crate::text;

// On the one-game contract X takes the anti-diagonal on the fifth move; elsewhere the engine plays every seat.
const SHORT_GAME: [(u8, u8); 5] = [(1, 1), (0, 0), (0, 2), (0, 1), (2, 0)];

/// Plays the round to its end.
pub(super) async fn run(session: &Session) -> Result<()> {
    let mut live = LiveTable::new(session.table.clone());
    let table = live.table();
    let names: Vec<String> = table.players.iter().flatten().map(ToString::to_string).collect();
    println!("\nGame {} of {}: {}", table.game_id(), table.position.rules(), names.join(", "));
    if let Some(created) = &session.created {
        print_cost(created);
    }
    while let Some(seat) = live.table().turn() {
        play(session, &mut live, seat).await?;
    }
    println!("\n{}", text::standing(live.table()));
    Ok(())
}

async fn play(session: &Session, live: &mut LiveTable, seat: Seat) -> Result<()> {
    let table = live.table();
    let player =
        table.player(seat).context("a seat is free; a game that plays itself needs all its players")?;
    let signer = signer_of_player(&session.signers, player)?;
    let cell = choose(session, table).await?;
    let receipt = session.handle.send(signer, Some(table.round), &Action::Play(cell)).await?;
    println!("\n{player} marks row {}, column {}", cell.row, cell.col);
    ensure!(live.take_receipt(&receipt, now()), "the receipt does not say what the move did");
    println!("\n{}\n", text::indented_board(live.table()));
    print_cost(&receipt);
    Ok(())
}

async fn choose(session: &Session, table: &Table) -> Result<Cell> {
    let (position, level) = (table.position, session.setup.level);
    if table.id == TableId::OneGame {
        let next = SHORT_GAME.get(usize::from(position.marks_made()));
        return next.map(|(row, col)| Cell { row: *row, col: *col }).context("the game has gone another way");
    }
    let thinking = tokio::task::spawn_blocking(move || engine::choose(&position, level));
    thinking.await?.context("the round is over")
}

fn print_cost(receipt: &Receipt) {
    for line in &receipt.logs {
        println!("{line}");
    }
    println!("cost {}", receipt.cost);
}
