//! `lobby`: the arena's games as lists, from which one joins, opens, watches, creates and closes them.

pub mod app;
pub mod popup;
mod screen;
pub mod view;
mod worker;

use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use near_primitives::types::AccountId;
use tic_tac_toe_client::table::{Action, Table};

use crate::args::{Connection, LobbyArgs, PlayArgs};
use crate::local::{BOT, Code, LocalChain, Wasm, players};
use crate::screen::{End, Notice, has_terminal};
use crate::signal::ended_by_signal;
use crate::signing::guest_of;
use crate::{bot, play};

use app::App;
use screen::Exit;
use worker::Worker;

/// Shows the lobby, and games from it, until the person quits.
pub async fn run(mut args: LobbyArgs) -> Result<()> {
    if args.guest {
        args.account = Some(guest_of(&args.connection).await?);
    }
    show(&args, false).await.map(|_| ())
}

async fn show(args: &LobbyArgs, has_menu: bool) -> Result<End> {
    ensure!(
        has_terminal(),
        "there is no terminal for the lobby, or one that can show nothing but lines (TERM=dumb); \
         list games with: tic-tac-toe list"
    );
    let worker = Worker::open(args)?;
    let mut app = App::new(args.connection.chain.network().name(), args.account.clone());
    app.has_menu = has_menu;
    loop {
        // From before the screen is left, so that no Ctrl-C falls between it and the game.
        let ended = ended_by_signal()?;
        let (exit, left) = screen::show(&worker, app, args.quiet).await?;
        app = left;
        let table = match exit {
            Exit::Open(table) => table,
            Exit::End(end) => return Ok(end),
        };
        let people = who_sits_down(args.account.as_ref(), &table);
        match play::open_game(&args.connection, people, table.game_id(), ended).await {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return Ok(End::Quit),
            Err(error) => app.notice = Notice::Problem(format!("{error:#}")),
        }
    }
}

/// Starts a chain with a bot, and shows its lobby as the first player. Breaks off when the program is to end (`ended`)
/// before that.
pub(crate) async fn run_on_own_chain(args: &PlayArgs, ended: impl Future<Output = ()>) -> Result<End> {
    let arena = Some(Wasm::Arena.read(args.arena_wasm.as_deref())?);
    println!("Starting a chain on this machine and deploying the arena ...");
    let chain = tokio::select! {
        started = LocalChain::start(args.port.unwrap_or(0), Code { arena, ..Code::default() }) => started?,
        () = ended => return Ok(End::Quit),
    };
    let [account, _] = players()?;
    let connection = Connection { chain: chain.args(), ..args.connection.clone() };
    let args = LobbyArgs { account: Some(account), guest: false, quiet: false, connection };
    tokio::select! {
        left = show(&args, true) => left,
        stopped = bot::serve(&chain, BOT.parse()?) => stopped.map(|()| End::Quit),
    }
}

/// Returns who has a seat or can take one; somebody else watches.
fn who_sits_down(account: Option<&AccountId>, table: &Table) -> Vec<AccountId> {
    let has_seat = |account: &&AccountId| {
        table.seat_of(account).is_some() || table.check(&Action::Join, account).is_ok()
    };
    account.filter(has_seat).cloned().into_iter().collect()
}
