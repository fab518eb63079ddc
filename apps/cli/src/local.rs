//! A private chain: a node inside this process, with contracts deployed and funded players.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use localnet::{Config, GenesisAccount, Node};
use near_crypto::{InMemorySigner, Signer};
use near_primitives::types::AccountId;
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
    /// The one-game contract's.
    pub one_game: Option<Vec<u8>>,
    /// The arena's.
    pub arena: Option<Vec<u8>>,
    /// The bot contract's.
    pub bot: Option<Vec<u8>>,
}

/// A contract that the build script makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wasm {
    /// The one-game contract.
    OneGame,
    /// The arena.
    Arena,
    /// The contract that plays in arenas.
    Bot,
}

impl LocalChain {
    /// Starts a node on a port of this machine, 0 for any free one, and deploys contracts to it.
    ///
    /// # Errors
    ///
    /// When the port is taken or a contract can't be deployed.
    pub async fn start(port: u16, code: Code) -> anyhow::Result<Self> {
        let one_game_id: AccountId =
            Network::Localnet.contract().context("localnet's contract has no name")?.to_owned();
        let arena_id: AccountId =
            Network::Localnet.arena().context("localnet's arena has no name")?.to_owned();
        let bot_id: AccountId = BOT_CONTRACT.parse()?;
        let mut accounts = vec![one_game_id.clone(), arena_id.clone(), bot_id.clone()];
        for name in PLAYERS.iter().chain(&COMPUTERS).chain([&BOT]) {
            accounts.push(name.parse()?);
        }
        let with_key = |account: AccountId| {
            GenesisAccount::new(account.clone()).with_secret_key(development_key(&account))
        };
        let config = Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            accounts: accounts.into_iter().map(with_key).collect(),
            // As long as clients wait: a busy machine may take a while to compile the contracts.
            polling_timeout: Timeouts::USUAL.transaction,
            ..Config::default()
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
    #[must_use]
    pub const fn one_game(&self) -> &OneGameContract {
        &self.one_game
    }

    /// Returns the arena on this chain.
    #[must_use]
    pub const fn arena(&self) -> &ArenaContract {
        &self.arena
    }

    /// Returns the bot contract on this chain.
    #[must_use]
    pub const fn bot_contract(&self) -> &BotContract {
        &self.bot_contract
    }

    /// Returns where the node answers RPC and serves blocks.
    #[must_use]
    pub fn rpc_url(&self) -> String {
        self.node.rpc_url()
    }
}

async fn deploy(rpc: &Rpc, account: &AccountId, code: Option<Vec<u8>>) -> anyhow::Result<()> {
    let Some(code) = code else { return Ok(()) };
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
///
/// # Errors
///
/// Never, as long as the names are valid.
pub fn players() -> anyhow::Result<[AccountId; 2]> {
    let [alice, bob, ..] = PLAYERS;
    Ok([alice.parse()?, bob.parse()?])
}

/// Signs for an account of a local chain with the key that its name gives.
#[must_use]
pub fn signer_of(account: &AccountId) -> Signer {
    InMemorySigner::from_secret_key(account.clone(), development_key(account))
}

impl Wasm {
    /// Its code: from the file named, or from where the build script puts it.
    ///
    /// # Errors
    ///
    /// When it has not been built, or can't be read.
    pub fn read(self, named: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        self.find(named)?.with_context(|| {
            format!("{} is not built yet; build it with: {}", self.name(), self.build_command())
        })
    }

    /// Its code, if it has been built.
    ///
    /// # Errors
    ///
    /// When the file named, or the one that was built, can't be read.
    pub fn find(self, named: Option<&Path>) -> anyhow::Result<Option<Vec<u8>>> {
        let Some(file) = named.map(ToOwned::to_owned).or_else(|| built(self.file())) else { return Ok(None) };
        let code = std::fs::read(&file);
        Ok(Some(code.with_context(|| format!("the contract {} cannot be read", file.display()))?))
    }

    /// Returns the command that builds it.
    #[must_use]
    pub const fn build_command(self) -> &'static str {
        match self {
            Self::OneGame => "./scripts/build.sh",
            Self::Arena => "./scripts/build.sh arena",
            Self::Bot => "./scripts/build.sh bot",
        }
    }

    /// Returns what people call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::OneGame => "the contract",
            Self::Arena => "the arena",
            Self::Bot => "the bot contract",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::OneGame => "near/tic_tac_toe.wasm",
            Self::Arena => "near/tic_tac_toe_arena.wasm",
            Self::Bot => "near/tic_tac_toe_bot.wasm",
        }
    }
}

// Either the client runs from its target folder, or somebody stands inside the project.
fn built(wasm: &str) -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.iter().flat_map(|program| program.ancestors()).map(|folder| folder.join(wasm));
    let here = std::env::current_dir().ok();
    let above = here.iter().flat_map(|here| here.ancestors()).map(|folder| folder.join("target").join(wasm));
    beside.chain(above).find(|file| file.is_file())
}
