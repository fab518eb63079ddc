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

use std::future;
use std::io::{IsTerminal, stdin, stdout};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Result, ensure};
use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;

use crate::args::{Connection, Opponent, PlayArgs, wrong_usage};
use crate::lobby;
use crate::menu::{Entry, Menu};
use crate::screen::{End, Theme, has_terminal};
use crate::signal::ended_by_signal;
use crate::signing::guest_of;

use session::Session;

/// Plays until the player quits, or one round in demo mode. Those who have not said what they play get a menu.
pub async fn run(args: PlayArgs) -> Result<()> {
    let is_printed = !stdout().is_terminal() || !stdin().is_terminal();
    let mut args = PlayArgs { demo: args.demo || (!args.connection.is_named() && is_printed), ..args };
    ensure!(
        args.demo || has_terminal(),
        "there is no terminal to play in, or one that can show nothing but lines (TERM=dumb); add --demo to let one \
         game play itself, or play with the commands new-game, move and show"
    );
    if matches!(args.against, Some(Opponent::Account(_))) && args.seats.is_empty() && !args.guest {
        let missing =
            "who plays? Name your account with --as beside --against; the engine is called computer";
        return Err(wrong_usage(missing));
    }
    if args.guest {
        ensure!(
            args.connection.is_named(),
            "guests play where others are: name the chain with --network or --rpc"
        );
        let has_computer = matches!(args.against, Some(Opponent::Computer(_)));
        ensure!(
            !has_computer,
            "guests play people and bots: name an account with --against, or leave it out"
        );
        args.seats = vec![guest_of(&args.connection).await?];
    }
    if args.is_chosen() && play(&args, future::pending()).await? == End::Quit {
        return Ok(());
    }
    let mut menu = Menu::new(Theme::from_env());
    loop {
        // From before the menu is left: screens catch Ctrl-C, and what comes after one would not be ended by it.
        let ended = ended_by_signal()?;
        let (entry, shown) = menu.show().await?;
        menu = shown;
        let left = match entry {
            None => return Ok(()),
            Some(Entry::Lobby) => lobby::run_on_own_chain(&args, ended).await,
            Some(entry) => play(&menu.args(entry, &args), ended).await,
        };
        match left {
            Ok(End::Menu) => {}
            Ok(End::Quit) => return Ok(()),
            Err(error) => menu.problem = Some(format!("{error:#}")),
        }
    }
}

/// Plays what the command line says. Breaks off when the program is to end (`ended`) and no screen is there to notice.
async fn play(args: &PlayArgs, ended: impl Future<Output = ()>) -> Result<End> {
    let opened = async {
        let session = Session::open(args).await?;
        if args.demo {
            demo::run(&session, args.delay.map(Duration::from_millis)).await?;
        }
        anyhow::Ok(session)
    };
    let session = tokio::select! {
        opened = opened => opened?,
        () = ended => return Ok(End::Quit),
    };
    if args.demo { Ok(End::Quit) } else { screen::run(session).await }
}

/// Shows a game of an arena until the person leaves it. Those who have no seat in it take a free one. Breaks off when
/// the program is to end (`ended`) while the game is being opened.
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
    screen::run(session).await.map(|_| ControlFlow::Continue(()))
}
