//! The JSON API: reads the database that the indexer fills, and nothing else.

mod answer;
mod error;
mod events;
mod limits;
mod live;
mod metrics;
mod openapi;
mod query;
mod reader;
mod routes;
mod tag;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderName;
use serde_json::Value;
use tic_tac_toe_server::{Places, listen, serve};
use tokio::net::TcpListener;
use tokio::sync::broadcast::Sender;

use crate::store::Location;
use live::{Live, Update};
use metrics::Metrics;

pub use limits::Limits;
pub use reader::{Plan, Reader};
pub use routes::description;
pub use tic_tac_toe_server::{ConnectionLimits, Share};

/// The state that the routes share.
#[derive(Clone)]
struct Api {
    reader: Reader,
    live: Arc<Live>,
    metrics: Arc<Metrics>,
    listeners: Arc<Places>,
    description: Arc<Value>,
    settings: Settings,
}

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its limits.
    pub limits: Limits,
    /// How old the last block may be before the indexer counts as behind.
    pub max_behind: Duration,
    /// The header in which a proxy in front tells a client's address; none without a proxy.
    pub proxy_header: Option<HeaderName>,
}

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    api: Api,
    updates: Sender<Update>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), max_behind: Duration::from_mins(1), proxy_header: None }
    }
}

impl Server {
    /// Opens the database and listens at an address; port 0 takes any free one.
    ///
    /// # Errors
    ///
    /// When either can't be done.
    pub async fn bind(location: &Location, address: SocketAddr, settings: Settings) -> anyhow::Result<Self> {
        Self::with_reader(Reader::open(location).await?, address, settings).await
    }

    /// Listens at an address with a database that is open already.
    ///
    /// # Errors
    ///
    /// When it can't listen there.
    pub async fn with_reader(
        reader: Reader,
        address: SocketAddr,
        settings: Settings,
    ) -> anyhow::Result<Self> {
        let (live, updates) = Live::load(reader.clone()).await?;
        let api = Api {
            live,
            reader,
            metrics: Arc::new(Metrics::new()?),
            listeners: Places::new(settings.limits.listeners),
            description: Arc::new(description()),
            settings,
        };
        Ok(Self { listener: listen(address).await?, api, updates })
    }

    /// Returns the address at which it listens.
    ///
    /// # Errors
    ///
    /// When the system does not know it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `end`; then answers in progress may finish.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self { listener, api, updates } = self;
        let Settings { limits: Limits { connections, .. }, proxy_header, .. } = &api.settings;
        let limits = if proxy_header.is_some() { connections.behind_a_proxy() } else { *connections };
        let following = tokio::spawn(Arc::clone(&api.live).follow(updates));
        let end = async {
            end.await;
            // Listeners would otherwise hold their connections open.
            following.abort();
        };
        serve(listener, routes::router(api), limits, end).await;
    }
}
