//! Accepts connections and passes their requests to the routes, until it shuts down.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::{Client, Places, Share, log};

/// Limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Connections at once; more wait. A client with more than its share is disconnected.
    pub connections: Share,
    /// How long a client may take to send its headers.
    pub headers: Duration,
    /// How long a client may take to read before more can be written.
    pub write: Duration,
    /// How long answers in progress may take once the server shuts down.
    pub shutdown: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: Share { of_all: 2048, of_one: 256 },
            headers: Duration::from_secs(10),
            write: Duration::from_secs(30),
            shutdown: Duration::from_secs(5),
        }
    }
}

impl ConnectionLimits {
    /// Returns the limits of a server behind a proxy, whose connections all are.
    #[must_use]
    pub const fn behind_a_proxy(mut self) -> Self {
        self.connections.of_one = self.connections.of_all;
        self
    }
}

/// Listens at an address; port 0 takes any free one.
///
/// # Errors
///
/// When the address is taken or is not this machine's.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        anyhow!("Cannot listen on {address}: {error}. Is the port taken? Port 0 takes any free one.")
    })
}

/// No request has longer headers.
const MAX_HEADERS: usize = 16 * 1024;

/// Answers until `end`; then answers in progress may finish. Written out, as `axum::serve` limits neither the number
/// of connections nor the time that a client takes to send its headers or to read its answer.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: ConnectionLimits,
    end: impl Future<Output = ()>,
) {
    let permits = Arc::new(Semaphore::new(limits.connections.of_all));
    let places = Places::new(limits.connections);
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.headers).max_buf_size(MAX_HEADERS);
    tokio::pin!(end);
    loop {
        let (stream, peer, permit) = tokio::select! {
            accepted = accept(&listener, &permits) => accepted,
            () = &mut end => break,
        };
        let Ok(place) = places.take(Client::at(peer.ip())) else { continue };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.write));
        let routes = TowerToHyperService::new(routes.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            routes.call(request)
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
        tokio::spawn(async move {
            // A client that disconnects is no error.
            let _ = connection.await;
            drop((permit, place));
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(limits.shutdown, graceful.shutdown()).await;
}

async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    let permit = Arc::clone(permits).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Answers are small, and a listener wants each event at once.
                let _ = stream.set_nodelay(true);
                return (stream, peer, permit);
            }
            // Too many open files, mostly: some of them will be closed.
            Err(error) => {
                log(&format!("a connection could not be accepted: {error}; trying again in a second"));
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Waits for Ctrl-C, or for the signal by which services are stopped.
pub async fn shutdown() {
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => terminated.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        // Where the signal can't be caught, the system ends the program.
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
}
