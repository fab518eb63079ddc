//! `play`: the game on a screen, or played by itself and printed.

pub mod app;
pub mod arena;
mod demo;
pub mod history;
pub mod score;
mod screen;
pub(crate) mod session;
pub mod view;
mod worker;

use std::io::{IsTerminal, stdin, stdout};

use anyhow::{Result, ensure};
use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::{Cli, Opponent, PlayArgs};

use session::Session;

/// Plays until the player quits, or one game in demo mode.
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
        return Err(Cli::command().error(ErrorKind::MissingRequiredArgument, missing).into());
    }
    if args.is_in_arena() {
        return arena::run(&args).await;
    }
    let session = Session::open(&args).await?;
    if args.demo { demo::run(&session).await } else { screen::run(session, args.confirm).await }
}
