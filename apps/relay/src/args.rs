//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use axum::http::{HeaderName, HeaderValue};
use clap::{Args, Parser, Subcommand};
use near_primitives::types::Balance;
use tic_tac_toe_client::args::Chain;
use tic_tac_toe_client::keys::{KeyError, KeyStore};
use tic_tac_toe_client::{Rpc, Timeouts};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::network::Network;

use crate::relay::Settings;
use crate::store::Limits;

// A local chain has this account for it.
const LOCAL_ACCOUNT: &str = "guests.test.near";

// A guest waits no longer for an outcome; it is looked for in the background then.
const TRANSACTION: Duration = Duration::from_secs(20);

/// Let guests without a wallet play in the arena.
#[derive(Debug, Parser)]
#[command(
    about = "Let guests without a wallet play in the arena: make their accounts and pay for their calls, within a budget",
    name = "tic-tac-toe-relay",
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
    /// Give the relay's account a gas key or enough keys, and show what running a relay costs
    Init(InitArgs),
    /// Make accounts for guests and send their calls
    Run(RunArgs),
}

/// The account that pays, and its chain.
#[derive(Clone, Debug, Args)]
pub struct Payer {
    /// The account that pays, under which guests get theirs [default on localnet: guests.test.near]
    #[arg(long, value_name = "ACCOUNT")]
    pub account: Option<AccountId>,
    /// The folder with the account's keys, laid out as near-cli's [default: ~/.near-credentials, and the keychain]
    #[arg(long, value_name = "FOLDER")]
    pub credentials: Option<PathBuf>,
    /// The chain.
    #[command(flatten)]
    pub chain: Chain,
}

/// Which keys to make.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe-relay init
  tic-tac-toe-relay init --network testnet --account guests.me.testnet --keys 16")]
pub struct InitArgs {
    /// The account.
    #[command(flatten)]
    pub payer: Payer,
    /// How many calls the relay is to send at once: so many nonces its gas key gets or, where the chain has no gas keys, so
    /// many keys the account
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub keys: u8,
    /// How much the gas key is to hold, in NEAR: it pays for gas. What is missing comes from the account, what is too much
    /// goes back there [default: 1, or what it holds if that is more]
    #[arg(long, value_name = "NEAR", value_parser = near)]
    pub gas: Option<Balance>,
}

/// What to relay, and within which limits.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe-relay run --origin http://127.0.0.1:8080
  tic-tac-toe-relay run --network testnet --account guests.me.testnet --arena arena.me.testnet --budget 2 \\
    --origin https://play.example --proxy-header X-Forwarded-For")]
pub struct RunArgs {
    /// The account.
    #[command(flatten)]
    pub payer: Payer,
    /// The arena in which guests play [default on localnet: its arena]
    #[arg(long, value_name = "ACCOUNT")]
    pub arena: Option<AccountId>,
    /// The file that keeps guests, calls and what was spent
    #[arg(long, value_name = "FILE", default_value = "relay.sqlite")]
    pub db: PathBuf,
    /// The address to listen on; only loopback keeps others out. Port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3050")]
    pub listen: SocketAddr,
    /// How much may be spent a day (UTC), in NEAR
    #[arg(long, value_name = "NEAR", default_value = "1", value_parser = near)]
    pub budget: Balance,
    /// How many calls a guest may make a day
    #[arg(long, value_name = "CALLS", default_value_t = 500)]
    pub per_guest: u32,
    /// How many guests an address may make a day
    #[arg(long, value_name = "GUESTS", default_value_t = 20)]
    pub per_address: u32,
    /// How much is deposited for a guest's games in all, in NEAR
    #[arg(long, value_name = "NEAR", default_value = "0.03", value_parser = near)]
    pub storage: Balance,
    /// The origin of a page that may use the relay, such as <https://play.example>; may be given several times
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    pub origins: Vec<HeaderValue>,
    /// The header in which a proxy in front tells a client's address, such as X-Forwarded-For; only behind a proxy that
    /// sets it, as anybody can send it
    #[arg(long, value_name = "HEADER")]
    pub proxy_header: Option<HeaderName>,
}

impl Payer {
    /// Returns the account.
    ///
    /// # Errors
    ///
    /// When none is named and the network has no default.
    pub fn account(&self) -> anyhow::Result<AccountId> {
        let network = self.chain.network();
        let usual = (network == Network::Localnet).then_some(LOCAL_ACCOUNT);
        let account = self.account.clone().or_else(|| usual?.parse().ok());
        account.with_context(|| format!("which account pays? Name it on {} with --account", network.name()))
    }

    /// Returns where the account's keys are.
    ///
    /// # Errors
    ///
    /// When no folder is named and there is no home folder either.
    pub fn key_store(&self) -> Result<KeyStore, KeyError> {
        KeyStore::new(self.chain.network(), self.credentials.clone())
    }

    /// Connects to the node.
    #[must_use]
    pub fn rpc(&self) -> Rpc {
        let urls = self.chain.rpc.clone().unwrap_or_else(|| self.chain.network().rpc_url());
        let timeouts = Timeouts { transaction: TRANSACTION, ..Timeouts::USUAL };
        Rpc::with_key(&urls, self.chain.rpc_key.as_ref(), timeouts)
    }
}

impl RunArgs {
    /// Returns the settings of the relay.
    ///
    /// # Errors
    ///
    /// When an account is not named and the network has no default.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let network = self.payer.chain.network();
        let arena = self.arena.clone().or_else(|| network.arena().map(ToOwned::to_owned));
        Ok(Settings {
            account: self.payer.account()?,
            arena: arena.with_context(|| {
                format!("which arena? Name its account on {} with --arena", network.name())
            })?,
            rpc: self.payer.rpc(),
            key_store: self.payer.key_store()?,
            db: self.db.clone(),
            limits: Limits {
                budget: self.budget,
                calls_per_guest: self.per_guest,
                guests_per_address: self.per_address,
                storage_per_guest: self.storage,
            },
        })
    }
}

fn near(text: &str) -> Result<Balance, &'static str> {
    format!("{text} NEAR").parse().map_err(|_| "an amount of NEAR is written such as 0.5")
}

fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    let is_complete = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    let origin = HeaderValue::from_str(text).ok().filter(|_| is_complete && !text.ends_with('/'));
    origin.ok_or("an origin is written such as https://play.example, without a slash at the end")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn run_args(args: &[&str]) -> Result<RunArgs, clap::Error> {
        let cli = Cli::try_parse_from(["tic-tac-toe-relay", "run"].iter().chain(args))?;
        let Command::Run(args) = cli.command else { panic!("run was asked for") };
        Ok(args)
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_local_chain_needs_no_options_and_only_this_machine_is_let_in() {
        let args = run_args(&[]).unwrap();
        assert!(args.listen.ip().is_loopback());
        let settings = args.settings().unwrap();
        assert_eq!(settings.account, "guests.test.near");
        assert_eq!(settings.arena, "arena.test.near");
        assert_eq!(settings.limits.budget, Balance::from_near(1));
    }

    #[test]
    fn on_other_networks_accounts_have_to_be_named() {
        let testnet = ["--network", "testnet"];
        let error = run_args(&testnet).unwrap().settings().unwrap_err().to_string();
        assert_eq!(error, "which account pays? Name it on testnet with --account");
        let named = [&testnet[..], &["--account", "guests.me.testnet"]].concat();
        let error = run_args(&named).unwrap().settings().unwrap_err().to_string();
        assert_eq!(error, "which arena? Name its account on testnet with --arena");
    }

    #[test]
    fn amounts_and_origins_are_checked_at_once() {
        assert_eq!(run_args(&["--budget", "0.25"]).unwrap().budget, Balance::from_millinear(250));
        for wrong in [["--budget", "-1"], ["--budget", "much"], ["--origin", "*"], ["--origin", "https://a/"]]
        {
            assert!(run_args(&wrong).is_err(), "{wrong:?}");
        }
    }
}
