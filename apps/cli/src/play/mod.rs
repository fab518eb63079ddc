//! `play`: a table on a screen, or a round that plays itself and is printed.

pub mod app;
pub mod board;
mod demo;
pub(crate) mod engine;
pub mod feedback;
mod screen;
mod session;
pub mod view;
mod worker;

use std::io::{IsTerminal, stdin, stdout};
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;

use crate::args::{Connection, Opponent, PlayArgs, wrong_usage};

use session::Session;
pub(crate) use session::poll_interval;

/// Plays until the player quits, or one round in demo mode.
///
/// # Errors
///
/// Why the game could not begin, or what ended it.
pub async fn run(args: PlayArgs) -> Result<()> {
    let has_terminal = stdin().is_terminal() && stdout().is_terminal();
    let is_private = !args.connection.chain.is_named();
    let args = PlayArgs { demo: args.demo || (is_private && !has_terminal), ..args };
    ensure!(
        args.demo || has_terminal,
        "there is no terminal to play in; add --demo to let one game play itself"
    );
    if matches!(args.against, Some(Opponent::Account(_))) && args.seats.is_empty() {
        let missing =
            "who plays? Name your account with --as beside --against; the engine is called computer";
        return Err(wrong_usage(missing));
    }
    let session = Session::open(&args).await?;
    if args.demo { demo::run(&session).await } else { screen::run(session).await }
}

/// Shows a game of an arena until the person leaves it. Those who have no seat in it take a free one. Breaks off when
/// the program is to end (`ended`) while the game is being opened.
///
/// # Errors
///
/// Why the game could not be opened, or what ended it.
pub(crate) async fn open_game(
    connection: &Connection,
    people: Vec<AccountId>,
    game: GameId,
    ended: impl Future<Output = ()>,
) -> Result<ControlFlow<()>> {
    // Nothing is on the screen, and a node may take its time.
    println!("Opening game {game} ...");
    let session = tokio::select! {
        opened = Session::of_game(connection, people, game) => opened?,
        () = ended => return Ok(ControlFlow::Break(())),
    };
    screen::run(session).await.map(ControlFlow::Continue)
}
