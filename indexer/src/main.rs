//! `tic-tac-toe-indexer`: reads the command line and turns results into exit codes.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tic_tac_toe_indexer::args::{Cli, Command};
use tic_tac_toe_indexer::{run, verify};

const FAILED: u8 = 1;
const DIFFERENT: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    match act(Cli::parse().command).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(FAILED)
        }
    }
}

async fn act(command: Command) -> Result<ExitCode> {
    match command {
        Command::Run(args) => {
            tokio::select! {
                ended = run::run(args.settings()?) => ended?,
                interrupted = tokio::signal::ctrl_c() => interrupted?,
            }
        }
        Command::Verify(args) => {
            let verdict = verify::verify(&args).await?;
            println!("{verdict}");
            if !verdict.is_good() {
                return Ok(ExitCode::from(DIFFERENT));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
