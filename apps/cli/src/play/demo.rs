//! One round that plays itself and is printed move by move.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use ratatui::crossterm::cursor::MoveToPreviousLine;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::table::{Action, LiveTable, Table, TableId};
use tic_tac_toe_rules::{Cell, Seat};

use super::engine;
use super::session::{Session, signer_of_player};
use crate::clock::now;
use crate::commands::print;
use crate::text;

// On the one-game contract X takes the anti-diagonal on the fifth move; elsewhere the engine plays every seat.
const SHORT_GAME: [(u8, u8); 5] = [(1, 1), (0, 0), (0, 2), (0, 1), (2, 0)];

/// Plays the round to its end, with a pause after each move if one is asked for. On a terminal, boards that are shown for
/// a while are drawn in one place.
pub(super) async fn run(session: &Session, pause: Option<Duration>) -> Result<()> {
    let mut live = LiveTable::new(session.table.clone());
    let table = live.table();
    let names: Vec<String> = table.players.iter().flatten().map(ToString::to_string).collect();
    print(format_args!("\nGame {} of {}: {}", table.game_id(), table.position.rules(), names.join(", ")))?;
    if let Some(created) = &session.created {
        print(result(created))?;
    }
    let is_in_place = pause.is_some() && stdout().is_terminal();
    let mut lines_above = 0;
    while let Some(seat) = live.table().turn() {
        let (player, receipt) = play(session, &mut live, seat).await?;
        let board = text::indented_board(live.table());
        if is_in_place {
            let shown = format!("\n{player}\n\n{board}\n\ncost {}", receipt.cost);
            execute!(stdout(), MoveToPreviousLine(lines_above), Clear(ClearType::FromCursorDown))?;
            lines_above = u16::try_from(shown.lines().count())?;
            print(shown)?;
        } else {
            print(format_args!("\n{player}\n\n{board}\n\n{}", result(&receipt)))?;
        }
        tokio::time::sleep(pause.unwrap_or_default()).await;
    }
    print(format_args!("\n{}", text::standing(live.table())))
}

/// Makes a move; returns who made which, and the receipt.
async fn play(session: &Session, live: &mut LiveTable, seat: Seat) -> Result<(String, Receipt)> {
    let table = live.table();
    let player =
        table.player(seat).context("a seat is free; a game that plays itself needs all its players")?;
    let signer = signer_of_player(&session.signers, player)?;
    let cell = choose(session, table).await?;
    let said = format!("{player} marks row {}, column {}", cell.row, cell.col);
    let receipt = session.handle.send(signer, Some(table.round), &Action::Play(cell)).await?;
    ensure!(live.take_receipt(&receipt, now()), "the receipt does not say what the move did");
    Ok((said, receipt))
}

async fn choose(session: &Session, table: &Table) -> Result<Cell> {
    if table.id == TableId::OneGame {
        let next = SHORT_GAME.get(usize::from(table.position.marks_made()));
        return next.map(|(row, col)| Cell { row: *row, col: *col }).context("the game has gone another way");
    }
    engine::think(table.position, session.setup.level).await
}

fn result(receipt: &Receipt) -> String {
    let cost = format!("cost {}", receipt.cost);
    receipt.logs.iter().cloned().chain([cost]).collect::<Vec<_>>().join("\n")
}
