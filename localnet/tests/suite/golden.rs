//! Replays what was recorded from real nodes and compares the answers.
//!
//! What differs from run to run by nature (hashes, heights, times, nonces) is masked; hashes keep their identity
//! within one answer. Answers that describe the chain itself are compared by the paths and types that they hold.

use std::collections::{BTreeSet, HashMap};

use localnet::{Config, Credentials};
use near_crypto::{ED25519SecretKey, SecretKey, Signature};
use near_primitives::{
    account::AccessKey,
    action::{Action, AddKeyAction, CreateAccountAction, DeployContractAction},
    hash::CryptoHash,
    serialize::from_base64,
    transaction::{NonceMode, Transaction, TransactionNonce, TransactionV0, TransactionV1},
    types::{Balance, Nonce, NonceIndex},
};
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::common::{TestNode, encode, sign_any, transfer};

/// What one real node was recorded to answer.
struct Recording {
    text: &'static str,
    protocol_version: u32,
    steps: usize,
    /// Steps whose answers differ, with the reason; README.md lists them too.
    known_differences: &'static [(&'static str, &'static str)],
}

const NEARD_2_13: Recording = Recording {
    text: include_str!("../golden/neard-2.13.3-protocol-86.json"),
    protocol_version: 86,
    steps: 120,
    known_differences: &[(
        "protocol config",
        "the published crates serialise the configuration as nodes since 2.14 do",
    )],
};

const TRUNK: Recording = Recording {
    text: include_str!("../golden/neard-trunk-protocol-87.json"),
    protocol_version: 87,
    steps: 120,
    known_differences: &[(
        "protocol config",
        "the published crates serialise the configuration of a later version",
    )],
};

const GAS_KEYS: Recording = Recording {
    text: include_str!("../golden/neard-trunk-protocol-87-gas-keys.json"),
    protocol_version: 87,
    steps: 52,
    known_differences: &[],
};

const PROBE: &[u8] = include_bytes!("../golden/probe.wasm");

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
    /// The nonce, where it is not the next one.
    nonce: Option<Nonce>,
    /// What a transaction of version 1 has besides.
    version_1: Option<Version1>,
}

#[derive(Deserialize)]
struct Version1 {
    nonce_index: Option<NonceIndex>,
    strict: bool,
}

struct Replay {
    node: TestNode,
    last_transaction: Option<CryptoHash>,
    height_before_jump: u64,
}

impl Replay {
    fn start(protocol_version: u32) -> Self {
        let node = TestNode::start(Config { protocol_version, ..Config::default() });
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
        if let Some(index) = recorded.version_1.as_ref().and_then(|version_1| version_1.nonce_index) {
            transaction.nonce = self.gas_key_nonce(&signer, index) + 1;
        }
        match label {
            "nonce used" => transaction.nonce -= 1,
            "nonce too large" => transaction.nonce += 10_u64.pow(15) - 1,
            "strict nonce, too far" => transaction.nonce += 4,
            "unknown block hash" => transaction.block_hash = CryptoHash([7; 32]),
            _ => {}
        }
        transaction.nonce = recorded.nonce.unwrap_or(transaction.nonce);
        let transaction = match &recorded.version_1 {
            Some(version_1) => version_1.of(transaction),
            None => Transaction::V0(transaction),
        };
        let mut envelope = sign_any(&signer, transaction);
        self.last_transaction = Some(envelope.get_hash());
        if label == "bad signature" {
            let key_type = near_crypto::KeyType::ED25519;
            envelope.signature = Signature::from_parts(key_type, &[1; 64]).expect("64 bytes");
        }
        encode(&envelope)
    }

    /// One of the nonces of a gas key; 0 if it has no such nonce.
    fn gas_key_nonce(&self, signer: &Credentials, index: NonceIndex) -> Nonce {
        let question = json!({
            "finality": "optimistic",
            "request_type": "view_gas_key_nonces",
            "account_id": signer.account_id,
            "public_key": signer.secret_key.public_key(),
        });
        let (_, answer) = self.node.call("query", &question);
        answer["result"]["nonces"][usize::from(index)].as_u64().unwrap_or(0)
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

impl Version1 {
    fn of(&self, transaction: TransactionV0) -> Transaction {
        let nonce = transaction.nonce;
        Transaction::V1(TransactionV1 {
            signer_id: transaction.signer_id,
            public_key: transaction.public_key,
            nonce: match self.nonce_index {
                Some(index) => TransactionNonce::from_nonce_and_index(nonce, index),
                None => TransactionNonce::from_nonce(nonce),
            },
            receiver_id: transaction.receiver_id,
            block_hash: transaction.block_hash,
            actions: transaction.actions,
            nonce_mode: if self.strict { NonceMode::Strict } else { NonceMode::Monotonic },
        })
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
            // Nonces of a gas key start at a million for each block before it.
            Value::Number(nonce) if key == "nonces" => {
                json!(nonce.as_u64().map(|nonce| nonce % AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER))
            }
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

/// Replays a recording and fails with all that is answered in another way.
fn compare_all(recording: &Recording, mut replay: Replay) {
    let steps: Vec<Step> = serde_json::from_str(recording.text).expect("a recording");
    assert_eq!(steps.len(), recording.steps);
    let mut report = Vec::new();
    for step in &steps {
        let (http, body) = replay.answer(step);
        let found = compare(step, http, &body);
        let known = recording.known_differences.iter().any(|(label, _)| *label == step.label);
        if known {
            assert!(!found.is_empty(), "{} no longer differs", step.label);
        } else if !found.is_empty() {
            report.push(format!("{}:\n  {}", step.label, found.join("\n  ")));
        }
    }
    assert!(
        report.is_empty(),
        "{} answers differ from the real node's:\n{}",
        report.len(),
        report.join("\n")
    );
}

#[test]
fn answers_are_those_of_the_real_node() {
    compare_all(&NEARD_2_13, Replay::start(NEARD_2_13.protocol_version));
}

#[test]
fn answers_are_those_of_the_real_node_at_protocol_87() {
    compare_all(&TRUNK, Replay::start(TRUNK.protocol_version));
}

#[test]
fn gas_keys_live_as_on_the_real_node() {
    let replay = Replay::start(GAS_KEYS.protocol_version);
    let root = replay.node.node.root();
    for (name, key) in [("alice", "gasa"), ("bob", "gasb"), ("probe", "gasc")] {
        let public_key = replay.secret_key(key).public_key();
        let access_key = AccessKey::full_access();
        let mut actions = vec![
            Action::CreateAccount(CreateAccountAction {}),
            transfer(Balance::from_near(50)),
            Action::AddKey(Box::new(AddKeyAction { public_key, access_key })),
        ];
        actions.extend((name == "probe").then(|| decode("deploy probe.wasm")));
        replay.node.send(root, &format!("{name}.{}", root.account_id), actions, "FINAL");
    }
    compare_all(&GAS_KEYS, replay);
}
