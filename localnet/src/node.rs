//! A running node, owned by the program that embeds it.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use near_crypto::{KeyType, SecretKey};
use near_parameters::RuntimeConfigStore;
use near_primitives::{
    hash::CryptoHash,
    types::{Balance, Gas, ProtocolVersion},
};
use tokio::{net::TcpSocket, sync::oneshot};

use crate::{
    cache,
    chain::{Command, Identity, Pace, Producer},
    config::{Config, Credentials, GenesisAccount, ROOT_ACCOUNT},
    genesis::Genesis,
    rpc::{self, Rpc},
    runtime::ChainParams,
    state_file::{Origin, StateFile},
    transcript,
};

/// Contracts may recurse deeply; the VM bounds that by gas and not by the native stack.
const VM_STACK_BYTES: usize = 64 * 1024 * 1024;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Everything that a node needs to start.
pub struct Setup {
    /// Where to listen.
    pub address: SocketAddr,
    /// What the chain starts from.
    pub genesis: Genesis,
    /// The key of the first validator.
    pub validator_key: SecretKey,
    /// The node's own key.
    pub node_key: SecretKey,
    /// How fast blocks are made.
    pub pace: Pace,
    /// How long a request may wait for a transaction.
    pub polling_timeout: Duration,
    /// The largest request.
    pub max_body_bytes: usize,
    /// Where blocks are kept, if they are to outlive the process.
    pub state_file: Option<StateFile>,
    /// Whether each transaction gets a line on standard error.
    pub transcript: bool,
    /// How much gas a view may burn, if not the protocol's limit.
    pub view_gas_limit: Option<u64>,
}

/// A running node; it stops when dropped.
#[derive(Debug)]
pub struct Node {
    address: SocketAddr,
    root: Credentials,
    accounts: Vec<Credentials>,
    chain_id: String,
    commands: mpsc::Sender<Command>,
    stop_server: Option<oneshot::Sender<()>>,
    threads: Vec<JoinHandle<()>>,
}

impl Node {
    /// Starts a node and returns once its RPC server accepts connections.
    ///
    /// # Errors
    ///
    /// When the address cannot be bound, the configured genesis is not valid, or the chain of the state file cannot go on.
    pub fn start(config: Config) -> anyhow::Result<Self> {
        let (setup, accounts) = setup(config)?;
        let mut node = Self::launch(setup)?;
        node.accounts = accounts;
        Ok(node)
    }

    pub(crate) fn launch(setup: Setup) -> anyhow::Result<Self> {
        setup.genesis.validate()?;
        if cfg!(panic = "abort") {
            tracing::warn!("a panic ends this build of localnet; build it with `--profile native`");
        }
        let (requested, polling_timeout, max_body_bytes, transcript) =
            (setup.address, setup.polling_timeout, setup.max_body_bytes, setup.transcript);
        let root = Credentials { account_id: ROOT_ACCOUNT.parse()?, secret_key: setup.validator_key.clone() };
        let chain_id = setup.genesis.config.chain_id.clone();
        let producer = producer(setup)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_name("localnet-rpc")
            .thread_stack_size(VM_STACK_BYTES)
            .enable_all()
            .build()?;
        let listener = {
            let _entered = runtime.enter();
            listen(requested)
        };
        let listener = match listener {
            Ok(listener) => listener,
            Err(error) => {
                // Dropped as usual it would panic where the caller is asynchronous.
                runtime.shutdown_background();
                return Err(error).with_context(|| {
                    format!("cannot listen on {requested}; is the port taken? port 0 takes any free one")
                });
            }
        };
        let address = listener.local_addr()?;
        let (commands, received) = mpsc::channel();
        let rpc = Arc::new(Rpc {
            chain: producer.chain(),
            commands: commands.clone(),
            polling_timeout,
            address: address.to_string(),
            transcript,
        });
        if transcript {
            runtime.spawn(transcript::follow(producer.chain()));
        }
        let (stop_server, stopped) = oneshot::channel();
        let blocks = thread::Builder::new()
            .name("localnet-blocks".to_owned())
            .stack_size(VM_STACK_BYTES)
            .spawn(move || producer.run(&received))?;
        let server = thread::Builder::new().name("localnet-server".to_owned()).spawn(move || {
            let router = rpc::router(rpc, max_body_bytes);
            // On the threads that answer, so that no request has to be handed over to them.
            let mut server = runtime.spawn(async { axum::serve(listener, router).await });
            runtime.block_on(async {
                tokio::select! {
                    end = &mut server => tracing::error!(?end, "the RPC server has ended"),
                    _ = stopped => {
                        server.abort();
                        // The port is free once it has ended, which it reports as having been cancelled.
                        let _ = server.await;
                    }
                }
            });
            runtime.shutdown_background();
        })?;
        Ok(Self {
            address,
            root,
            accounts: Vec::new(),
            chain_id,
            commands,
            stop_server: Some(stop_server),
            threads: vec![blocks, server],
        })
    }

    /// Returns the URL that NEAR clients are given, such as `http://127.0.0.1:3030`.
    #[must_use]
    pub fn rpc_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the address the RPC server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the chain's id, which some clients call the network id.
    #[must_use]
    pub fn chain_id(&self) -> &str {
        &self.chain_id
    }

    /// Returns the root account `test.near` with its key.
    #[must_use]
    pub fn root(&self) -> &Credentials {
        &self.root
    }

    /// Returns the accounts that the configuration asked for, with their keys.
    #[must_use]
    pub fn accounts(&self) -> &[Credentials] {
        &self.accounts
    }

    /// Stops the node and waits until its port is free again.
    pub fn stop(self) {}

    /// Waits until the node ends, which it does not do by itself.
    pub fn wait(mut self) {
        // Without blocks there is nothing to serve; dropping the rest stops the server.
        let blocks = self.threads.remove(0);
        // A thread that panicked has said so on stderr.
        let _ = blocks.join();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Both may have ended already, which is fine.
        let _ = self.commands.send(Command::Stop);
        if let Some(stop) = self.stop_server.take() {
            let _ = stop.send(());
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Reuses the address, so that a port can be taken again right after another node has left it.
fn listen(address: SocketAddr) -> std::io::Result<tokio::net::TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Prepares a new chain, or the one that the state file has, with the accounts that it was started with.
fn setup(config: Config) -> anyhow::Result<(Setup, Vec<Credentials>)> {
    let saved = config.state.as_deref().map(StateFile::open).transpose()?.flatten();
    let (state_file, origin) = match (saved, &config.state) {
        (Some((state_file, origin)), Some(path)) => {
            check_same_chain(&config, &origin, path)?;
            (Some(state_file), origin)
        }
        (_, path) => {
            let origin = new_chain(config.root_key, config.protocol_version, config.accounts);
            origin.genesis.validate()?;
            let created = path.as_deref().map(|path| StateFile::create(path, &origin));
            (created.transpose()?, origin)
        }
    };
    let accounts = origin.accounts.into_iter();
    let accounts = accounts.map(|(account_id, secret_key)| Credentials { account_id, secret_key });
    let setup = Setup {
        address: config.address,
        genesis: origin.genesis,
        validator_key: origin.validator_key,
        node_key: origin.node_key,
        pace: Pace { busy: config.block_time, idle: config.idle_block_time },
        polling_timeout: config.polling_timeout,
        max_body_bytes: config.max_body_bytes,
        state_file,
        transcript: config.transcript,
        view_gas_limit: None,
    };
    Ok((setup, accounts.collect()))
}

/// Describes a new chain.
fn new_chain(
    root_key: Option<SecretKey>,
    protocol_version: ProtocolVersion,
    genesis_accounts: Vec<GenesisAccount>,
) -> Origin {
    let random_key = || SecretKey::from_random(KeyType::ED25519);
    let validator_key = root_key.unwrap_or_else(random_key);
    let mut genesis = Genesis::new(validator_key.public_key(), protocol_version);
    let mut accounts = Vec::new();
    for GenesisAccount { credentials: Credentials { account_id, secret_key }, balance } in genesis_accounts {
        genesis.add_account(account_id.clone(), balance, Balance::ZERO, secret_key.public_key());
        accounts.push((account_id, secret_key));
    }
    Origin { genesis, validator_key, node_key: random_key(), accounts }
}

/// Checks that the chain of a state file is the one that was asked for.
fn check_same_chain(config: &Config, origin: &Origin, path: &Path) -> anyhow::Result<()> {
    let (shown, version) = (path.display(), origin.genesis.config.protocol_version);
    ensure!(
        version == config.protocol_version,
        "the chain in {shown} has protocol version {version}, not {}",
        config.protocol_version
    );
    ensure!(
        config.root_key.as_ref().is_none_or(|key| *key == origin.validator_key),
        "the chain in {shown} has another root key"
    );
    for GenesisAccount { credentials, .. } in &config.accounts {
        let name = &credentials.account_id;
        ensure!(
            origin.accounts.iter().any(|(account_id, _)| account_id == name),
            "the chain in {shown} was started without {name}: leave it out, or name another file"
        );
    }
    Ok(())
}

fn producer(setup: Setup) -> anyhow::Result<Producer> {
    let genesis = setup.genesis;
    let version = genesis.config.protocol_version;
    let config = Arc::clone(RuntimeConfigStore::new(None).get_config(version));
    let state = genesis.state(&config)?;
    let validators = genesis.config.validators.iter();
    let protocol_view_limit = config.wasm_config.limit_config.max_gas_burnt;
    let params = ChainParams {
        chain_id: genesis.config.chain_id.clone(),
        protocol_version: version,
        gas_limit: genesis.config.gas_limit,
        view_gas_limit: setup.view_gas_limit.map_or(protocol_view_limit, Gas::from_gas),
        transaction_validity_period: genesis.config.transaction_validity_period,
        validators: validators.map(|v| (v.account_id.clone(), v.amount)).collect(),
        compiled: cache::open(),
        config,
    };
    let genesis_hash = CryptoHash::hash_borsh((
        &params.chain_id,
        version,
        genesis.config.genesis_time.to_string(),
        state.root(),
    ));
    let identity = Identity {
        genesis: genesis.config,
        validator_key: setup.validator_key,
        node_key: setup.node_key,
        genesis_hash,
        started: Instant::now(),
    };
    Producer::new(params, identity, state, setup.pace, setup.state_file)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Creates a block producer whose thread does not run.
    pub(crate) fn idle_producer() -> Producer {
        producer_with(None).expect("a valid genesis")
    }

    /// Creates a block producer whose thread does not run, with a state file.
    pub(crate) fn producer_with(state: Option<&Path>) -> anyhow::Result<Producer> {
        let root_key = Some(SecretKey::from_seed(KeyType::ED25519, ROOT_ACCOUNT));
        let config = Config { root_key, state: state.map(Path::to_owned), ..Config::default() };
        producer(setup(config)?.0)
    }
}
