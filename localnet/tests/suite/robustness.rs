//! Nothing that is sent to the node takes it down.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use localnet::Config;
use near_primitives::{
    action::{Action, DeployContractAction},
    serialize::to_base64,
    types::Balance,
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Value, json};

use crate::common::{TestNode, account, call, config_with, encode, sign, transfer};

const METHODS: &[&str] = &[
    "status",
    "health",
    "block",
    "chunk",
    "gas_price",
    "validators",
    "EXPERIMENTAL_validators_ordered",
    "EXPERIMENTAL_genesis_config",
    "EXPERIMENTAL_protocol_config",
    "EXPERIMENTAL_receipt",
    "EXPERIMENTAL_receipt_to_tx",
    "EXPERIMENTAL_changes",
    "EXPERIMENTAL_changes_in_block",
    "EXPERIMENTAL_view_account",
    "EXPERIMENTAL_call_function",
    "query",
    "broadcast_tx_async",
    "broadcast_tx_commit",
    "send_tx",
    "tx",
    "EXPERIMENTAL_tx_status",
    "sandbox_patch_state",
    "sandbox_fast_forward",
    "no_such_method",
];

const KEYS: &[&str] = &[
    "block_id",
    "finality",
    "account_id",
    "request_type",
    "method_name",
    "args_base64",
    "prefix_base64",
    "public_key",
    "signed_tx_base64",
    "wait_until",
    "tx_hash",
    "sender_account_id",
    "receipt_id",
    "chunk_id",
    "shard_id",
    "limit",
    "records",
    "delta_height",
    "changes_type",
    "account_ids",
];

const WORDS: &[&str] = &[
    "",
    "alice",
    "optimistic",
    "final",
    "view_account",
    "view_state",
    "view_access_key_list",
    "call_function",
    "account_changes",
    "11111111111111111111111111111111",
    "ed25519:11111111111111111111111111111111",
    "AAAA",
    "e30=",
    "NONE",
    "INCLUDED",
    "\u{0}\u{7f}\u{1f600}",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(0), Just(1), Just(u64::MAX), any::<u64>()].prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
        "[ -~]{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = proptest::sample::select(KEYS).prop_map(str::to_owned);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(key, inner, 0..6).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Checks that the node still answers, makes blocks and moves money.
fn assert_alive(node: &TestNode) {
    let expected = node.balance("bob").saturating_add(Balance::from_near(1));
    let payment = transfer(Balance::from_near(1));
    node.send(&account("alice"), "bob", vec![payment], "NONE");
    let arrived = (0..10_000).any(|_| node.balance("bob") == expected);
    assert!(arrived, "the payment did not arrive");
}

/// Starts a node with short time-outs, for requests whose result does not matter.
fn hasty_node() -> TestNode {
    TestNode::start(Config {
        polling_timeout: std::time::Duration::from_millis(40),
        ..config_with(&["alice", "bob", "eve"])
    })
}

/// Starts a node for transactions that have to be executed to the end.
fn patient_node() -> TestNode {
    TestNode::start(config_with(&["alice", "bob", "eve"]))
}

#[test]
fn ten_thousand_random_requests_are_all_answered() {
    let node = hasty_node();
    let mut runner = TestRunner::deterministic();
    let request = (proptest::sample::select(METHODS), value());
    for _ in 0..10_000 {
        let tree = request.new_tree(&mut runner).expect("a strategy without filters");
        let (method, params) = tree.current();
        let (status, answer) = node.call(method, &params);
        assert!([200, 400, 408, 422, 500].contains(&status), "{status} for {method} {params}");
        assert!(answer.get("result").is_some() || answer.get("error").is_some());
    }
    assert_alive(&node);
}

#[test]
fn random_bytes_in_place_of_transactions_are_refused() {
    let node = patient_node();
    let alice = account("alice");
    let valid = sign(&alice, node.transaction(&alice, "bob", vec![transfer(Balance::ZERO)]));
    let valid = borsh::to_vec(&valid).expect("writing into memory");
    let mut runner = TestRunner::deterministic();
    let damage = (0..valid.len(), any::<u8>());
    for _ in 0..500 {
        let tree = damage.new_tree(&mut runner).expect("a strategy without filters");
        let (position, byte) = tree.current();
        let mut damaged = valid.clone();
        damaged[position] = byte;
        if damaged == valid {
            continue;
        }
        let params = json!({ "signed_tx_base64": to_base64(&damaged), "wait_until": "FINAL" });
        let (_, answer) = node.call("send_tx", &params);
        assert!(answer.get("error").is_some(), "accepted with byte {position} = {byte}: {answer}");
    }
    assert_alive(&node);
}

#[test]
fn malformed_json_is_refused_with_a_parse_error() {
    let node = patient_node();
    let bodies: [&[u8]; 8] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"{\"jsonrpc\":\"1.0\",\"method\":\"status\",\"id\":1}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1,\"extra\":1}",
        b"[{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}]",
    ];
    for body in bodies {
        let (status, text) = node.post(body);
        assert_eq!(status, 400, "{text}");
        let answer: Value = serde_json::from_str(&text).expect("errors are JSON");
        assert_eq!(answer["error"]["cause"]["name"], "PARSE_ERROR");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(node.post(deep.as_bytes()).0, 400);
    assert_alive(&node);
}

#[test]
fn a_body_beyond_the_limit_is_refused() {
    let node = TestNode::start(Config { max_body_bytes: 1_000_000, ..config_with(&["alice", "bob"]) });
    let head = "POST / HTTP/1.1\r\nhost: localnet\r\ncontent-length: 5000000000\r\n\r\n";
    let mut stream = TcpStream::connect(node.node.address()).expect("the node listens");
    stream.write_all(head.as_bytes()).expect("the node reads");
    stream.write_all(&vec![b' '; 1_000_001]).expect("the node reads");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("the node answers");
    assert_eq!(&answer, b"HTTP/1.1 413");
    assert_alive(&node);
}

#[test]
fn a_query_by_path_with_too_much_data_is_refused() {
    let node = patient_node();
    for digit in ["z", "1"] {
        let data = digit.repeat(1_000_000);
        let (status, answer) = node.call("query", &json!(["call/eve/go", data]));
        assert_eq!(status, 400);
        assert_eq!(answer["error"]["data"], "Query data size is too large");
    }
    assert_alive(&node);
}

#[test]
fn parameters_in_a_wrong_form_are_refused() {
    let node = patient_node();
    let alice = account("alice");
    let signed = encode(&sign(&alice, node.transaction(&alice, "bob", vec![transfer(Balance::ZERO)])));
    let cases = [
        ("send_tx", json!([signed, "FINAL"])),
        ("send_tx", json!([])),
        ("tx", json!(["11111111111111111111111111111111", "alice", "FINAL"])),
        ("EXPERIMENTAL_view_account", json!(["account/alice", ""])),
        ("EXPERIMENTAL_call_function", json!(["call/alice/go", ""])),
    ];
    for (method, params) in cases {
        let (status, answer) = node.call(method, &params);
        assert_eq!(status, 400, "{method} {params}");
        assert_eq!(answer["error"]["cause"]["name"], "PARSE_ERROR", "{answer}");
    }
}

#[test]
fn half_a_request_and_no_http_at_all_do_no_harm() {
    let node = patient_node();
    for bytes in ["POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\nhalf", "\0\0\0\0", "GET"] {
        let mut stream = TcpStream::connect(node.node.address()).expect("the node listens");
        stream.write_all(bytes.as_bytes()).expect("the node reads");
    }
    assert_alive(&node);
}

fn deploy(node: &TestNode, code: Vec<u8>) {
    let action = Action::DeployContract(DeployContractAction { code });
    node.send(&account("eve"), "eve", vec![action], "FINAL");
}

fn failure_of_call(node: &TestNode, method: &str) -> String {
    let result = node.send(&account("alice"), "eve", vec![call(method, &json!({}))], "FINAL");
    result["status"]["Failure"].to_string()
}

fn failure_of_view(node: &TestNode, method: &str) -> String {
    let result = node.query(&json!({
        "request_type": "call_function",
        "account_id": "eve",
        "method_name": method,
        "args_base64": "",
    }));
    result["error"].to_string()
}

#[test]
fn code_that_is_no_contract_fails_when_it_is_called() {
    let node = patient_node();
    let empty_module = b"\0asm\x01\0\0\0";
    for code in [b"hello".to_vec(), empty_module.to_vec(), vec![0; 100_000]] {
        deploy(&node, code);
        assert!(failure_of_call(&node, "go").contains("FunctionCallError"));
        assert!(failure_of_view(&node, "go").contains("wasm execution failed"));
    }
    assert_alive(&node);
}

#[test]
fn endless_loops_and_deep_recursion_end() {
    let node = patient_node();
    let wat = r#"
        (module
          (memory 1)
          (func (export "spin") (loop (br 0)))
          (func $dig (export "dig") (call $dig))
          (func $wide (export "wide") (param) (result) (local i64 i64 i64 i64 i64 i64 i64 i64)
            (call $wide))
          (func (export "grow") (loop (drop (memory.grow (i32.const 1))) (br 0)))
          (func (export "trap") unreachable))
    "#;
    deploy(&node, wat::parse_str(wat).expect("valid WAT"));
    for method in ["spin", "dig", "wide", "grow", "trap"] {
        assert!(failure_of_call(&node, method).contains("ExecutionError"), "{method}");
    }
    // A view may burn far more than the call above; growing, where each step asks the host, would take it half a minute.
    for method in ["spin", "dig", "wide", "trap"] {
        assert!(failure_of_view(&node, method).contains("wasm execution failed"), "{method}");
    }
    assert_alive(&node);
}

#[test]
fn a_flood_of_connections_is_served() {
    let node = patient_node();
    let streams: Vec<_> =
        (0..200).map(|_| TcpStream::connect(node.node.address()).expect("the node listens")).collect();
    assert_alive(&node);
    drop(streams);
}

#[test]
fn a_transaction_of_the_largest_size_is_taken_and_a_larger_one_refused() {
    let node = patient_node();
    let eve = account("eve");
    let deploy = |size: usize| {
        let code = vec![0; size];
        let action = Action::DeployContract(DeployContractAction { code });
        let signed = sign(&eve, node.transaction(&eve, "eve", vec![action]));
        let params = json!({ "signed_tx_base64": encode(&signed), "wait_until": "FINAL" });
        node.call("send_tx", &params).1
    };
    assert!(deploy(1_500_000)["result"]["status"]["SuccessValue"].is_string());
    let refused = deploy(1_600_000)["error"]["data"].to_string();
    assert!(refused.contains("TransactionSizeExceeded"), "{refused}");
}
