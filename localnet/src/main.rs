//! The command line: `start` for people, `init` and `run` as `neard` has them.

mod banner;

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use clap::{Parser, Subcommand};
use localnet::{Config, GenesisAccount, Home, Node};
use near_primitives::types::{AccountId, ProtocolVersion};
use tracing_subscriber::EnvFilter;

const EXAMPLES: &str = "\
Examples:
  localnet start
      a chain on http://127.0.0.1:3030
  localnet start --port 0 --account alice.near
      any free port, and one more account with a printed key
  localnet start --state chain.localnet
      a chain that goes on where it was the next time
  localnet start --block-time 1000
      a block every second, like on a real network
  NEAR_SANDBOX_BIN_PATH=$(which localnet) cargo test
      near-workspaces uses localnet as its sandbox

It has no consensus and no network, and forgets everything when it ends unless it has a --state.
Its keys are printed or lie in plain files: nothing on it has any value.";

/// A NEAR dev node in one process: real VM, real fees, ready at once.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    /// The node's folder, for `init` and `run`.
    #[arg(long, global = true, default_value = ".localnet")]
    home: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts a fresh chain and prints how to use it; Ctrl-C ends it.
    #[command(after_help = EXAMPLES)]
    Start {
        /// The port of the RPC server; 0 takes any free one.
        #[arg(long, default_value_t = 3030)]
        port: u16,
        /// The address to listen on; anything but loopback lets others in.
        #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
        host: IpAddr,
        /// An account to create with 10,000 NEAR and a printed key; may be repeated.
        #[arg(long = "account", value_name = "NAME")]
        accounts: Vec<AccountId>,
        /// Milliseconds between blocks while there is work; up to 10, receipts do not wait for the next one.
        #[arg(long, default_value_t = 10)]
        block_time: u64,
        /// The protocol version whose fees and rules apply, 84 to 88.
        #[arg(long, default_value_t = near_primitives::version::PROTOCOL_VERSION)]
        protocol: ProtocolVersion,
        /// The file that the chain lives in: it goes on where it was; made if it is not there.
        #[arg(long, value_name = "FILE")]
        state: Option<PathBuf>,
        /// Write no line for each transaction.
        #[arg(long)]
        quiet: bool,
    },
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

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let home = Home::new(cli.home);
    match cli.command {
        Command::Start { port, host, accounts, block_time, protocol, state, quiet } => {
            let (block_time, defaults) = (Duration::from_millis(block_time), Config::default());
            start(Config {
                address: SocketAddr::new(host, port),
                block_time,
                idle_block_time: defaults.idle_block_time.max(block_time),
                protocol_version: protocol,
                accounts: accounts.into_iter().map(GenesisAccount::new).collect(),
                state,
                transcript: !quiet,
                ..defaults
            })
        }
        Command::Init { fast: _ } => home.init(),
        Command::Run { rpc_addr, network_addr: _ } => {
            home.run(rpc_addr)?.wait();
            Ok(())
        }
    }
}

fn start(config: Config) -> anyhow::Result<()> {
    let state = config.state.clone();
    let node = Node::start(config)?;
    print!("{}", banner::text(&node, state.as_deref()));
    node.wait();
    Ok(())
}
