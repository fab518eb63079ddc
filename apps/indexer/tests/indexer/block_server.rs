//! A server of random blocks, which is also the node that names the chain, and can misbehave.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::node;
use crate::random_chain::Block;

/// How the server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behaviour {
    /// It answers.
    #[default]
    Honest,
    /// It wants `?apiKey=secret`.
    WantsKey,
    /// It is asked too often.
    RateLimits,
    /// It answers with the block after the one that was asked for.
    Lies,
    /// It has forgotten all blocks below this one.
    Forgets(u64),
    /// It has lost this block, and the ones after it are there.
    Lacks(u64),
    /// It says that there is no block at this height, where there is one.
    Denies(u64),
}

/// The server; it ends with the test.
pub struct BlockServer {
    pub url: String,
    state: Shared,
}

type Shared = Arc<Mutex<BlockServerState>>;

struct BlockServerState {
    behaviour: Behaviour,
    genesis: String,
    blocks: BTreeMap<u64, Bytes>,
}

impl BlockServer {
    pub async fn must_start(genesis: &str, blocks: &[Block]) -> Self {
        Self::must_serve(genesis, ready(blocks).collect()).await
    }

    /// Serves blocks that are ready to be sent.
    pub async fn must_serve(genesis: &str, blocks: BTreeMap<u64, Bytes>) -> Self {
        let state = BlockServerState { behaviour: Behaviour::Honest, genesis: genesis.to_owned(), blocks };
        let state = Arc::new(Mutex::new(state));
        let routes = Router::new()
            .route("/", post(rpc))
            .route("/v0/block/{height}", get(block))
            .route("/v0/last_block/final", get(last))
            .with_state(Arc::clone(&state));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, state }
    }

    pub fn behave(&self, behaviour: Behaviour) {
        self.state.lock().unwrap().behaviour = behaviour;
    }

    /// Becomes another chain, as a dev node does that is started anew.
    pub fn switch_chain(&self, genesis: &str, blocks: &[Block]) {
        let mut state = self.state.lock().unwrap();
        genesis.clone_into(&mut state.genesis);
        state.blocks = ready(blocks).collect();
    }

    pub fn add(&self, blocks: &[Block]) {
        self.state.lock().unwrap().blocks.extend(ready(blocks));
    }
}

/// Blocks by their heights, ready to be sent.
fn ready(blocks: &[Block]) -> impl Iterator<Item = (u64, Bytes)> {
    blocks.iter().map(|block| (block.height, block.json(0).into()))
}

async fn block(
    State(state): State<Shared>,
    Path(height): Path<u64>,
    RawQuery(query): RawQuery,
) -> (StatusCode, Bytes) {
    const NO_BLOCK: Bytes = Bytes::from_static(b"null");
    let state = state.lock().unwrap();
    let newest = state.blocks.keys().next_back().copied().unwrap_or(0);
    match state.behaviour {
        Behaviour::WantsKey if query.as_deref() != Some("apiKey=secret") => {
            (StatusCode::FORBIDDEN, Bytes::new())
        }
        Behaviour::RateLimits => (StatusCode::TOO_MANY_REQUESTS, Bytes::new()),
        Behaviour::Forgets(first) if height < first => {
            (StatusCode::NOT_FOUND, r#"{"type":"BLOCK_HEIGHT_TOO_LOW"}"#.into())
        }
        Behaviour::Lacks(lost) if height == lost => (StatusCode::NOT_FOUND, Bytes::new()),
        Behaviour::Denies(height_of_a_block) if height == height_of_a_block => (StatusCode::OK, NO_BLOCK),
        Behaviour::Lies => {
            let later = state.blocks.range(height + 1..).next();
            later.map_or((StatusCode::NOT_FOUND, Bytes::new()), |(_, json)| (StatusCode::OK, json.clone()))
        }
        _ if height > newest => (StatusCode::NOT_FOUND, Bytes::new()),
        _ => (StatusCode::OK, state.blocks.get(&height).cloned().unwrap_or(NO_BLOCK)),
    }
}

async fn last(State(state): State<Shared>) -> Result<Bytes, StatusCode> {
    let state = state.lock().unwrap();
    if state.behaviour == Behaviour::RateLimits {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    state.blocks.values().next_back().cloned().ok_or(StatusCode::NOT_FOUND)
}

async fn rpc(State(state): State<Shared>, request: Bytes) -> String {
    let state = state.lock().unwrap();
    let hash_at = |height| {
        let block: serde_json::Value = serde_json::from_slice(state.blocks.get(&height)?).ok()?;
        Some(block["block"]["header"]["hash"].as_str()?.to_owned())
    };
    node::answer(&request, &state.genesis, hash_at)
}
