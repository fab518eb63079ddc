//! `arena show` and `arena list`: games for people or for programs.

use anyhow::Result;
use serde::Serialize;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GameView, GetGames, Index, Page};

use crate::args::ArenaContract;
use crate::args::arena::{ListArgs, ShowGameArgs};
use crate::text;

/// Prints a game.
pub(super) async fn show(args: &ShowGameArgs) -> Result<()> {
    let arena = args.connection.arena()?;
    let view = arena.get_game(args.game).await.map_err(tic_tac_toe_client::Error::from)?;
    if args.json {
        return print(&view);
    }
    match view {
        Some(view) => println!("{}", text::describe_game(&Game::try_from(view)?)),
        None => {
            println!("There is no game {}. See those that there are with: tic-tac-toe arena list", args.game);
        }
    }
    Ok(())
}

/// Prints games, one a line.
pub(super) async fn run(args: &ListArgs) -> Result<()> {
    let arena = args.connection.arena()?;
    if args.account.is_none() && !args.open {
        return list_all(args, &arena).await;
    }
    let page = Page { from_index: args.from.map(Index), limit: Some(args.limit) };
    let games = match &args.account {
        Some(account) => arena.get_games_of(account, page).await,
        None => arena.get_open_games(page).await,
    };
    let games = games.map_err(tic_tac_toe_client::Error::from)?;
    if args.json {
        return print(&games);
    }
    print_lines(games)
}

async fn list_all(args: &ListArgs, arena: &ArenaContract) -> Result<()> {
    let from = GetGames { from_id: args.from.map(GameId), limit: Some(args.limit) };
    let page = arena.get_games(from).await.map_err(tic_tac_toe_client::Error::from)?;
    if args.json {
        return print(&page);
    }
    print_lines(page.games)?;
    if let Some(next) = page.next {
        println!("There may be more: go on with --from {next}");
    }
    Ok(())
}

fn print_lines(games: Vec<GameView>) -> Result<()> {
    if games.is_empty() {
        println!("There are no such games. Make one with: tic-tac-toe arena create HOST CHALLENGER");
    }
    for view in games {
        println!("{}", text::brief(&Game::try_from(view)?));
    }
    Ok(())
}

fn print(answer: &impl Serialize) -> Result<()> {
    println!("{}", serde_json::to_string(answer)?);
    Ok(())
}
