//! `play` in the arena: any rules, two to four players, and the engine on any seat.

pub mod app;
pub mod board;
mod demo;
pub mod engine;
mod screen;
mod session;
pub mod view;
mod worker;

use std::ops::ControlFlow;

use anyhow::Result;
use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;

use crate::args::{ArenaConnection, Credentials, PlayArgs};

use session::Session;

/// Plays until the player quits, or one round in demo mode.
pub(super) async fn run(args: &PlayArgs) -> Result<()> {
    let session = Session::open(args).await?;
    if args.demo { demo::run(&session).await } else { screen::run(session).await }
}

/// Shows a game until the person leaves it. Those who have no seat in it take a free one. Breaks off when the program
/// shall end (`ended`) while the game is being opened.
///
/// # Errors
///
/// Why the game could not be opened, or what ended it.
pub(crate) async fn open_game(
    connection: &ArenaConnection,
    credentials: &Credentials,
    people: Vec<AccountId>,
    game: GameId,
    ended: impl Future<Output = ()>,
) -> Result<ControlFlow<()>> {
    // Nothing is on the screen, and a node may take its time.
    println!("Opening game {game} ...");
    let session = tokio::select! {
        opened = Session::of_game(connection, credentials, people, game) => opened?,
        () = ended => return Ok(ControlFlow::Break(())),
    };
    screen::run(session).await.map(ControlFlow::Continue)
}
