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

use axum::http::HeaderName;
use clap::Args;
use serde_json::Value;
use tic_tac_toe_server::{Places, listen, serve};
use tokio::net::TcpListener;
use tokio::sync::broadcast::Sender;

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
    requests: Arc<Places>,
    listeners: Arc<Places>,
    description: Arc<Value>,
    settings: Settings,
}

/// Settings of the server, as the command line has them.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// Its limits.
    #[arg(skip)]
    pub limits: Limits,
    /// How old the last block may be before /healthz says that the indexer is behind
    #[arg(long, value_name = "SECONDS", default_value_t = MAX_BEHIND)]
    pub max_behind: u32,
    /// The header in which a proxy in front tells a client's address, such as X-Forwarded-For; only behind a proxy that
    /// sets it, as anybody can send it
    #[arg(long, value_name = "HEADER")]
    pub proxy_header: Option<HeaderName>,
}

const MAX_BEHIND: u32 = 60;

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    api: Api,
    updates: Sender<Update>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), max_behind: MAX_BEHIND, proxy_header: None }
    }
}

impl Server {
    /// Listens at an address; port 0 takes any free one.
    ///
    /// # Errors
    ///
    /// When it can't listen there, or the database does not answer.
    pub async fn bind(reader: Reader, address: SocketAddr, settings: Settings) -> anyhow::Result<Self> {
        let (live, updates) = Live::load(reader.clone()).await?;
        let api = Api {
            live,
            reader,
            metrics: Arc::new(Metrics::new()?),
            requests: Places::new(settings.limits.requests),
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
