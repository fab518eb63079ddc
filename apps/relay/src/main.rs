//! `tic-tac-toe-relay`: parses the command line and turns results into exit codes.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use clap::Parser;
use tic_tac_toe_relay::args::{Cli, Command, RunArgs};
use tic_tac_toe_relay::{Relay, Server, init};
use tic_tac_toe_server::{log_as_json, shutdown};

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.json {
        log_as_json();
    }
    let done = match cli.command {
        Command::Init(args) => init(&args).await,
        Command::Run(args) => run(args).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: RunArgs) -> Result<()> {
    let relay = tokio::select! {
        relay = Relay::start(args.settings()?) => relay?,
        () = shutdown() => return Ok(()),
    };
    let server = Server::bind(Arc::clone(&relay), args.listen, &args.origins, args.proxy_header).await?;
    println!("serving http://{}/v1", server.address()?);
    tokio::select! {
        () = server.run(shutdown()) => Ok(()),
        error = relay.watch() => Err(error),
    }
}
