//! A server of made-up blocks that is also the node which says what chain it is, and can behave badly.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::story::Block;

/// How the server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// It answers.
    #[default]
    Honest,
    /// It is asked too often.
    RateLimits,
    /// It answers with the block after the one that was asked for.
    Lies,
    /// It has forgotten all blocks below this one.
    Forgets(u64),
    /// It has lost this block, and the ones after it are there.
    Lacks(u64),
}

/// The server; it ends with the test.
pub struct Served {
    pub url: String,
    mind: Arc<Mind>,
}

struct Mind {
    told: Mutex<Told>,
}

struct Told {
    manner: Manner,
    genesis: String,
    blocks: BTreeMap<u64, String>,
}

impl Served {
    pub async fn must_start(genesis: &str, blocks: &[Block]) -> Self {
        let blocks = blocks.iter().map(|block| (block.height, block.json(0))).collect();
        let told = Told { manner: Manner::Honest, genesis: genesis.to_owned(), blocks };
        let mind = Arc::new(Mind { told: Mutex::new(told) });
        let routes = Router::new()
            .route("/", post(status))
            .route("/v0/block/{height}", get(block))
            .route("/v0/last_block/final", get(last))
            .with_state(Arc::clone(&mind));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, mind }
    }

    pub fn behave(&self, manner: Manner) {
        self.mind.told.lock().unwrap().manner = manner;
    }

    /// Becomes another chain, as a dev node does that is started anew.
    pub fn become_another(&self, genesis: &str, blocks: &[Block]) {
        let mut told = self.mind.told.lock().unwrap();
        genesis.clone_into(&mut told.genesis);
        told.blocks = blocks.iter().map(|block| (block.height, block.json(0))).collect();
    }

    pub fn add(&self, blocks: &[Block]) {
        let mut told = self.mind.told.lock().unwrap();
        told.blocks.extend(blocks.iter().map(|block| (block.height, block.json(0))));
    }
}

async fn block(State(mind): State<Arc<Mind>>, Path(height): Path<u64>) -> (StatusCode, String) {
    let told = mind.told.lock().unwrap();
    let newest = told.blocks.keys().next_back().copied().unwrap_or(0);
    match told.manner {
        Manner::RateLimits => (StatusCode::TOO_MANY_REQUESTS, String::new()),
        Manner::Forgets(first) if height < first => {
            (StatusCode::NOT_FOUND, r#"{"type":"BLOCK_HEIGHT_TOO_LOW"}"#.to_owned())
        }
        Manner::Lacks(lost) if height == lost => (StatusCode::NOT_FOUND, String::new()),
        Manner::Lies => {
            let later = told.blocks.range(height + 1..).next();
            later.map_or((StatusCode::NOT_FOUND, String::new()), |(_, json)| (StatusCode::OK, json.clone()))
        }
        _ if height > newest => (StatusCode::NOT_FOUND, String::new()),
        _ => (StatusCode::OK, told.blocks.get(&height).cloned().unwrap_or_else(|| "null".to_owned())),
    }
}

async fn last(State(mind): State<Arc<Mind>>) -> Result<String, StatusCode> {
    let told = mind.told.lock().unwrap();
    if told.manner == Manner::RateLimits {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    told.blocks.values().next_back().cloned().ok_or(StatusCode::NOT_FOUND)
}

async fn status(State(mind): State<Arc<Mind>>) -> String {
    include_str!("status.json").replace("GENESIS", &mind.told.lock().unwrap().genesis)
}
