//! A running node, owned by the program that embeds it.

use std::{
    net::SocketAddr,
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::Context;
use near_crypto::{KeyType, SecretKey};
use near_parameters::RuntimeConfigStore;
use near_primitives::{
    hash::CryptoHash,
    types::{Balance, Gas},
};
use tokio::{net::TcpSocket, sync::oneshot};

use crate::{
    cache,
    chain::{Command, Identity, Pace, Producer},
    config::{Config, Credentials, ROOT_ACCOUNT},
    genesis::Genesis,
    rpc::{self, Rpc},
    runtime::ChainParams,
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
    /// When the address cannot be bound or the configured genesis is not valid.
    pub fn start(config: Config) -> anyhow::Result<Self> {
        let random_key = || SecretKey::from_random(KeyType::ED25519);
        let validator_key = config.root_key.unwrap_or_else(random_key);
        let mut genesis = Genesis::new(validator_key.public_key(), config.protocol_version);
        for account in &config.accounts {
            genesis.add_account(
                account.credentials.account_id.clone(),
                account.balance,
                Balance::ZERO,
                account.credentials.secret_key.public_key(),
            );
        }
        let mut node = Self::launch(Setup {
            address: config.address,
            genesis,
            validator_key,
            node_key: random_key(),
            pace: Pace { busy: config.block_time, idle: config.idle_block_time },
            polling_timeout: config.polling_timeout,
            max_body_bytes: config.max_body_bytes,
            view_gas_limit: None,
        })?;
        let accounts = config.accounts.into_iter();
        node.accounts = accounts.map(|account| account.credentials).collect();
        Ok(node)
    }

    pub(crate) fn launch(setup: Setup) -> anyhow::Result<Self> {
        setup.genesis.validate()?;
        if cfg!(panic = "abort") {
            tracing::warn!("a panic ends this build of localnet; build it with `--profile native`");
        }
        let (requested, polling_timeout, max_body_bytes) =
            (setup.address, setup.polling_timeout, setup.max_body_bytes);
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
        });
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
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so on stderr.
            let _ = thread.join();
        }
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
    Ok(Producer::new(params, identity, state, setup.pace))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Creates a block producer whose thread does not run.
    pub(crate) fn idle_producer() -> Producer {
        let validator_key = SecretKey::from_seed(KeyType::ED25519, ROOT_ACCOUNT);
        let config = Config::default();
        producer(Setup {
            address: config.address,
            genesis: Genesis::new(validator_key.public_key(), config.protocol_version),
            node_key: validator_key.clone(),
            validator_key,
            pace: Pace { busy: config.block_time, idle: config.idle_block_time },
            polling_timeout: config.polling_timeout,
            max_body_bytes: config.max_body_bytes,
            view_gas_limit: None,
        })
        .expect("a valid genesis")
    }
}
