//! Replays what was recorded from a real neard 2.13.3 (protocol 86) and compares the answers.
//!
//! What differs from run to run by nature (hashes, heights, times, nonces) is masked; hashes keep their identity
//! within one answer. Answers that describe the chain itself are compared by the paths and types that they hold.

use std::collections::{BTreeSet, HashMap};

use localnet::{Config, Credentials};
use near_crypto::{ED25519SecretKey, SecretKey, Signature};
use near_primitives::{
    action::{Action, DeployContractAction},
    hash::CryptoHash,
    serialize::from_base64,
};
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::common::{TestNode, encode, sign};

const RECORDING: &str = include_str!("../golden/neard-2.13.3-protocol-86.json");
const PROBE: &[u8] = include_bytes!("../golden/probe.wasm");

/// Steps whose answers differ, with the reason; README.md lists them too.
const KNOWN_DIFFERENCES: &[(&str, &str)] =
    &[("protocol config", "the published crates serialise the configuration as nodes since 2.14 do")];

const COMPARED_BY_SHAPE: &[&str] = &[
    "status",
    "block final",
    "block optimistic",
    "block by height",
    "block by hash",
    "chunk",
    "validators",
    "protocol config",
    "gas price",
    "tx unknown",
];

const VOLATILE: &[&str] = &[
    "block_hash",
    "block_height",
    "prev_hash",
    "timestamp",
    "timestamp_nanosec",
    "nonce",
    "tx_nonce",
    "ak_nonce",
    "upper_bound",
    "last_key",
    "proof",
    "chunk_hash",
    "height",
];

/// One step of the recording.
#[derive(Deserialize)]
struct Step {
    label: String,
    method: String,
    params: Value,
    http: u16,
    body: Value,
    transaction: Option<Recorded>,
}

/// A transaction without what changes from run to run.
#[derive(Deserialize)]
struct Recorded {
    signer: String,
    /// `root`, or the name that the key was derived from.
    key: String,
    receiver: String,
    /// Borsh in base64, or the words `deploy probe.wasm`.
    actions: Vec<String>,
}

struct Replay {
    node: TestNode,
    last_transaction: Option<CryptoHash>,
    height_before_jump: u64,
}

impl Replay {
    fn start() -> Self {
        let node = TestNode::start(Config { protocol_version: 86, ..Config::default() });
        Self { node, last_transaction: None, height_before_jump: 0 }
    }

    fn answer(&mut self, step: &Step) -> (u16, Value) {
        let mut params = step.params.clone();
        if let Some(recorded) = &step.transaction {
            params["signed_tx_base64"] = json!(self.signed(&step.label, recorded));
        }
        if let Some(hash) = params.get_mut("tx_hash")
            && step.label != "tx unknown"
        {
            *hash = json!(self.last_transaction);
        }
        match step.label.as_str() {
            "tx by hash, positional" => params[0] = json!(self.last_transaction),
            "block by height" => params["block_id"] = self.final_block()["height"].clone(),
            "block by hash" | "chunk" => params["block_id"] = self.final_block()["hash"].clone(),
            "fast forward" => self.height_before_jump = self.node.head(),
            "fast forward moved at least 500" => {
                let moved = self.node.head() - self.height_before_jump >= 500;
                return (0, json!({ "moved": moved }));
            }
            _ => {}
        }
        self.node.call(&step.method, &params)
    }

    /// Returns the header of a final block in which nothing happened, as those in the recording.
    fn final_block(&self) -> Value {
        loop {
            let newest = json!({ "finality": "final" });
            let block = self.node.must_call("block", &newest);
            let id = json!({ "block_id": block["header"]["hash"], "shard_id": 0 });
            let chunk = self.node.must_call("chunk", &id);
            if chunk["receipts"] == json!([]) && chunk["transactions"] == json!([]) {
                return block["header"].clone();
            }
        }
    }

    /// Signs a recorded transaction again, with the peculiarities that some steps are about.
    fn signed(&mut self, label: &str, recorded: &Recorded) -> String {
        let signer = Credentials {
            account_id: recorded.signer.parse().expect("a valid account id"),
            secret_key: self.secret_key(&recorded.key),
        };
        let actions = recorded.actions.iter().map(|action| decode(action));
        let mut transaction = self.node.transaction(&signer, &recorded.receiver, actions.collect());
        match label {
            "nonce used" => transaction.nonce -= 1,
            "nonce too large" => transaction.nonce += 10_u64.pow(15) - 1,
            "unknown block hash" => transaction.block_hash = CryptoHash([7; 32]),
            _ => {}
        }
        let mut envelope = sign(&signer, transaction);
        self.last_transaction = Some(envelope.get_hash());
        if label == "bad signature" {
            let key_type = near_crypto::KeyType::ED25519;
            envelope.signature = Signature::from_parts(key_type, &[1; 64]).expect("64 bytes");
        }
        encode(&envelope)
    }

    fn secret_key(&self, name: &str) -> SecretKey {
        if name == "root" {
            return self.node.node.root().secret_key.clone();
        }
        let seed = CryptoHash::hash_bytes(name.as_bytes());
        let pair = ed25519_dalek::SigningKey::from_bytes(&seed.0);
        SecretKey::ED25519(ED25519SecretKey(pair.to_keypair_bytes()))
    }
}

fn decode(action: &str) -> Action {
    if action == "deploy probe.wasm" {
        let code = PROBE.to_vec();
        return Action::DeployContract(DeployContractAction { code });
    }
    let bytes = from_base64(action).expect("base64");
    borsh::from_slice(&bytes).expect("an action")
}

/// Hides what changes from run to run; hashes become numbers in the order of their appearance.
struct Mask {
    hash: Regex,
    signature: Regex,
    numbers: HashMap<String, usize>,
}

impl Mask {
    fn new() -> Self {
        let alphabet = "[1-9A-HJ-NP-Za-km-z]";
        Self {
            hash: Regex::new(&format!(r"\b{alphabet}{{43,44}}\b")).expect("a valid pattern"),
            signature: Regex::new(&format!("ed25519:{alphabet}{{80,}}")).expect("a valid pattern"),
            numbers: HashMap::new(),
        }
    }

    fn apply(&mut self, value: &Value, key: &str) -> Value {
        if VOLATILE.contains(&key) {
            return json!("*");
        }
        match value {
            Value::Object(object) => {
                object.iter().map(|(key, value)| (key.clone(), self.apply(value, key))).collect()
            }
            Value::Array(array) => array.iter().map(|value| self.apply(value, key)).collect(),
            Value::String(text) => json!(self.text(text)),
            other => other.clone(),
        }
    }

    fn text(&mut self, text: &str) -> String {
        let text = self.signature.replace_all(text, "SIG");
        let numbers = &mut self.numbers;
        let masked = self.hash.replace_all(&text, |found: &regex::Captures| {
            let hash = &found[0];
            if hash.starts_with("1111") {
                return hash.to_owned();
            }
            let next = numbers.len();
            format!("#{}", numbers.entry(hash.to_owned()).or_insert(next))
        });
        masked.into_owned()
    }
}

/// Collects the paths in a value, with the types at their ends.
fn shape(value: &Value, path: &str, paths: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Object(object) => {
            for (key, value) in object {
                shape(value, &format!("{path}.{key}"), paths);
            }
            "object"
        }
        Value::Array(array) => {
            for value in array {
                shape(value, &format!("{path}[]"), paths);
            }
            "array"
        }
        Value::String(_) => "string",
        Value::Number(_) => "number",
        Value::Bool(_) => "bool",
        Value::Null => "null",
    };
    paths.insert(format!("{path}: {kind}"));
}

/// Collects the paths at which two values differ.
fn differences(a: &Value, b: &Value, path: &str, found: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let shared = |a: &Map<String, Value>, b: &Map<String, Value>| -> Vec<String> {
                a.keys().filter(|key| b.contains_key(*key)).cloned().collect()
            };
            if shared(x, y) != shared(y, x) {
                found.push(format!("{path}: real has the fields in another order"));
            }
            let keys: BTreeSet<_> = x.keys().chain(y.keys()).collect();
            for key in keys {
                let path = format!("{path}.{key}");
                match (x.get(key), y.get(key)) {
                    (Some(a), Some(b)) => differences(a, b, &path, found),
                    (Some(a), None) => found.push(format!("{path}: real {a}, localnet has none")),
                    (None, Some(b)) => found.push(format!("{path}: real has none, localnet {b}")),
                    (None, None) => {}
                }
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            for (index, (a, b)) in x.iter().zip(y).enumerate() {
                differences(a, b, &format!("{path}[{index}]"), found);
            }
        }
        _ if a != b => found.push(format!("{path}: real {a}, localnet {b}")),
        _ => {}
    }
}

fn compare(step: &Step, http: u16, body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if COMPARED_BY_SHAPE.contains(&step.label.as_str()) {
        let (mut real, mut own) = (BTreeSet::new(), BTreeSet::new());
        shape(&step.body, "", &mut real);
        shape(body, "", &mut own);
        found.extend(real.symmetric_difference(&own).cloned());
    } else {
        let real = Mask::new().apply(&step.body, "");
        let own = Mask::new().apply(body, "");
        differences(&real, &own, "", &mut found);
    }
    if step.http != http {
        found.push(format!("HTTP status: real {}, localnet {http}", step.http));
    }
    found
}

#[test]
fn answers_are_those_of_the_real_node() {
    let steps: Vec<Step> = serde_json::from_str(RECORDING).expect("a recording");
    assert_eq!(steps.len(), 120);
    let mut replay = Replay::start();
    let mut report = Vec::new();
    for step in &steps {
        let (http, body) = replay.answer(step);
        let found = compare(step, http, &body);
        let known = KNOWN_DIFFERENCES.iter().any(|(label, _)| *label == step.label);
        if known {
            assert!(!found.is_empty(), "{} no longer differs", step.label);
        } else if !found.is_empty() {
            report.push(format!("{}:\n  {}", step.label, found.join("\n  ")));
        }
    }
    assert!(report.is_empty(), "answers differ from the real node's:\n{}", report.join("\n"));
}
