//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use tic_tac_toe_client::args::{Chain, Shell, server};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::network::Network;

use crate::api;
use crate::run::Settings;
use crate::store::Location;

/// Index the contracts' games into a database, and serve them.
#[derive(Debug, Parser)]
#[command(
    about = "Index the contracts' games into a database, SQLite or PostgreSQL, and serve them over HTTP",
    name = "tic-tac-toe-indexer",
    version,
    max_term_width = 100
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Write messages as JSON, a line each
    #[arg(long, global = true)]
    pub json: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Catch up with the chain, then follow it, and record what happens in the games
    Run(RunArgs),
    /// Serve what is in the database, as JSON over HTTP
    Serve(ServeArgs),
    /// Compare the database with the contracts' views and with its own events, and print every difference
    Verify(VerifyArgs),
    /// Make games, standings and ratings anew from the recorded events; until they are ready, the old ones are served
    Rebuild(Database),
    /// Print a script that completes this program's commands in a shell
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page, or write one for each command into a folder
    Man {
        /// The folder, such as ~/.local/share/man/man1
        folder: Option<PathBuf>,
    },
}

// Next to localnet's node.
const LISTEN: &str = "127.0.0.1:3040";

/// The database.
#[derive(Clone, Debug, Args)]
pub struct Database {
    /// The database: `sqlite:FILE` or `postgres://USER@HOST/NAME`
    #[arg(
        long = "db",
        value_name = "URL",
        env = "TIC_TAC_TOE_DB",
        hide_env_values = true,
        default_value = "sqlite:games.sqlite"
    )]
    pub location: Location,
}

/// The chain, and the contracts on it.
#[derive(Clone, Debug, Args)]
pub struct Contracts {
    /// The chain.
    #[command(flatten)]
    pub chain: Chain,
    /// A contract of either kind; may be given several times [default on localnet: its two contracts]
    #[arg(long = "contract", value_name = "ACCOUNT", help_heading = "Chain")]
    pub named: Vec<AccountId>,
}

/// What to index.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe-indexer run
  tic-tac-toe-indexer run --db postgres://me@localhost/games --network testnet --contract arena.me.testnet --from 201000000")]
pub struct RunArgs {
    /// The database.
    #[command(flatten)]
    pub database: Database,
    /// The first block to read, if the database has none yet [default on localnet: the first]
    #[arg(long, value_name = "HEIGHT")]
    pub from: Option<u64>,
    /// How many blocks to fetch at once while catching up
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub at_once: u8,
    /// The server of blocks, with neardata's API; of several, the next is asked when one fails [default: neardata.xyz, or
    /// localnet's node]
    #[arg(long, value_name = "URL", value_parser = server(), help_heading = "Chain")]
    pub blocks: Vec<String>,
    /// Also serve the API, as `serve` does; on 127.0.0.1:3040 without an address
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = LISTEN)]
    pub serve: Option<SocketAddr>,
    /// The server.
    #[command(flatten)]
    pub server: api::Settings,
    /// The contracts.
    #[command(flatten)]
    pub contracts: Contracts,
}

/// What to serve, and where.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe-indexer serve
  tic-tac-toe-indexer serve --db postgres://me@localhost/games --listen 0.0.0.0:3040")]
pub struct ServeArgs {
    /// The database.
    #[command(flatten)]
    pub database: Database,
    /// The address to listen on; only loopback keeps others out. Port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = LISTEN)]
    pub listen: SocketAddr,
    /// The server.
    #[command(flatten)]
    pub server: api::Settings,
}

/// What to compare.
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// The database.
    #[command(flatten)]
    pub database: Database,
    /// The contracts.
    #[command(flatten)]
    pub contracts: Contracts,
}

impl Contracts {
    /// Returns the contracts.
    ///
    /// # Errors
    ///
    /// When none is named and the network has no default.
    pub fn accounts(&self) -> anyhow::Result<Vec<AccountId>> {
        let network = self.chain.network();
        let usual = [network.contract(), network.arena()].into_iter().flatten().map(ToOwned::to_owned);
        let contracts: Vec<AccountId> =
            if self.named.is_empty() { usual.collect() } else { self.named.clone() };
        anyhow::ensure!(
            !contracts.is_empty(),
            "which contract? Name its account on {} with --contract",
            network.name()
        );
        Ok(contracts)
    }
}

impl RunArgs {
    /// Returns the settings of the indexer.
    ///
    /// # Errors
    ///
    /// When no contract is named and the network has no default.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let Contracts { chain, .. } = &self.contracts;
        let (network, rpc_url) = (chain.network(), chain.rpc_url());
        let is_local = network == Network::Localnet;
        Ok(Settings {
            location: self.database.location.clone(),
            blocks_urls: match &self.blocks[..] {
                [] => vec![network.blocks_url(&rpc_url)],
                named => named.to_vec(),
            },
            rpc: chain.rpc(),
            contracts: self.contracts.accounts()?,
            from: self.from,
            first: is_local.then_some(0),
            at_once: usize::from(self.at_once),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn run_args(args: &[&str]) -> RunArgs {
        match Cli::parse_from(["tic-tac-toe-indexer", "run"].iter().chain(args)).command {
            Command::Run(args) => args,
            _ => panic!("run was asked for"),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_local_chain_needs_no_options() {
        let settings = run_args(&[]).settings().unwrap();
        assert_eq!(
            settings.contracts,
            ["tic-tac-toe.test.near", "arena.test.near"].map(|id| id.parse::<AccountId>().unwrap())
        );
        assert_eq!((settings.first, settings.from), (Some(0), None));
        assert_eq!(settings.location, Location::Sqlite("games.sqlite".into()));
    }

    #[test]
    fn only_this_machine_is_let_in_by_default() {
        let Command::Serve(args) = Cli::parse_from(["tic-tac-toe-indexer", "serve"]).command else {
            panic!("serve was asked for")
        };
        assert!(args.listen.ip().is_loopback());
        assert!(run_args(&["--serve"]).serve.unwrap().ip().is_loopback());
    }

    #[test]
    fn on_other_networks_a_contract_has_to_be_named() {
        let error = run_args(&["--network", "testnet"]).settings().unwrap_err().to_string();
        assert_eq!(error, "which contract? Name its account on testnet with --contract");
    }
}
