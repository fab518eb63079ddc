//! `play` in the arena: any rules, two to four players, and the engine on any seat.

pub mod app;
pub mod board;
mod demo;
pub mod engine;
mod screen;
mod session;
pub mod view;
mod worker;

use anyhow::Result;

use crate::args::PlayArgs;

use session::Session;

/// Plays until the player quits, or one round in demo mode.
pub(super) async fn run(args: &PlayArgs) -> Result<()> {
    let session = Session::open(args).await?;
    if args.demo { demo::run(&session).await } else { screen::run(session).await }
}
