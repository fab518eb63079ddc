//! The `tic-tac-toe` program: reads the command line and turns results into exit codes.

use std::process::ExitCode;

use clap::Parser;
use tic_tac_toe_cli::args::Cli;
use tic_tac_toe_cli::commands;
use tic_tac_toe_cli::refusal::Refusal;

const FAILED: u8 = 1;
const REFUSED: u8 = 3;

#[tokio::main]
async fn main() -> ExitCode {
    match commands::run(Cli::parse().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(if error.is::<Refusal>() { REFUSED } else { FAILED })
        }
    }
}
