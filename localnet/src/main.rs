//! The command line: `init` and `run` as `neard` has them, `start` for people.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Parser, Subcommand};
use localnet::Home;
use tracing_subscriber::EnvFilter;

/// A NEAR dev node in one process.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// The node's folder, for `init` and `run`.
    #[arg(long, global = true, default_value = ".localnet")]
    home: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Writes a genesis, a configuration and keys into the home folder, as `neard init` does.
    Init {
        /// Accepted for the sake of tools that start `neard`; blocks are always fast.
        #[arg(long)]
        fast: bool,
    },
    /// Runs the node that the home folder describes, as `neard run` does.
    Run {
        /// Where the RPC server listens.
        #[arg(long, default_value = "127.0.0.1:3030")]
        rpc_addr: SocketAddr,
        /// Accepted for the sake of tools that start `neard`; there is no network.
        #[arg(long)]
        network_addr: Option<String>,
    },
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let home = Home::new(cli.home);
    match cli.command {
        Command::Init { fast: _ } => home.init(None),
        Command::Run { rpc_addr, network_addr: _ } => {
            home.run(rpc_addr)?.wait();
            Ok(())
        }
    }
}
