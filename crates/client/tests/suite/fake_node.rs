//! A node that says what a test wants it to say, and remembers what it was asked.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use near_primitives::action::Action;
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::views::SignedTransactionView;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// What the node says.
pub enum Answer {
    /// This result.
    Result(Value),
    /// This error.
    #[allow(dead_code, reason = "the terminal's tests have this file too")]
    Error(Value),
    /// Nothing but a status.
    Status(StatusCode),
    /// Nothing at all, while the connection stays open.
    Silence,
}

/// A question: the method, for queries their kind, and the parameters.
pub struct Question<'a> {
    pub method: &'a str,
    pub params: &'a Value,
}

/// The node; it ends with the test.
pub struct FakeNode {
    pub url: String,
    shared: Arc<Shared>,
}

type Answers = Box<dyn Fn(&Question) -> Answer + Send + Sync>;

struct Shared {
    answers: Answers,
    asked: Mutex<Vec<Value>>,
    keys: Mutex<Vec<String>>,
}

impl FakeNode {
    pub async fn must_start(answers: impl Fn(&Question) -> Answer + Send + Sync + 'static) -> Self {
        let shared =
            Arc::new(Shared { answers: Box::new(answers), asked: Mutex::default(), keys: Mutex::default() });
        let routes = Router::new().route("/", post(answer)).with_state(Arc::clone(&shared));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, shared }
    }

    /// The transactions that were sent to it.
    pub fn sent(&self) -> Vec<SignedTransaction> {
        sent_in(&self.shared.asked.lock().unwrap())
    }

    /// The keys that were sent to it.
    #[allow(dead_code, reason = "the terminal's tests have this file too")]
    pub fn keys(&self) -> Vec<String> {
        self.shared.keys.lock().unwrap().clone()
    }

    /// The arguments of the calls that were sent to it.
    pub fn sent_args(&self) -> Vec<Value> {
        let sent = self.sent();
        let actions = sent.iter().flat_map(|transaction| transaction.transaction.actions());
        let args = actions.filter_map(|action| match action {
            Action::FunctionCall(call) => Some(serde_json::from_slice(&call.args).expect("JSON")),
            _ => None,
        });
        args.collect()
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<String, StatusCode> {
    let key = headers.get("authorization").and_then(|key| key.to_str().ok());
    shared.keys.lock().unwrap().extend(key.map(str::to_owned));
    let request: Value = serde_json::from_slice(&body).expect("clients send JSON");
    shared.asked.lock().unwrap().push(request.clone());
    let params = &request["params"];
    let method = params["request_type"].as_str().or(request["method"].as_str()).expect("a method");
    match (shared.answers)(&Question { method, params }) {
        Answer::Result(result) => {
            Ok(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }).to_string())
        }
        Answer::Error(error) => {
            Ok(json!({ "jsonrpc": "2.0", "id": request["id"], "error": error }).to_string())
        }
        Answer::Status(status) => Err(status),
        Answer::Silence => std::future::pending().await,
    }
}

/// The transactions among requests to a node.
pub fn sent_in(requests: &[Value]) -> Vec<SignedTransaction> {
    let sent = requests.iter().filter_map(|request| request["params"].get("signed_tx_base64"));
    sent.map(|transaction| serde_json::from_value(transaction.clone()).expect("a transaction")).collect()
}

/// The result of a query, which names its block.
pub fn viewed(mut result: Value) -> Answer {
    result["block_height"] = 1.into();
    result["block_hash"] = json!(CryptoHash::default());
    Answer::Result(result)
}

/// The result of a view method.
pub fn returned(value: &Value) -> Answer {
    viewed(json!({ "result": value.to_string().into_bytes(), "logs": [] }))
}

/// A key that may do everything.
pub fn full_access() -> Value {
    json!({ "nonce": 1, "permission": "FullAccess" })
}

/// A transaction that failed since the contract panicked with this text.
pub fn panicked(question: &Question, text: &str) -> Answer {
    let kind =
        json!({ "FunctionCallError": { "ExecutionError": format!("Smart contract panicked: {text}") } });
    let status = json!({ "Failure": { "ActionError": { "index": 0, "kind": kind } } });
    let sent: SignedTransaction =
        serde_json::from_value(question.params["signed_tx_base64"].clone()).expect("a transaction");
    let nothing = CryptoHash::default();
    let outcome = json!({
        "logs": [], "receipt_ids": [], "gas_burnt": 1, "tokens_burnt": "1",
        "executor_id": sent.transaction.signer_id(), "status": { "SuccessReceiptId": nothing },
    });
    Answer::Result(json!({
        "final_execution_status": "EXECUTED_OPTIMISTIC",
        "status": status,
        "transaction": SignedTransactionView::from(sent),
        "transaction_outcome": { "proof": [], "block_hash": nothing, "id": nothing, "outcome": outcome },
        "receipts_outcome": [],
    }))
}
