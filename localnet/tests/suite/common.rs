//! A node of its own for a test, and a small client for it.

use std::time::Duration;

use localnet::{Config, Credentials, GenesisAccount, Node};
use near_crypto::{KeyType, SecretKey};
use near_primitives::{
    action::{Action, FunctionCallAction, TransferAction},
    hash::CryptoHash,
    serialize::to_base64,
    transaction::{SignedTransaction, Transaction, TransactionV0},
    types::{AccountId, Balance, Gas},
};
use serde_json::{Value, json};

/// A running node, unless another process has it, and the way to talk to it.
pub struct TestNode<N = Node> {
    pub node: N,
    url: String,
    pub agent: ureq::Agent,
}

/// Creates an account whose key follows from its name.
pub fn account(name: &str) -> Credentials {
    Credentials {
        account_id: name.parse().expect("a valid account id"),
        secret_key: SecretKey::from_seed(KeyType::ED25519, name),
    }
}

/// Creates a configuration with these accounts.
pub fn config_with(names: &[&str]) -> Config {
    let accounts = names.iter().map(|name| {
        let Credentials { account_id, secret_key } = account(name);
        GenesisAccount::new(account_id).with_secret_key(secret_key)
    });
    Config { accounts: accounts.collect(), polling_timeout: Duration::from_mins(5), ..Config::default() }
}

impl TestNode {
    pub fn start(config: Config) -> Self {
        Self::of(Node::start(config).expect("a free port and a valid genesis"))
    }

    pub fn of(node: Node) -> Self {
        let url = node.rpc_url();
        Self { node, url, agent: agent() }
    }
}

impl TestNode<()> {
    /// Talks to a node of another process.
    pub fn at(url: &str) -> Self {
        Self { node: (), url: url.to_owned(), agent: agent() }
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(Duration::from_mins(5)));
    config.build().into()
}

impl<N> TestNode<N> {
    /// Sends a body as it is; returns the HTTP status and the answer's text.
    pub fn post(&self, body: &[u8]) -> (u16, String) {
        let sent = self.agent.post(&self.url).header("content-type", "application/json").send(body);
        match sent {
            Ok(mut response) => {
                let text = response.body_mut().with_config().limit(u64::MAX).read_to_string();
                (response.status().as_u16(), text.expect("a readable answer"))
            }
            Err(error) => panic!("the node does not answer: {error}"),
        }
    }

    /// Fetches a path; returns the HTTP status, the `location` header and the answer's text.
    pub fn get(&self, path: &str) -> (u16, Option<String>, String) {
        let url = format!("{}{path}", self.url);
        let mut response = self.agent.get(url).call().expect("the node answers");
        let location = response.headers().get("location");
        let location = location.map(|value| value.to_str().expect("plain text").to_owned());
        let text = response.body_mut().read_to_string().expect("a readable answer");
        (response.status().as_u16(), location, text)
    }

    /// Calls a method; returns the HTTP status and the whole answer.
    pub fn call(&self, method: &str, params: &Value) -> (u16, Value) {
        let request = json!({ "jsonrpc": "2.0", "id": "x", "method": method, "params": params });
        let (status, text) = self.post(request.to_string().as_bytes());
        (status, serde_json::from_str(&text).expect("answers are JSON"))
    }

    /// Calls a method that is expected to succeed.
    pub fn must_call(&self, method: &str, params: &Value) -> Value {
        let (_, mut answer) = self.call(method, params);
        assert!(answer.get("error").is_none(), "{method} failed: {answer}");
        answer["result"].take()
    }

    pub fn query(&self, params: &Value) -> Value {
        let mut params = params.clone();
        params["finality"] = json!("optimistic");
        self.must_call("query", &params)
    }

    pub fn head(&self) -> u64 {
        let status = self.must_call("status", &json!([]));
        let height = &status["sync_info"]["latest_block_height"];
        height.as_u64().expect("a height")
    }

    pub fn block_hash(&self) -> CryptoHash {
        let block = self.must_call("block", &json!({ "finality": "final" }));
        let hash = block["header"]["hash"].as_str().expect("a hash");
        hash.parse().expect("a hash")
    }

    pub fn nonce(&self, signer: &Credentials) -> u64 {
        let access_key = self.query(&json!({
            "request_type": "view_access_key",
            "account_id": signer.account_id,
            "public_key": signer.secret_key.public_key(),
        }));
        access_key["nonce"].as_u64().unwrap_or(0)
    }

    /// Creates a transaction with the signer's next nonce.
    pub fn transaction(&self, signer: &Credentials, receiver: &str, actions: Vec<Action>) -> TransactionV0 {
        TransactionV0 {
            signer_id: signer.account_id.clone(),
            public_key: signer.secret_key.public_key(),
            nonce: self.nonce(signer) + 1,
            receiver_id: receiver.parse::<AccountId>().expect("a valid account id"),
            block_hash: self.block_hash(),
            actions,
        }
    }

    /// Sends a signed transaction; returns the HTTP status and the whole answer.
    pub fn send_signed(&self, signed: &SignedTransaction, wait_until: &str) -> (u16, Value) {
        let params = json!({ "signed_tx_base64": encode(signed), "wait_until": wait_until });
        self.call("send_tx", &params)
    }

    /// Signs and sends; returns the result.
    pub fn send(
        &self,
        signer: &Credentials,
        receiver: &str,
        actions: Vec<Action>,
        wait_until: &str,
    ) -> Value {
        let transaction = self.transaction(signer, receiver, actions);
        let (_, mut answer) = self.send_signed(&sign(signer, transaction), wait_until);
        assert!(answer.get("error").is_none(), "not accepted: {answer}");
        answer["result"].take()
    }

    pub fn balance(&self, name: &str) -> Balance {
        let account = self.query(&json!({ "request_type": "view_account", "account_id": name }));
        let amount = account["amount"].as_str().expect("an amount");
        Balance::from_yoctonear(amount.parse().expect("a number"))
    }
}

pub fn sign(signer: &Credentials, transaction: TransactionV0) -> SignedTransaction {
    sign_any(signer, Transaction::V0(transaction))
}

/// Signs a transaction of any version.
pub fn sign_any(signer: &Credentials, transaction: Transaction) -> SignedTransaction {
    let (hash, _) = transaction.get_hash_and_size();
    let signature = signer.secret_key.sign(hash.as_bytes());
    SignedTransaction::new(signature, transaction)
}

pub fn encode(signed: &SignedTransaction) -> String {
    to_base64(&borsh::to_vec(signed).expect("writing into memory"))
}

pub fn transfer(amount: Balance) -> Action {
    Action::Transfer(TransferAction { deposit: amount })
}

pub fn call(method: &str, args: &Value) -> Action {
    Action::FunctionCall(Box::new(FunctionCallAction {
        method_name: method.to_owned(),
        args: args.to_string().into_bytes(),
        gas: Gas::from_teragas(30),
        deposit: Balance::ZERO,
    }))
}
