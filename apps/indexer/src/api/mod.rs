//! The JSON API: reads the database that the indexer fills, and nothing else.

mod answer;
mod ask;
mod error;
mod events;
mod limits;
mod live;
mod metrics;
mod openapi;
mod reader;
mod respond;
mod routes;
mod server;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;

use crate::store::Location;
use live::Live;
use metrics::Metrics;

pub use limits::Limits;
pub use reader::{Plan, Reader};

/// What every route works with.
#[derive(Clone)]
struct Api {
    reader: Reader,
    live: Arc<Live>,
    metrics: Arc<Metrics>,
    description: Arc<Value>,
    limits: Limits,
    max_behind: Duration,
}

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much at once, and for how long.
    pub limits: Limits,
    /// How old the last block may be before the indexer counts as behind.
    pub max_behind: Duration,
}

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    api: Api,
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

    /// The same with a database that is open already.
    ///
    /// # Errors
    ///
    /// When the address can't be listened at.
    pub async fn with_reader(
        reader: Reader,
        address: SocketAddr,
        settings: Settings,
    ) -> anyhow::Result<Self> {
        let api = Api {
            live: Live::new(reader.clone()).await?,
            reader,
            metrics: Arc::new(Metrics::new()?),
            description: Arc::new(routes::description()),
            limits: settings.limits,
            max_behind: settings.max_behind,
        };
        Ok(Self { listener: server::listen(address).await?, api })
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// When the system does not know, which it does.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `end` comes; then answers under way may finish.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self { listener, api } = self;
        let limits = api.limits.clone();
        let following = tokio::spawn(Arc::clone(&api.live).follow());
        let end = async {
            end.await;
            // Listeners would otherwise hold their connections open.
            following.abort();
        };
        server::serve(listener, routes::router(api), &limits, end).await;
    }
}
