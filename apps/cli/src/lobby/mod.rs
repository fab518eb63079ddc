//! `lobby`: the arena's games as lists, from which one joins, opens, watches, creates and closes them.

pub mod app;
pub mod popup;
mod screen;
pub mod view;
mod worker;

use std::io::{IsTerminal, stdin, stdout};
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use near_primitives::types::AccountId;
use tic_tac_toe_client::table::{Action, Table};

use crate::args::LobbyArgs;
use crate::play;
use crate::screen::Notice;
use crate::signal::ended_by_signal;

use app::App;
use screen::Exit;
use worker::Worker;

/// Shows the lobby, and games from it, until the person quits.
///
/// # Errors
///
/// When there is no terminal, no arena, or no key for the account.
pub async fn run(args: &LobbyArgs) -> Result<()> {
    ensure!(
        stdin().is_terminal() && stdout().is_terminal(),
        "there is no terminal for the lobby; list games with: tic-tac-toe list"
    );
    let worker = Worker::open(args)?;
    let mut app = App::new(args.connection.chain.network().name(), args.account.clone());
    loop {
        // From before the screen is left, so that no Ctrl-C falls between it and the game.
        let ended = ended_by_signal()?;
        let (exit, left) = screen::show(&worker, app).await?;
        app = left;
        let Exit::Open(table) = exit else { return Ok(()) };
        let people = who_sits_down(args.account.as_ref(), &table);
        match play::open_game(&args.connection, people, table.game_id(), ended).await {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return Ok(()),
            Err(error) => app.notice = Notice::Problem(format!("{error:#}")),
        }
    }
}

/// Returns who has a seat or can take one; somebody else watches.
fn who_sits_down(account: Option<&AccountId>, table: &Table) -> Vec<AccountId> {
    let has_seat = |account: &&AccountId| {
        table.seat_of(account).is_some() || table.check(&Action::Join, account).is_ok()
    };
    account.filter(has_seat).cloned().into_iter().collect()
}
