//! One game that plays itself and is printed move by move.

use anyhow::{Context, Result};
use tic_tac_toe_client::{Game, Receipt};
use tic_tac_toe_interface::one_game::{Event, Play};
use tic_tac_toe_rules::classic::Cell;

use super::session::{Session, seat_of};
use crate::text;

// X takes the anti-diagonal on the fifth move.
const CELLS: [u8; 5] = [5, 1, 3, 2, 7];

/// Plays the game.
pub(super) async fn run(session: &Session) -> Result<()> {
    let [p1, p2] = session.pairing.as_ref().context("whom do you play? Name them with --against")?;
    let (x, o) = (seat_of(&session.seats, p1)?, seat_of(&session.seats, p2)?);
    let created = session.contract.new_game(x, p1, p2).await?;
    let game_id = created.events::<Event>()?.first().map(Event::game_id);
    println!("\n{p1} starts a game against {p2}");
    print_cost(&created);

    for (cell, signer) in CELLS.into_iter().filter_map(Cell::from_number).zip([x, o].into_iter().cycle()) {
        let receipt =
            session.contract.play(signer, Play { row: cell.row(), col: cell.col(), game_id }).await?;
        let game = Game::of(&session.contract).await?.context("the game has vanished from the contract")?;
        println!("\n{} marks cell {}\n\n{}\n", signer.get_account_id(), cell.number(), text::indented(&game));
        print_cost(&receipt);
        if game.is_over() {
            println!("\n{}", text::standing(&game));
        }
    }
    Ok(())
}

fn print_cost(receipt: &Receipt) {
    for line in &receipt.logs {
        println!("{line}");
    }
    println!("cost {}", receipt.cost);
}
