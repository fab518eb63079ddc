//! The commands, one file each; `play` and `watch` have rooms of their own.

mod localnet;
mod make_move;
mod new_game;
mod show;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Cli, Command};
use crate::chain::Receipt;
use crate::{play, watch};

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
        Command::Watch(args) => watch::run(&args).await,
        Command::Localnet(args) => localnet::run(&args).await,
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "tic-tac-toe", &mut std::io::stdout());
            Ok(())
        }
    }
}

/// Prints what a transaction did, the same way for every command.
///
/// # Errors
///
/// When an event can't be read.
pub fn print_receipt(receipt: &Receipt) -> Result<()> {
    for event in receipt.events()? {
        println!("{event}");
    }
    println!("cost {} in {}", receipt.cost, receipt.transaction);
    Ok(())
}
