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
pub enum Behaviour {
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
    shared: Arc<Shared>,
    // Everything that it serves runs in here, so that with it all connections break at once.
    runtime: Option<Runtime>,
}

struct Shared {
    chain_url: Mutex<String>,
    http: reqwest::Client,
    behaviour: Mutex<Behaviour>,
    passed_on: Mutex<Vec<Value>>,
    turned_away: Mutex<usize>,
}

impl Relay {
    pub fn must_start(chain: &LocalChain) -> Self {
        let shared = Arc::new(Shared {
            chain_url: Mutex::new(chain.rpc_url()),
            http: reqwest::Client::new(),
            behaviour: Mutex::new(Behaviour::Well),
            passed_on: Mutex::default(),
            turned_away: Mutex::default(),
        });
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let (runtime, address) = must_serve(anywhere, &shared);
        Self { url: format!("http://{address}"), address, shared, runtime: Some(runtime) }
    }

    pub fn behave(&self, behaviour: Behaviour) {
        *self.shared.behaviour.lock().unwrap() = behaviour;
    }

    /// Leads to another chain from now on, like a node that was started again.
    pub fn lead_to(&self, chain: &LocalChain) {
        *self.shared.chain_url.lock().unwrap() = chain.rpc_url();
    }

    /// Breaks all connections and takes no more.
    pub fn go_away(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Is there again, at the same address.
    pub fn come_back(&mut self) {
        self.runtime = Some(must_serve(self.address, &self.shared).0);
    }

    /// Waits until so many requests more were refused, or lost their outcome.
    pub async fn must_turn_away(&self, more: usize) {
        let turned_away = || *self.shared.turned_away.lock().unwrap();
        let (before, began) = (turned_away(), Instant::now());
        while turned_away() < before + more {
            assert!(began.elapsed() < PATIENCE, "nobody asks the node");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Whether a view was asked for with these arguments, in base64.
    pub fn has_asked(&self, method: &str, args: &str) -> bool {
        let passed_on = self.shared.passed_on.lock().unwrap();
        let is_it = |params: &Value| params["method_name"] == method && params["args_base64"] == args;
        passed_on.iter().any(|request| is_it(&request["params"]))
    }

    /// How many transactions reached the chain.
    pub fn sent(&self) -> usize {
        sent_in(&self.shared.passed_on.lock().unwrap()).len()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.go_away();
    }
}

fn must_serve(address: SocketAddr, shared: &Arc<Shared>) -> (Runtime, SocketAddr) {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let routes = Router::new().fallback(pass_on).with_state(Arc::clone(shared));
    let listener = std::net::TcpListener::bind(address).expect("a free port");
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(async move { axum::serve(TcpListener::from_std(listener).unwrap(), routes).await });
    (runtime, address)
}

async fn pass_on(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, Vec<u8>) {
    let turn_away = |status| {
        *shared.turned_away.lock().unwrap() += 1;
        (status, Vec::new())
    };
    let behaviour = *shared.behaviour.lock().unwrap();
    match behaviour {
        Behaviour::Refusing(status) => return turn_away(status),
        Behaviour::Late(pause) => tokio::time::sleep(pause).await,
        Behaviour::Well | Behaviour::LosingOutcomes => {}
    }
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_transaction = !sent_in(std::slice::from_ref(&request)).is_empty();
    shared.passed_on.lock().unwrap().push(request);
    let url = format!("{}{uri}", shared.chain_url.lock().unwrap());
    let json = "application/json";
    let passed_on = shared.http.request(method, url).header("content-type", json).body(body).send().await;
    let Ok(answer) = passed_on else { return (StatusCode::BAD_GATEWAY, Vec::new()) };
    if is_transaction && behaviour == Behaviour::LosingOutcomes {
        return turn_away(StatusCode::REQUEST_TIMEOUT);
    }
    let status = answer.status();
    (status, answer.bytes().await.unwrap_or_default().into())
}
