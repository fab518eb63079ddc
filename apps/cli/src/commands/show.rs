//! `show`: the board, for people or for programs.

use anyhow::Result;
use tic_tac_toe_client::Game;
use tic_tac_toe_interface::one_game::GET_GAME;
use tic_tac_toe_interface::transport::{View, Viewer};

use crate::args::{Contract, ShowArgs};
use crate::text;

/// Prints the board.
pub(super) async fn run(args: &ShowArgs) -> Result<()> {
    let contract = args.connection.contract()?;
    if args.json {
        println!("{}", own_words(&contract).await?);
        return Ok(());
    }
    match Game::of(&contract).await? {
        Some(game) => println!("{}", text::describe(&game)),
        None => println!("There is no game yet. Start one with: tic-tac-toe new-game P1 P2"),
    }
    Ok(())
}

/// What the contract answers, also what this program has no use for.
async fn own_words(contract: &Contract) -> Result<String> {
    let view = View { contract: contract.id(), method: GET_GAME.name, args: b"{}".to_vec() };
    let answer = contract.transport().view(view).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
