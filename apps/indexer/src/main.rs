//! `tic-tac-toe-indexer`: parses the command line and turns results into exit codes.

use std::io::{Write, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};
use tic_tac_toe_client::args::{completions, manual};
use tic_tac_toe_indexer::api::{Reader, Server, Settings};
use tic_tac_toe_indexer::args::{Cli, Command, RunArgs};
use tic_tac_toe_indexer::store::{Location, Store};
use tic_tac_toe_indexer::{run, verify};
use tic_tac_toe_server::{log_as_json, shutdown};

const FAILED: u8 = 1;
const DIFFERENT: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.json {
        log_as_json();
    }
    match execute(cli.command).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(FAILED)
        }
    }
}

async fn execute(command: Command) -> Result<ExitCode> {
    match command {
        Command::Run(args) => index(args).await?,
        Command::Serve(args) => {
            let server = listen(&args.database.location, args.listen, args.server).await?;
            server.run(shutdown()).await;
        }
        Command::Rebuild(args) => {
            let mut store = Store::open(&args.location).await?;
            store.begin_rebuild().await?;
            while store.build().await? {}
            println!("{} is rebuilt from its events", args.location);
        }
        Command::Completions { shell } => write!(stdout(), "{}", completions(Cli::command(), shell))?,
        Command::Man { folder } => stdout().write_all(&manual(Cli::command(), folder.as_deref())?)?,
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
    // The tables have to be there before the server reads them.
    let store = Store::open(&settings.location).await?;
    let Some(address) = args.serve else {
        tokio::select! {
            ended = run::run(store, settings) => return ended,
            () = shutdown() => return Ok(()),
        }
    };
    let server = listen(&settings.location, address, args.server).await?;
    tokio::select! {
        ended = run::run(store, settings) => ended,
        () = server.run(shutdown()) => Ok(()),
    }
}

/// Listens, and says where.
async fn listen(location: &Location, address: SocketAddr, settings: Settings) -> Result<Server> {
    let server = Server::bind(Reader::open(location).await?, address, settings).await?;
    println!("serving http://{}/v1", server.address()?);
    Ok(server)
}
