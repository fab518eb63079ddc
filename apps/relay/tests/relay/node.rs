//! A server between a relay and its node that can hold transactions back, lose them, or lose their outcomes.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::site::{PATIENCE, http};

/// What the server does with transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// It passes them on, and their outcomes.
    Honest,
    /// It passes them on a little later, whether anybody still waits or not.
    Late(Duration),
    /// It passes them on, and answers 408 in the place of their outcomes.
    LosesOutcomes,
    /// It never passes them on, and never answers.
    Swallows,
    /// It answers 429.
    Refuses,
}

/// The server; it ends with the test.
pub struct Node {
    pub url: String,
    shared: Arc<Shared>,
}

struct Shared {
    to: Mutex<String>,
    http: reqwest::Client,
    behaviour: Mutex<Behaviour>,
    sent: Mutex<usize>,
}

impl Node {
    pub async fn must_start(to: String) -> Self {
        let (behaviour, sent) = (Mutex::new(Behaviour::Honest), Mutex::default());
        let shared = Arc::new(Shared { to: Mutex::new(to), http: http().build().unwrap(), behaviour, sent });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(pass_on).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, shared }
    }

    pub fn behave(&self, behaviour: Behaviour) {
        *self.shared.behaviour.lock().unwrap() = behaviour;
    }

    /// Passes everything on to another node from now on.
    pub fn move_to(&self, url: String) {
        *self.shared.to.lock().unwrap() = url;
    }

    /// How many transactions it was sent.
    pub fn sent(&self) -> usize {
        *self.shared.sent.lock().unwrap()
    }

    /// Waits until it was sent so many.
    pub async fn must_be_sent(&self, number: usize) {
        let began = Instant::now();
        while self.sent() < number {
            assert!(began.elapsed() < PATIENCE, "nothing is sent");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn pass_on(State(shared): State<Arc<Shared>>, body: Bytes) -> (StatusCode, Vec<u8>) {
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_transaction = request["method"] == "send_tx";
    let behaviour = if is_transaction { *shared.behaviour.lock().unwrap() } else { Behaviour::Honest };
    if is_transaction {
        *shared.sent.lock().unwrap() += 1;
    }
    if behaviour == Behaviour::Refuses {
        return (StatusCode::TOO_MANY_REQUESTS, Vec::new());
    }
    let passing = async move {
        match behaviour {
            Behaviour::Late(pause) => tokio::time::sleep(pause).await,
            Behaviour::Swallows => std::future::pending().await,
            _ => {}
        }
        let to = shared.to.lock().unwrap().clone();
        let sent = shared.http.post(to).header("content-type", "application/json").body(body).send();
        let answer = sent.await.ok()?;
        Some((answer.status(), answer.bytes().await.ok()?.into()))
    };
    // Not cut short when the client goes.
    let answer = tokio::spawn(passing).await.ok().flatten();
    match answer {
        Some(_) if behaviour == Behaviour::LosesOutcomes => (StatusCode::REQUEST_TIMEOUT, Vec::new()),
        Some(answer) => answer,
        None => (StatusCode::BAD_GATEWAY, Vec::new()),
    }
}
