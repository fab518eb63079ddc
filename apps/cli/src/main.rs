//! The `tic-tac-toe` program: reads the command line and turns results into exit codes.

use std::process::ExitCode;

use clap::Parser;
use tic_tac_toe_cli::args::Cli;
use tic_tac_toe_cli::commands;
use tic_tac_toe_client::Error;

const FAILED: u8 = 1;
const REFUSED: u8 = 3;

#[tokio::main]
async fn main() -> ExitCode {
    let Err(error) = commands::run(Cli::parse().command).await else {
        return ExitCode::SUCCESS;
    };
    if let Some(Error::Refused(refusal)) = error.downcast_ref() {
        eprintln!("{}", commands::refusal_line(refusal));
        return ExitCode::from(REFUSED);
    }
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        usage.exit();
    }
    eprintln!("{error:#}");
    ExitCode::from(FAILED)
}
