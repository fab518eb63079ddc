//! The commands for scripts; `play`, `analyse`, `lobby`, `bot` and `watch` have folders of their own.

mod arena;
mod localnet;
mod report;
mod table;

use std::io::{Write, stdout};

use anyhow::Result;
use clap::CommandFactory;
use tic_tac_toe_client::args::{completions, manual};
use tic_tac_toe_client::table::Action;

use crate::args::{Cli, Command};
use crate::{analyse, bot, lobby, play, watch};

pub(crate) use report::print;
pub use report::{error_as_json, refusal_line};

/// Does what the command line asks for.
pub async fn run(command: Command) -> Result<()> {
    match command {
        Command::Play(args) => Box::pin(play::run(args)).await,
        Command::Show(args) => table::show(&args).await,
        Command::NewGame(args) => table::new_game(&args).await,
        Command::Move(args) => table::make_move(&args).await,
        Command::Analyse(args) => analyse::run(&args).await,
        Command::Create(args) => arena::create(&args).await,
        Command::Join(args) => table::join(&args).await,
        Command::Restart(args) => table::act_on_round(&args, &Action::NewRound(None)).await,
        Command::Resign(args) => table::act_on_round(&args, &Action::Resign).await,
        Command::Claim(args) => table::act_on_round(&args, &Action::ClaimTimeout).await,
        Command::Close(args) => table::close(&args).await,
        Command::List(args) => arena::list(&args).await,
        Command::Storage(args) => arena::storage(&args).await,
        Command::Lobby(args) => lobby::run(args).await,
        Command::Bot(args) => bot::run(&args).await,
        Command::Watch(args) => watch::run(&args).await,
        Command::Localnet(args) => localnet::run(&args).await,
        Command::Completions { shell } => print(completions(Cli::command(), shell)),
        Command::Man { folder } => Ok(stdout().write_all(&manual(Cli::command(), folder.as_deref())?)?),
    }
}
