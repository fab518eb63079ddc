//! A chain of one's own: a node inside this process, with the contract deployed and two funded players.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::Context;
use localnet::{Config, GenesisAccount, Node};
use near_crypto::{InMemorySigner, Signer};
use near_primitives::types::AccountId;
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::keys::development_key;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::tic_tac_toe::TicTacToe;

use crate::args::Contract;

/// The two players that a local chain starts with: X, then O.
pub const PLAYERS: [&str; 2] = ["alice.test.near", "bob.test.near"];

const WASM: &str = "near/tic_tac_toe.wasm";

/// A running node that holds the contract; it stops when dropped.
pub struct LocalChain {
    node: Node,
    contract: Contract,
}

impl LocalChain {
    /// Starts a node on a port of this machine, 0 for any free one, and deploys the contract to it.
    ///
    /// # Errors
    ///
    /// When the port is taken or the contract can't be deployed.
    pub async fn start(port: u16, wasm: Vec<u8>) -> anyhow::Result<Self> {
        let usual = Network::Localnet.contract().context("localnet's contract has no name")?;
        let contract_id: AccountId = usual.to_owned();
        let [alice, bob] = players()?;
        let accounts = [&contract_id, &alice, &bob]
            .map(|account| GenesisAccount::new(account.clone()).with_secret_key(development_key(account)));
        let config = Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            accounts: accounts.to_vec(),
            ..Config::default()
        };
        let node = Node::start(config).with_context(|| busy_port(port))?;
        let rpc = Rpc::new(&node.rpc_url());
        rpc.deploy(&signer_of(&contract_id), wasm).await.context("the contract cannot be deployed")?;
        Ok(Self { node, contract: TicTacToe::new(rpc, contract_id) })
    }

    /// The contract on this chain.
    #[must_use]
    pub const fn contract(&self) -> &Contract {
        &self.contract
    }

    /// Where the node answers RPC and serves blocks.
    #[must_use]
    pub fn rpc_url(&self) -> String {
        self.node.rpc_url()
    }
}

fn busy_port(port: u16) -> String {
    format!(
        "the node cannot listen on 127.0.0.1:{port}; stop what uses that port, or choose another with --port"
    )
}

/// The accounts of [`PLAYERS`].
///
/// # Errors
///
/// Never, as long as the names are valid.
pub fn players() -> anyhow::Result<[AccountId; 2]> {
    let [alice, bob] = PLAYERS;
    Ok([alice.parse()?, bob.parse()?])
}

/// Signs for an account of a local chain with the key that its name gives.
#[must_use]
pub fn signer_of(account: &AccountId) -> Signer {
    InMemorySigner::from_secret_key(account.clone(), development_key(account))
}

/// The contract's code: from the file named, or from where the build script puts it.
///
/// # Errors
///
/// When the contract has not been built.
pub fn read_wasm(named: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    let file = match named {
        Some(file) => file.to_owned(),
        None => built_wasm().context("the contract is not built yet; build it with: ./scripts/build.sh")?,
    };
    std::fs::read(&file).with_context(|| format!("the contract {} cannot be read", file.display()))
}

// Either the client runs from its target folder, or somebody stands inside the project.
fn built_wasm() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.iter().flat_map(|program| program.ancestors()).map(|folder| folder.join(WASM));
    let here = std::env::current_dir().ok();
    let above = here.iter().flat_map(|here| here.ancestors()).map(|folder| folder.join("target").join(WASM));
    beside.chain(above).find(|file| file.is_file())
}
