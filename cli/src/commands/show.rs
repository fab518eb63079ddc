//! `show`: the board, for people or for programs.

use anyhow::Result;

use crate::args::ShowArgs;
use crate::game::Game;
use crate::text;

/// Prints the board.
pub(super) async fn run(args: &ShowArgs) -> Result<()> {
    let json = args.connection.contract()?.game_json().await?;
    if args.json {
        println!("{}", String::from_utf8_lossy(&json));
        return Ok(());
    }
    match Game::from_view(&json)? {
        Some(game) => println!("{}", text::describe(&game)),
        None => println!("There is no game yet. Start one with: tic-tac-toe new-game P1 P2"),
    }
    Ok(())
}
