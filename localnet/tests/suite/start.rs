//! What the program prints when it is started.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use near_crypto::SecretKey;
use serde_json::{Value, json};

/// Ends the program with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn ask(url: &str, method: &str, params: &Value) -> Value {
    let request = json!({ "jsonrpc": "2.0", "id": "x", "method": method, "params": params });
    let mut response = ureq::post(url).send(request.to_string()).expect("the node answers");
    let text = response.body_mut().read_to_string().expect("a readable answer");
    let mut answer: Value = serde_json::from_str(&text).expect("answers are JSON");
    answer["result"].take()
}

#[test]
fn starting_prints_where_the_chain_is_and_keys_that_work_there() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_localnet"))
        .args(["start", "--port", "0", "--account", "alice.near"])
        .stdout(Stdio::piped())
        .spawn()
        .map(Program)
        .expect("the program starts");
    let output = BufReader::new(program.0.stdout.take().expect("it was piped"));
    let lines = output.lines().map(|line| line.expect("text"));
    let banner: Vec<_> = lines.take_while(|line| line != "Ctrl-C ends the chain.").collect();
    let value = |label: &str| {
        let line = banner.iter().find_map(|line| line.strip_prefix(label));
        line.unwrap_or_else(|| panic!("no {label}: {banner:?}")).trim()
    };

    let url = value("RPC");
    assert_eq!(ask(url, "status", &json!([]))["chain_id"], value("Network id"));
    for name in ["test.near", "alice.near"] {
        let position = banner.iter().position(|line| line.trim() == name).expect("the account is listed");
        let secret_key: SecretKey = banner[position + 1].trim().parse().expect("its key follows");
        let public_key = secret_key.public_key();
        let params = json!({ "finality": "final", "account_id": name, "public_key": public_key });
        assert_eq!(ask(url, "EXPERIMENTAL_view_access_key", &params)["permission"], "FullAccess");
    }
    let for_near_cli = banner.join("\n");
    for expected in
        ["[network_connection.localnet]", &format!("rpc_url = \"{url}\""), "network-config localnet"]
    {
        assert!(for_near_cli.contains(expected), "no {expected} in {for_near_cli}");
    }
}

#[test]
fn what_cannot_be_started_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("state");
    fs::write(&file, "{}").expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_localnet"))
        .args(["start", "--port", "0", "--state"])
        .arg(&file)
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("the program starts");
    let written = String::from_utf8(output.stderr).expect("text");
    assert_eq!(written, format!("error: {} is not a file that localnet keeps a chain in\n", file.display()));
    assert_eq!(output.status.code(), Some(1));
}
