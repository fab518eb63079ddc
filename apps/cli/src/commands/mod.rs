//! The commands for scripts; `play`, `lobby`, `bot` and `watch` have folders of their own.

mod arena;
mod localnet;
mod report;
mod table;

use anyhow::Result;
use clap::CommandFactory;
use tic_tac_toe_client::table::{Action, TableHandle};
use tic_tac_toe_rules::Cell;

use crate::args::{Cli, Command, MoveArgs, NewGameArgs};
use crate::{bot, lobby, play, watch};

pub use report::refusal_line;
use table::TableClient;

/// Does what the command line asks for.
///
/// # Errors
///
/// Why it could not be done, as a sentence.
pub async fn run(command: Command) -> Result<()> {
    match command {
        Command::Play(args) => play::run(args).await,
        Command::Show(args) => {
            table::show(&TableHandle::OneGame(args.connection.one_game()?), args.json).await
        }
        Command::NewGame(args) => new_game(&args).await,
        Command::Move(args) => make_move(&args).await,
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

async fn new_game(args: &NewGameArgs) -> Result<()> {
    let client = TableClient::of_one_game(&args.signing)?;
    let action = Action::NewRound(Some([args.p1.clone(), args.p2.clone()]));
    client.act(args.signer.as_ref().unwrap_or(&args.p1), None, &action).await.map(|_| ())
}

async fn make_move(args: &MoveArgs) -> Result<()> {
    let client = TableClient::of_one_game(&args.signing)?;
    let cell = Cell { row: args.row, col: args.col };
    client.play(args.player.as_ref(), args.game_id.map(|id| id.0), cell).await
}
