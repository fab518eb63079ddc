//! A chain that goes on after its process has ended, and the lines that tell of its transactions.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
};

use localnet::{Config, Credentials, Node};
use near_crypto::SecretKey;
use near_primitives::types::Balance;
use serde_json::json;

use crate::common::{TestNode, config_with, transfer};

/// A `localnet start` in a process of its own.
struct Program {
    child: Child,
    url: String,
    root: Credentials,
}

impl Program {
    fn start(state: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_localnet"))
            .args(["start", "--port", "0", "--state"])
            .arg(state)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        let lines = output.lines().map(|line| line.expect("text"));
        let banner: Vec<_> = lines.take_while(|line| !line.starts_with("Ctrl-C")).collect();
        let url = banner.iter().find_map(|line| line.strip_prefix("RPC")).expect("the address is listed");
        let key = banner.iter().position(|line| line.trim() == "test.near").expect("the root is listed") + 1;
        let secret_key: SecretKey = banner[key].trim().parse().expect("a key");
        let account_id = "test.near".parse().expect("a valid account id");
        Self { child, url: url.trim().to_owned(), root: Credentials { account_id, secret_key } }
    }

    fn client(&self) -> TestNode<()> {
        TestNode::at(&self.url)
    }

    /// Ends the process without a chance to do anything; returns what it wrote to standard error.
    fn kill(&mut self) -> String {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
        let mut written = String::new();
        let stderr = self.child.stderr.as_mut().expect("it was piped");
        stderr.read_to_string(&mut written).expect("text");
        written
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_was_final_is_there_after_the_process_was_killed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("state");
    let mut program = Program::start(&path, &["--account", "bob.near"]);
    let (chain, root) = (program.client(), program.root.clone());
    let sent = chain.send(&root, "bob.near", vec![transfer(Balance::from_near(3))], "FINAL");
    let (balance, head) = (chain.balance("bob.near"), chain.head());
    assert_eq!(balance, Balance::from_near(10_003));
    let written = program.kill();
    assert!(written.contains("test.near -> bob.near  Transfer 3.00 NEAR"), "{written}");
    assert!(written.contains("Tgas  ok"), "{written}");

    let mut program = Program::start(&path, &["--quiet"]);
    let chain = program.client();
    assert!(chain.head() >= head, "heights go on");
    assert_eq!(program.root.secret_key, root.secret_key);
    assert_eq!(chain.balance("bob.near"), balance);
    let id = json!({ "tx_hash": sent["transaction"]["hash"], "sender_account_id": "test.near" });
    assert_eq!(chain.must_call("tx", &id)["final_execution_status"], "FINAL");
    chain.send(&root, "bob.near", vec![transfer(Balance::from_near(1))], "FINAL");
    assert_eq!(chain.balance("bob.near"), Balance::from_near(10_004));
    assert_eq!(program.kill(), "");
}

#[test]
fn a_refusal_has_a_line_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut program = Program::start(&folder.path().join("state"), &[]);
    let (chain, root) = (program.client(), program.root.clone());
    let mut transaction = chain.transaction(&root, "nobody.near", vec![transfer(Balance::from_near(1))]);
    transaction.nonce = 0;
    chain.send_signed(&crate::common::sign(&root, transaction), "FINAL");
    let written = program.kill();
    let line = "test.near -> nobody.near  Transfer 1.00 NEAR  refused: ";
    assert!(written.starts_with(line), "{written}");
}

#[test]
fn a_chain_that_was_not_asked_for_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = Some(folder.path().join("state"));
    let start = |config: Config| Node::start(Config { state: state.clone(), ..config });
    start(config_with(&["alice"])).expect("a new chain").stop();
    let refused = |config| start(config).expect_err("another chain").to_string();
    let unknown = refused(config_with(&["alice", "bob"]));
    assert!(unknown.contains("was started without bob"), "{unknown}");
    let other_version = refused(Config { protocol_version: 86, ..Config::default() });
    assert!(other_version.ends_with("not 86"), "{other_version}");
    let other_key = Some(crate::common::account("eve").secret_key);
    let other_root = refused(Config { root_key: other_key, ..Config::default() });
    assert!(other_root.ends_with("has another root key"), "{other_root}");

    let node = start(Config::default()).expect("the same chain");
    assert_eq!(node.accounts().len(), 1);
    node.stop();
    fs::write(folder.path().join("state"), "localnet-state 0 0.1.0\n").expect("it can be written");
    let old = refused(Config::default());
    assert!(old.contains("was written by another version of localnet"), "{old}");
}
