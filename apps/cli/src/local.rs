//! A private chain: a node inside this process, with contracts deployed and funded players.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use localnet::{Config, GenesisAccount, Node};
use near_crypto::{InMemorySigner, Signer};
use near_primitives::hash::{CryptoHash, hash};
use near_primitives::types::AccountId;
use tic_tac_toe_client::args::Chain;
use tic_tac_toe_client::keys::development_key;
use tic_tac_toe_client::{Rpc, Timeouts};
use tic_tac_toe_interface::arena::Arena;
use tic_tac_toe_interface::bot::Bot;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::one_game::OneGame;

use crate::args::{ArenaContract, OneGameContract};

/// The bot contract, reached through a node.
pub type BotContract = Bot<Rpc>;

/// The people that a local chain starts with, in the order of their seats.
pub const PLAYERS: [&str; 4] = ["alice.test.near", "bob.test.near", "carol.test.near", "dave.test.near"];

/// The accounts from which the computer plays on a local chain.
pub const COMPUTERS: [&str; 3] = ["computer.test.near", "computer-2.test.near", "computer-3.test.near"];

/// The account whose turns a local chain that stays up plays by itself.
pub const BOT: &str = "bot.test.near";

/// The account that pays for guests on a local chain, for `tic-tac-toe-relay`.
pub const GUESTS: &str = "guests.test.near";

const BOT_CONTRACT: &str = "bot-contract.test.near";

/// A running node with contracts; it stops when dropped.
pub struct LocalChain {
    node: Node,
    one_game: OneGameContract,
    arena: ArenaContract,
    bot_contract: BotContract,
}

/// The code of the contracts that a chain starts with; those without any are not deployed.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub one_game: Option<Vec<u8>>,
    pub arena: Option<Vec<u8>>,
    pub bot: Option<Vec<u8>>,
}

/// A contract that the build script makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wasm {
    OneGame,
    Arena,
    Bot,
}

impl LocalChain {
    /// Starts a node on a port of this machine, 0 for any free one, and deploys contracts to it.
    pub async fn start(port: u16, code: Code) -> anyhow::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self::start_with(Config { address, ..Config::default() }, code).await
    }

    /// Starts a node as it is configured, with our accounts, and deploys contracts that it does not have yet.
    pub async fn start_with(config: Config, code: Code) -> anyhow::Result<Self> {
        let port = config.address.port();
        let one_game_id = Network::Localnet.contract().context("localnet's contract has no name")?.to_owned();
        let arena_id = Network::Localnet.arena().context("localnet's arena has no name")?.to_owned();
        let bot_id: AccountId = BOT_CONTRACT.parse()?;
        let contracts = [&one_game_id, &arena_id, &bot_id].map(Clone::clone);
        let people = accounts(&[&PLAYERS[..], &COMPUTERS, &[BOT, GUESTS]].concat())?;
        let with_key = |account: AccountId| {
            GenesisAccount::new(account.clone()).with_secret_key(development_key(&account))
        };
        let config = Config {
            accounts: contracts.into_iter().chain(people).map(with_key).collect(),
            // As long as clients wait: a busy machine may take a while to compile the contracts.
            polling_timeout: Timeouts::USUAL.transaction,
            ..config
        };
        let node = Node::start(config).map_err(|error| explain(port, error))?;
        let rpc = Rpc::new(&node.rpc_url());
        tokio::try_join!(
            deploy(&rpc, &one_game_id, code.one_game),
            deploy(&rpc, &arena_id, code.arena),
            deploy(&rpc, &bot_id, code.bot),
        )?;
        Ok(Self {
            node,
            one_game: OneGame::new(rpc.clone(), one_game_id),
            arena: Arena::new(rpc.clone(), arena_id),
            bot_contract: Bot::new(rpc, bot_id),
        })
    }

    /// Returns the one-game contract on this chain.
    pub const fn one_game(&self) -> &OneGameContract {
        &self.one_game
    }

    /// Returns the arena on this chain.
    pub const fn arena(&self) -> &ArenaContract {
        &self.arena
    }

    /// Returns the bot contract on this chain.
    pub const fn bot_contract(&self) -> &BotContract {
        &self.bot_contract
    }

    /// Returns where the node answers RPC and serves blocks.
    pub fn rpc_url(&self) -> String {
        self.node.rpc_url()
    }

    /// Returns what a command line would say to name this chain.
    pub(crate) fn args(&self) -> Chain {
        Chain { network: Some(Network::Localnet), rpc: Some(self.rpc_url()), rpc_key: None }
    }
}

async fn deploy(rpc: &Rpc, account: &AccountId, code: Option<Vec<u8>>) -> anyhow::Result<()> {
    let Some(code) = code else { return Ok(()) };
    // A chain that goes on has it already.
    if rpc.account(account).await?.code_hash == hash(&code) {
        return Ok(());
    }
    let deployed = rpc.deploy(&signer_of(account), code).await;
    deployed.with_context(|| format!("the contract cannot be deployed to {account}"))?;
    Ok(())
}

/// Explains why there is no node; for a port that is taken, only what to do about it.
fn explain(port: u16, error: anyhow::Error) -> anyhow::Error {
    let cause = error.root_cause().downcast_ref::<io::Error>().map(io::Error::kind);
    if cause != Some(io::ErrorKind::AddrInUse) {
        return error;
    }
    anyhow!(
        "the node cannot listen on 127.0.0.1:{port}; stop what uses that port, or choose another with --port"
    )
}

/// Returns the first two of [`PLAYERS`].
pub fn players() -> anyhow::Result<[AccountId; 2]> {
    let [alice, bob, ..] = PLAYERS;
    Ok([alice.parse()?, bob.parse()?])
}

/// Returns the accounts with these names.
pub(crate) fn accounts(names: &[&str]) -> anyhow::Result<Vec<AccountId>> {
    Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?)
}

/// Signs for an account of a local chain with the key that its name gives.
pub fn signer_of(account: &AccountId) -> Signer {
    InMemorySigner::from_secret_key(account.clone(), development_key(account))
}

impl Wasm {
    /// Returns its code: from the file that is named, or else what is inside this program.
    pub fn read(self, named: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        if let Some(file) = named {
            let code = std::fs::read(file);
            return code.with_context(|| format!("the contract {} cannot be read", file.display()));
        }
        let code = self.inside();
        ensure!(
            !code.is_empty(),
            "{} was not built when this program was compiled; run ./scripts/build.sh and compile it again",
            self.name()
        );
        Ok(code.to_vec())
    }

    /// Returns the hash of what is inside this program, as nodes show it for an account.
    pub(crate) fn code_hash(self) -> Option<CryptoHash> {
        let code = self.inside();
        (!code.is_empty()).then(|| hash(code))
    }

    /// Returns what people call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::OneGame => "the contract",
            Self::Arena => "the arena",
            Self::Bot => "the bot contract",
        }
    }

    const fn inside(self) -> &'static [u8] {
        match self {
            Self::OneGame => include_bytes!(concat!(env!("OUT_DIR"), "/tic_tac_toe.wasm")),
            Self::Arena => include_bytes!(concat!(env!("OUT_DIR"), "/tic_tac_toe_arena.wasm")),
            Self::Bot => include_bytes!(concat!(env!("OUT_DIR"), "/tic_tac_toe_bot.wasm")),
        }
    }
}
