//! `tic-tac-toe-indexer`: reads the command line and turns results into exit codes.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tic_tac_toe_indexer::api::Server;
use tic_tac_toe_indexer::args::{Cli, Command, RunArgs, ServeArgs};
use tic_tac_toe_indexer::store::Store;
use tic_tac_toe_indexer::{run, verify};
use tokio::signal::unix::{SignalKind, signal};

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
        Command::Run(args) => index(args).await?,
        Command::Serve(args) => serve(args).await?,
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

async fn index(args: RunArgs) -> Result<()> {
    let settings = args.settings()?;
    let Some(address) = args.serve else {
        tokio::select! {
            ended = run::run(settings) => return ended,
            () = told_to_end() => return Ok(()),
        }
    };
    // Its tables have to be there before anybody can read them.
    let store = Store::open(&settings.place).await?;
    let server = Server::bind(&settings.place, address, args.health.settings()).await?;
    tell_where(&server)?;
    tokio::select! {
        ended = run::run_on(store, settings) => ended,
        () = server.run(told_to_end()) => Ok(()),
    }
}

async fn serve(args: ServeArgs) -> Result<()> {
    let server = Server::bind(&args.database.place, args.listen, args.health.settings()).await?;
    tell_where(&server)?;
    server.run(told_to_end()).await;
    Ok(())
}

fn tell_where(server: &Server) -> Result<()> {
    println!("serving http://{}/v1", server.address()?);
    Ok(())
}

/// By Ctrl-C, or as services are ended.
async fn told_to_end() {
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => terminated.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        // Without a way to hear of it, the system ends the program at once.
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
