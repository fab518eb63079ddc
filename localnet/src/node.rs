//! A running node, held by whoever embeds it.

use std::net::SocketAddr;

use crate::config::{Config, Credentials};

/// A running node; it stops when dropped.
#[derive(Debug)]
pub struct Node {
    address: SocketAddr,
    root: Credentials,
}

impl Node {
    /// Starts a node and returns once its RPC server accepts connections.
    ///
    /// # Errors
    ///
    /// When the address cannot be bound or the configured genesis is not valid.
    pub fn start(config: Config) -> anyhow::Result<Self> {
        drop(config);
        anyhow::bail!("the node is not built yet")
    }

    /// The URL that NEAR clients are given, such as `http://127.0.0.1:3030`.
    #[must_use]
    pub fn rpc_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address the RPC server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The root account `test.near` with its key.
    #[must_use]
    pub fn root(&self) -> &Credentials {
        &self.root
    }

    /// Stops the node and waits until its port is free again.
    pub fn stop(self) {}
}
