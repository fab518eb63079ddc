//! A server between a chain and its clients that answers late, refuses, loses outcomes, or goes away for a while.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use serde_json::Value;
use tic_tac_toe_cli::local::LocalChain;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::fake_node::sent_in;

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// How the server treats what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It passes questions and answers on.
    Well,
    /// So does it, after this long.
    Late(Duration),
    /// It answers nothing but a status.
    Refusing(StatusCode),
    /// It passes transactions on, and answers 408 in the place of their outcomes.
    LosingOutcomes,
}

/// The server; it ends with the test.
pub struct Relay {
    pub url: String,
    address: SocketAddr,
    mind: Arc<Mind>,
    // Everything that it serves runs in here, so that with it all connections break at once.
    runtime: Option<Runtime>,
}

struct Mind {
    chain_url: Mutex<String>,
    http: reqwest::Client,
    mood: Mutex<Mood>,
    passed_on: Mutex<Vec<Value>>,
    turned_away: Mutex<usize>,
}

impl Relay {
    pub fn must_start(chain: &LocalChain) -> Self {
        let mind = Arc::new(Mind {
            chain_url: Mutex::new(chain.rpc_url()),
            http: reqwest::Client::new(),
            mood: Mutex::new(Mood::Well),
            passed_on: Mutex::default(),
            turned_away: Mutex::default(),
        });
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let (runtime, address) = must_serve(anywhere, &mind);
        Self { url: format!("http://{address}"), address, mind, runtime: Some(runtime) }
    }

    pub fn behave(&self, mood: Mood) {
        *self.mind.mood.lock().unwrap() = mood;
    }

    /// Leads to another chain from now on, like a node that was started again.
    pub fn lead_to(&self, chain: &LocalChain) {
        *self.mind.chain_url.lock().unwrap() = chain.rpc_url();
    }

    /// Breaks all connections and takes no more.
    pub fn go_away(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Is there again, at the same address.
    pub fn come_back(&mut self) {
        self.runtime = Some(must_serve(self.address, &self.mind).0);
    }

    /// Waits until so many requests more were refused, or lost their outcome.
    pub async fn must_turn_away(&self, more: usize) {
        let turned_away = || *self.mind.turned_away.lock().unwrap();
        let (before, began) = (turned_away(), Instant::now());
        while turned_away() < before + more {
            assert!(began.elapsed() < PATIENCE, "nobody asks the node");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// How many transactions reached the chain.
    pub fn sent(&self) -> usize {
        sent_in(&self.mind.passed_on.lock().unwrap()).len()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.go_away();
    }
}

fn must_serve(address: SocketAddr, mind: &Arc<Mind>) -> (Runtime, SocketAddr) {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let routes = Router::new().fallback(pass_on).with_state(Arc::clone(mind));
    let listener = std::net::TcpListener::bind(address).expect("a free port");
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(async move { axum::serve(TcpListener::from_std(listener).unwrap(), routes).await });
    (runtime, address)
}

async fn pass_on(
    State(mind): State<Arc<Mind>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, Vec<u8>) {
    let turn_away = |status| {
        *mind.turned_away.lock().unwrap() += 1;
        (status, Vec::new())
    };
    let mood = *mind.mood.lock().unwrap();
    match mood {
        Mood::Refusing(status) => return turn_away(status),
        Mood::Late(pause) => tokio::time::sleep(pause).await,
        Mood::Well | Mood::LosingOutcomes => {}
    }
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_transaction = !sent_in(std::slice::from_ref(&request)).is_empty();
    mind.passed_on.lock().unwrap().push(request);
    let url = format!("{}{uri}", mind.chain_url.lock().unwrap());
    let json = "application/json";
    let passed_on = mind.http.request(method, url).header("content-type", json).body(body).send().await;
    let Ok(answer) = passed_on else { return (StatusCode::BAD_GATEWAY, Vec::new()) };
    if is_transaction && mood == Mood::LosingOutcomes {
        return turn_away(StatusCode::REQUEST_TIMEOUT);
    }
    let status = answer.status();
    (status, answer.bytes().await.unwrap_or_default().into())
}
