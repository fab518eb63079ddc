//! A server between a chain and its watcher, which may lag behind, forget old blocks, or lie.

use std::ops::RangeInclusive;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use tic_tac_toe_cli::local::LocalChain;
use tokio::net::TcpListener;

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the server makes of the chain's blocks.
#[derive(Clone)]
pub enum Behaviour {
    /// Serves them as they are.
    Honest,
    /// Has only those at these heights.
    Only(RangeInclusive<u64>),
    /// Replaces one text by another in them.
    Forging(&'static str, &'static str),
    /// Is asked too often, whatever it is asked.
    Busy,
}

/// The server; it ends with the test.
pub struct BlockServer {
    /// Where it is.
    pub url: String,
    relay: Arc<Relay>,
    asked: Receiver<()>,
}

type Answer = Result<String, (StatusCode, &'static str)>;

struct Relay {
    chain_url: String,
    http: reqwest::Client,
    behaviour: Mutex<Behaviour>,
    asked: Sender<()>,
}

impl BlockServer {
    pub async fn must_start(chain: &LocalChain, behaviour: Behaviour) -> Self {
        let (sender, asked) = mpsc::channel();
        let relay = Arc::new(Relay {
            chain_url: chain.rpc_url(),
            http: reqwest::Client::new(),
            behaviour: Mutex::new(behaviour),
            asked: sender,
        });
        let routes = Router::new()
            .route("/v0/block/{height}", get(block))
            .route("/v0/last_block/final", get(newest_block))
            .with_state(Arc::clone(&relay));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, relay, asked }
    }

    pub fn behave(&self, behaviour: Behaviour) {
        *self.relay.behaviour.lock().unwrap() = behaviour;
    }

    /// Waits until somebody has asked for the newest block while some were held back, or for anything while it was busy.
    pub fn must_be_asked(&self) {
        self.asked.recv_timeout(PATIENCE).expect("the watcher asks");
    }
}

impl Relay {
    fn behaviour(&self) -> Behaviour {
        self.behaviour.lock().unwrap().clone()
    }

    async fn fetch(&self, path: &str) -> Answer {
        let response = self.http.get(format!("{}{path}", self.chain_url)).send().await;
        let response = response.and_then(reqwest::Response::error_for_status).map_err(gone_away)?;
        let text = response.text().await.map_err(gone_away)?;
        match self.behaviour() {
            Behaviour::Forging(original, forgery) => Ok(text.replace(original, forgery)),
            Behaviour::Honest | Behaviour::Only(_) | Behaviour::Busy => Ok(text),
        }
    }

    fn turn_away(&self) -> Answer {
        let _ = self.asked.send(());
        Err((StatusCode::TOO_MANY_REQUESTS, ""))
    }
}

fn gone_away(_: reqwest::Error) -> (StatusCode, &'static str) {
    (StatusCode::BAD_GATEWAY, "the chain does not answer")
}

async fn block(State(relay): State<Arc<Relay>>, Path(height): Path<u64>) -> Answer {
    match relay.behaviour() {
        Behaviour::Only(heights) if height < *heights.start() => {
            Err((StatusCode::NOT_FOUND, r#"{"type":"BLOCK_HEIGHT_TOO_LOW"}"#))
        }
        Behaviour::Only(heights) if height > *heights.end() => {
            Err((StatusCode::NOT_FOUND, r#"{"type":"BLOCK_HEIGHT_TOO_HIGH"}"#))
        }
        Behaviour::Busy => relay.turn_away(),
        _ => relay.fetch(&format!("/v0/block/{height}")).await,
    }
}

async fn newest_block(State(relay): State<Arc<Relay>>) -> Answer {
    match relay.behaviour() {
        Behaviour::Only(heights) => {
            let answer = relay.fetch(&format!("/v0/block/{}", heights.end())).await;
            let _ = relay.asked.send(());
            answer
        }
        Behaviour::Busy => relay.turn_away(),
        Behaviour::Honest | Behaviour::Forging(..) => relay.fetch("/v0/last_block/final").await,
    }
}
