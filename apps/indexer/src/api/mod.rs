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
mod respond;
mod routes;
mod server;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::broadcast::Sender;

use crate::store::Location;
use live::{Live, Update};
use metrics::Metrics;

pub use limits::Limits;
pub use reader::{Plan, Reader};
pub use routes::description;

/// The state that the routes share.
#[derive(Clone)]
struct Api {
    reader: Reader,
    live: Arc<Live>,
    metrics: Arc<Metrics>,
    description: Arc<Value>,
    limits: Limits,
    max_behind: Duration,
}

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its limits.
    pub limits: Limits,
    /// How old the last block may be before the indexer counts as behind.
    pub max_behind: Duration,
}

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    api: Api,
    updates: Sender<Update>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), max_behind: Duration::from_mins(1) }
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
            description: Arc::new(description()),
            limits: settings.limits,
            max_behind: settings.max_behind,
        };
        Ok(Self { listener: server::listen(address).await?, api, updates })
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
        let limits = api.limits.clone();
        let following = tokio::spawn(Arc::clone(&api.live).follow(updates));
        let end = async {
            end.await;
            // Listeners would otherwise hold their connections open.
            following.abort();
        };
        server::serve(listener, routes::router(api), &limits, end).await;
    }
}
