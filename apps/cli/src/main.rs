//! The `tic-tac-toe` program: reads the command line and turns results into exit codes.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use tic_tac_toe_cli::args::Cli;
use tic_tac_toe_cli::commands;
use tic_tac_toe_client::Error;

const FAILED: u8 = 1;
const REFUSED: u8 = 3;

#[tokio::main]
async fn main() -> ExitCode {
    let command = Cli::read().command;
    let wants_json = command.wants_json();
    let Err(error) = Box::pin(commands::run(command)).await else {
        return ExitCode::SUCCESS;
    };
    // Who reads what is printed has read enough.
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        usage.exit();
    }
    if wants_json {
        println!("{}", commands::error_as_json(&error));
    }
    if let Some(Error::Refused(refusal)) = error.downcast_ref() {
        eprintln!("{}", commands::refusal_line(refusal));
        return ExitCode::from(REFUSED);
    }
    eprintln!("{error:#}");
    ExitCode::from(FAILED)
}
