//! The commands, one file each; `play` and `watch` have rooms of their own.

mod arena;
mod localnet;
mod make_move;
mod new_game;
mod show;
mod told;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Cli, Command};
use crate::{bot, lobby, play, watch};

pub use told::refusal_line;

/// Does what the command line asks for.
///
/// # Errors
///
/// Why it could not be done, as a sentence.
pub async fn run(command: Command) -> Result<()> {
    match command {
        Command::Play(args) => play::run(args).await,
        Command::Show(args) => show::run(&args).await,
        Command::NewGame(args) => new_game::run(&args).await,
        Command::Move(args) => make_move::run(&args).await,
        Command::Arena(args) => arena::run(&args.command).await,
        Command::Lobby(args) => lobby::run(&args).await,
        Command::Bot(args) => bot::run(&args).await,
        Command::Watch(args) => watch::run(&args).await,
        Command::Localnet(args) => localnet::run(&args).await,
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "tic-tac-toe", &mut std::io::stdout());
            Ok(())
        }
    }
}
