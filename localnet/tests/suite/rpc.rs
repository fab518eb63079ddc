//! What clients rely on beyond single answers: waiting, resending, looking back, following blocks.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use localnet::{Config, Home, ROOT_ACCOUNT};
use near_indexer_primitives::StreamerMessage;
use near_primitives::{
    action::{Action, DeployContractAction},
    hash::CryptoHash,
    serialize::to_base64,
    types::Balance,
};
use serde_json::{Value, json};

use crate::common::{TestNode, account, call, config_with, encode, sign, transfer};

const PROBE: &[u8] = include_bytes!("../golden/probe.wasm");
const ONE_NEAR: Balance = Balance::from_near(1);

/// `wait` yields and is never resumed.
const WAITING: &str = r#"
    (module
      (import "env" "promise_yield_create" (func $yield
        (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
      (memory 1)
      (data (i32.const 0) "done")
      (func (export "wait")
        (drop (call $yield (i64.const 4) (i64.const 0) (i64.const 0) (i64.const 0)
          (i64.const 10000000000000) (i64.const 0) (i64.const 1))))
      (func (export "done")))
"#;

fn node_with(names: &[&str]) -> TestNode {
    TestNode::start(config_with(names))
}

/// Starts a node where `probe` holds the probe contract and `alice` can call it.
fn node_with_probe() -> TestNode {
    let node = node_with(&["alice", "probe"]);
    let code = PROBE.to_vec();
    let deploy = Action::DeployContract(DeployContractAction { code });
    node.send(&account("probe"), "probe", vec![deploy], "FINAL");
    node
}

fn deploy(wat: &str) -> Action {
    let code = wat::parse_str(wat).expect("valid WAT");
    Action::DeployContract(DeployContractAction { code })
}

fn set(node: &TestNode, value: u64, wait_until: &str) -> Value {
    let action = call("set", &json!({ "value": value }));
    node.send(&account("alice"), "probe", vec![action], wait_until)
}

#[test]
fn each_wait_level_answers_as_soon_as_it_is_reached() {
    let node = node_with_probe();
    let reached = |level: &str| {
        let result = set(&node, 2, level);
        result["final_execution_status"].as_str().expect("a level").to_owned()
    };
    assert_eq!(reached("INCLUDED"), "INCLUDED");
    assert_eq!(reached("EXECUTED_OPTIMISTIC"), "EXECUTED_OPTIMISTIC");
    assert_eq!(reached("INCLUDED_FINAL"), "EXECUTED");
    assert_eq!(reached("EXECUTED"), "EXECUTED");
    assert_eq!(reached("FINAL"), "FINAL");
    assert_eq!(set(&node, 3, "INCLUDED")["status"], "Started");
    set(&node, 4, "FINAL");
    let unawaited = set(&node, 5, "NONE");
    assert_eq!(unawaited, json!({ "final_execution_status": "NONE" }));
}

/// Checks that the answer is a timeout; returns what it says about the transaction.
fn timeout((status, answer): (u16, Value)) -> Value {
    assert_eq!(status, 408, "{answer}");
    let cause = &answer["error"]["cause"];
    assert_eq!(cause["name"], "TIMEOUT_ERROR");
    cause["info"].clone()
}

#[test]
fn waiting_for_a_transaction_in_no_block_times_out_with_the_cause_since_protocol_87() {
    for (protocol_version, expected) in [(86, Value::Null), (87, json!({ "cause": "NOT_OBSERVED" }))] {
        let node = TestNode::start(Config {
            protocol_version,
            block_time: Duration::from_hours(1),
            idle_block_time: Duration::from_hours(1),
            polling_timeout: Duration::from_millis(20),
            ..config_with(&["alice", "bob"])
        });
        let hash = CryptoHash::hash_bytes(b"no transaction");
        let unknown = json!({ "tx_hash": hash, "sender_account_id": "alice", "wait_until": "EXECUTED" });
        assert_eq!(timeout(node.call("tx", &unknown)), expected);
        let alice = account("alice");
        let waiting = sign(&alice, node.transaction(&alice, "bob", vec![transfer(ONE_NEAR)]));
        assert_eq!(timeout(node.send_signed(&waiting, "EXECUTED")), expected);
    }
}

#[test]
fn waiting_for_a_pending_transaction_times_out_with_its_status() {
    let node = TestNode::start(Config {
        polling_timeout: Duration::from_millis(100),
        ..config_with(&["alice", "eve"])
    });
    node.send(&account("eve"), "eve", vec![deploy(WAITING)], "NONE");
    let alice = account("alice");
    let signed = sign(&alice, node.transaction(&alice, "eve", vec![call("wait", &json!({}))]));
    // On a slow machine it may take more than one wait until it is in a block.
    let mut answers = (0..100).map(|_| timeout(node.send_signed(&signed, "FINAL")));
    let answer = answers.find(|answer| answer["cause"] == "PENDING").expect("it gets into a block");
    assert_eq!(answer["status"]["transaction"]["hash"], json!(signed.get_hash()));
}

#[test]
fn sending_a_transaction_again_changes_nothing_and_gives_the_same_outcome() {
    let node = node_with(&["alice", "bob"]);
    let alice = account("alice");
    let signed = sign(&alice, node.transaction(&alice, "bob", vec![transfer(ONE_NEAR)]));
    let (_, first) = node.send_signed(&signed, "FINAL");
    let balance = node.balance("bob");
    let (_, second) = node.send_signed(&signed, "FINAL");
    assert_eq!(first, second);
    assert_eq!(node.balance("bob"), balance);
}

#[test]
fn of_two_transactions_with_one_nonce_the_second_is_refused() {
    let node = node_with(&["alice", "bob"]);
    let alice = account("alice");
    let transaction = node.transaction(&alice, "bob", vec![transfer(ONE_NEAR)]);
    let mut rival = transaction.clone();
    rival.actions = vec![transfer(Balance::from_near(2))];
    node.send_signed(&sign(&alice, transaction), "NONE");
    let (_, answer) = node.send_signed(&sign(&alice, rival), "FINAL");
    let error = &answer["error"]["data"]["TxExecutionError"]["InvalidTxError"]["InvalidNonce"];
    assert!(error.is_object(), "{answer}");
}

#[test]
fn transactions_sent_at_once_all_arrive() {
    let node = node_with(&["alice", "bob"]);
    let alice = account("alice");
    let first = node.transaction(&alice, "bob", vec![transfer(ONE_NEAR)]);
    let before = node.balance("bob");
    for number in 0..50 {
        let mut transaction = first.clone();
        transaction.nonce += number;
        let params = json!([encode(&sign(&alice, transaction))]);
        let is_last = number == 49;
        let method = if is_last { "broadcast_tx_commit" } else { "broadcast_tx_async" };
        node.must_call(method, &params);
    }
    let received = node.balance("bob").saturating_sub(before);
    assert_eq!(received, Balance::from_near(50));
}

#[test]
fn old_blocks_can_still_be_asked_about() {
    let node = node_with_probe();
    set(&node, 1, "FINAL");
    let height = node.head();
    set(&node, 2, "FINAL");
    let view = |block: Value| {
        let mut params = json!({
            "request_type": "call_function",
            "account_id": "probe",
            "method_name": "get",
            "args_base64": to_base64(b"{}"),
        });
        params.as_object_mut().expect("an object").extend(block.as_object().expect("one").clone());
        let result = node.must_call("query", &params)["result"].clone();
        serde_json::from_value::<Vec<u8>>(result).expect("bytes")
    };
    assert_eq!(view(json!({ "block_id": height })), b"1");
    assert_eq!(view(json!({ "finality": "final" })), b"2");
}

#[test]
fn experimental_views_fail_with_errors_where_query_does_not() {
    let node = node_with_probe();
    let params = json!({
        "finality": "optimistic",
        "account_id": "probe",
        "method_name": "fail",
        "args_base64": to_base64(br#"{"message":"no"}"#),
    });
    let (_, answer) = node.call("EXPERIMENTAL_call_function", &params);
    assert_eq!(answer["error"]["cause"]["name"], "CONTRACT_EXECUTION_ERROR");
    let account = json!({ "finality": "final", "account_id": "alice" });
    let viewed = node.must_call("EXPERIMENTAL_view_account", &account);
    assert_eq!(viewed["storage_usage"], 182);
}

#[test]
fn long_lists_come_in_pages() {
    let node = node_with_probe();
    for key in ["a", "b", "c"] {
        let args = json!({ "key": key, "bytes": 3 });
        node.send(&account("alice"), "probe", vec![call("store", &args)], "FINAL");
    }
    let mut seen = BTreeSet::new();
    let mut after = Value::Null;
    loop {
        let page = node.query(&json!({
            "request_type": "view_state",
            "account_id": "probe",
            "prefix_base64": "",
            "after_key_base64": after,
            "limit": 2,
        }));
        let values = page["values"].as_array().expect("values");
        assert!(values.len() <= 2);
        seen.extend(values.iter().map(|item| item["key"].to_string()));
        after = page["last_key"].clone();
        if after.is_null() {
            break;
        }
    }
    assert_eq!(seen.len(), 4, "three keys and the contract's own state");
    let keys = node.query(&json!({
        "request_type": "view_access_key_list", "account_id": "alice", "limit": 100,
    }));
    assert_eq!(keys["keys"].as_array().map(Vec::len), Some(1));
}

#[test]
fn changes_and_receipts_can_be_traced() {
    let node = node_with_probe();
    let result = set(&node, 7, "FINAL");
    let receipt = &result["receipts_outcome"][0];
    let changes = node.must_call(
        "EXPERIMENTAL_changes",
        &json!({
            "block_id": receipt["block_hash"],
            "changes_type": "data_changes",
            "account_ids": ["probe"],
            "key_prefix_base64": "",
        }),
    );
    assert_eq!(changes["changes"][0]["type"], "data_update");
    let in_block =
        node.must_call("EXPERIMENTAL_changes_in_block", &json!({ "block_id": receipt["block_hash"] }));
    let touched = json!({ "type": "data_touched", "account_id": "probe" });
    assert!(in_block["changes"].as_array().expect("changes").contains(&touched), "{in_block}");
    let id = json!({ "receipt_id": receipt["id"] });
    let found = node.must_call("EXPERIMENTAL_receipt", &id);
    assert_eq!(found["receiver_id"], "probe");
    let origin = node.must_call("EXPERIMENTAL_receipt_to_tx", &id);
    assert_eq!(origin["transaction_hash"], result["transaction"]["hash"]);
}

#[test]
fn what_a_contract_answers_to_another_can_be_traced_to_its_transaction() {
    let asking = r#"
        (module
          (import "env" "promise_create" (func $create
            (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
          (import "env" "promise_then" (func $then
            (param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
          (memory 1)
          (data (i32.const 0) "eve")
          (data (i32.const 16) "answer")
          (func (export "ask")
            (drop (call $then
              (call $create (i64.const 3) (i64.const 0) (i64.const 6) (i64.const 16) (i64.const 0) (i64.const 0)
                (i64.const 32) (i64.const 5000000000000))
              (i64.const 3) (i64.const 0) (i64.const 6) (i64.const 16) (i64.const 0) (i64.const 0)
              (i64.const 32) (i64.const 5000000000000))))
          (func (export "answer")))
    "#;
    let node = node_with(&["alice", "eve"]);
    node.send(&account("eve"), "eve", vec![deploy(asking)], "FINAL");
    let asked_after = node.head();
    let result = node.send(&account("alice"), "eve", vec![call("ask", &json!({}))], "FINAL");
    let blocks = (asked_after..node.head()).map(|height| node.get(&format!("/v0/block/{height}")).2);
    let answers: Vec<_> = blocks
        .flat_map(|block| {
            let block: Value = serde_json::from_str(&block).expect("blocks are JSON");
            block["shards"][0]["chunk"]["receipts"].as_array().expect("receipts").clone()
        })
        .filter(|receipt| receipt["receipt"].get("Data").is_some())
        .collect();
    assert_eq!(answers.len(), 1);
    let origin =
        node.must_call("EXPERIMENTAL_receipt_to_tx", &json!({ "receipt_id": answers[0]["receipt_id"] }));
    assert_eq!(origin["transaction_hash"], result["transaction"]["hash"]);
}

#[test]
fn blocks_can_be_followed_as_an_indexer_does() {
    let node = node_with_probe();
    let result = set(&node, 7, "FINAL");
    let (status, location, _) = node.get("/v0/last_block/final");
    let location = location.expect("a redirect");
    assert_eq!(status, 302);
    assert!(location.starts_with("/v0/block/"), "{location}");
    let mut logs = Vec::new();
    let last: u64 = location["/v0/block/".len()..].parse().expect("a height");
    for height in 0..=last {
        let (status, _, text) = node.get(&format!("/v0/block/{height}"));
        assert_eq!(status, 200);
        let message: StreamerMessage = serde_json::from_str(&text).expect("a streamer message");
        assert_eq!(message.block.header.height, height);
        let outcomes = &message.shards[0].receipt_execution_outcomes;
        logs.extend(outcomes.iter().flat_map(|o| o.execution_outcome.outcome.logs.clone()));
    }
    assert_eq!(logs, ["value 0 -> 7"]);
    assert_eq!(result["receipts_outcome"][0]["outcome"]["logs"], json!(logs));
}

#[test]
fn the_next_block_is_waited_for_and_a_far_one_is_refused() {
    let node = node_with(&[]);
    let head = node.head();
    let (status, ..) = node.get(&format!("/v0/block/{}", head + 1));
    assert_eq!(status, 200);
    let (status, _, text) = node.get("/v0/block/1000000");
    assert_eq!(status, 404);
    assert!(text.contains("BLOCK_HEIGHT_TOO_HIGH"), "{text}");
}

#[test]
fn skipped_heights_have_no_block() {
    let node = node_with(&[]);
    let before = node.head();
    let time = |height: u64| {
        let block = node.must_call("block", &json!({ "block_id": height }));
        block["header"]["timestamp"].as_u64().expect("nanoseconds")
    };
    let started = time(before);
    node.must_call("sandbox_fast_forward", &json!({ "delta_height": 1000 }));
    let head = node.head();
    assert!(head >= before + 1000);
    let gained = Duration::from_nanos(time(head) - started);
    assert!(gained >= Duration::from_secs(310), "{gained:?}");
    let (status, answer) = node.call("block", &json!({ "block_id": before + 500 }));
    assert_eq!(status, 422, "{answer}");
    assert_eq!(answer["error"]["cause"]["name"], "UNKNOWN_BLOCK");
}

#[test]
fn the_state_can_be_written_over() {
    let node = node_with(&["alice"]);
    let record = |amount: u128| {
        let account = json!({
            "amount": amount.to_string(), "locked": "0", "storage_usage": 182, "version": "V1",
            "code_hash": "11111111111111111111111111111111",
        });
        json!({ "Account": { "account_id": "alice", "account": account } })
    };
    node.must_call("sandbox_patch_state", &json!({ "records": [record(5)] }));
    assert_eq!(node.balance("alice"), Balance::from_yoctonear(5));
    let (_, refused) = node.call("sandbox_patch_state", &json!({ "records": [record(u128::MAX)] }));
    assert!(refused["error"].to_string().contains("alice: nobody can own more than"), "{refused}");
    let data = json!({ "account_id": "nobody", "code": to_base64(b"code") });
    let (_, refused) = node.call("sandbox_patch_state", &json!({ "records": [{ "Contract": data }] }));
    assert_eq!(refused["error"]["name"], "INTERNAL_ERROR");
}

#[test]
fn a_patched_account_names_the_code_that_it_has() {
    let node = node_with(&["alice"]);
    let account = |code: &[u8]| {
        let account = json!({
            "amount": "5", "locked": "0", "storage_usage": 182, "version": "V1",
            "code_hash": CryptoHash::hash_bytes(code),
        });
        json!({ "Account": { "account_id": "alice", "account": account } })
    };
    let contract = json!({ "Contract": { "account_id": "alice", "code": to_base64(b"code") } });
    let patch = |records: Value| node.call("sandbox_patch_state", &json!({ "records": records })).1;
    let refused = |answer: Value| answer["error"].to_string().contains("alice names code");
    assert!(refused(patch(json!([account(b"code")]))), "there is no code");
    assert!(refused(patch(json!([account(b"another"), contract]))));
    assert!(refused(patch(json!([contract]))), "the account names no code");
    assert_eq!(patch(json!([account(b"code"), contract]))["result"], json!({}));
    assert!(refused(patch(json!([account(b"another")]))));
    assert_eq!(patch(json!([account(b"code")]))["result"], json!({}));
    let code = node.query(&json!({ "request_type": "view_code", "account_id": "alice" }));
    assert_eq!(code["code_base64"], to_base64(b"code"));
}

#[test]
fn an_account_cannot_be_there_twice() {
    for names in [["alice.near", "alice.near"], ["alice.near", ROOT_ACCOUNT], ["alice.near", "near"]] {
        let error = localnet::Node::start(config_with(&names)).expect_err("twice").to_string();
        let expected =
            format!("genesis has the account {} twice; test.near and near are always there", names[1]);
        assert_eq!(error, expected);
    }
}

#[test]
fn validators_are_found_by_the_epochs_of_remembered_blocks() {
    let node = node_with(&[]);
    let before = node.head();
    node.must_call("sandbox_fast_forward", &json!({ "delta_height": 1_000_000_000 }));
    let epoch_id =
        node.must_call("block", &json!({ "finality": "optimistic" }))["header"]["epoch_id"].clone();
    let validators = node.must_call("validators", &json!({ "epoch_id": epoch_id }));
    assert_eq!(validators["current_validators"][0]["account_id"], ROOT_ACCOUNT);
    let unknown = json!({ "epoch_id": CryptoHash::hash_bytes(b"no epoch") });
    let (_, answer) = node.call("validators", &unknown);
    assert_eq!(answer["error"]["cause"]["name"], "UNKNOWN_EPOCH");

    // An epoch is also known by its last block, and by no other.
    let mut last_of_epoch = before;
    while node.call("block", &json!({ "block_id": last_of_epoch + 1 })).0 == 200 {
        last_of_epoch += 1;
    }
    assert_eq!(node.must_call("validators", &json!([last_of_epoch]))["epoch_height"], 0);
    for block in [last_of_epoch - 1, 1] {
        let (_, answer) = node.call("validators", &json!([block]));
        assert_eq!(answer["error"]["cause"]["name"], "VALIDATOR_INFO_UNAVAILABLE");
    }
}

#[test]
fn initialising_a_home_again_adds_only_what_is_missing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("a file");
    let home = Home::new(folder.path());
    home.init().expect("a writable folder");
    let names = ["validator_key.json", "node_key.json", "genesis.json", "config.json"];
    std::fs::write(path("config.json"), r#"{ "max_gas_burnt_view": 1 }"#).expect("a writable folder");
    let first = names.map(read);
    home.init().expect("a writable folder");
    assert_eq!(names.map(read), first);

    std::fs::remove_file(path("genesis.json")).expect("a writable folder");
    home.init().expect("a writable folder");
    for (name, content) in names.iter().zip(first) {
        assert!(*name == "genesis.json" || read(name) == content, "{name} has changed");
    }
    let genesis: Value = serde_json::from_str(&read("genesis.json")).expect("JSON");
    let key: Value = serde_json::from_str(&read("validator_key.json")).expect("JSON");
    assert_eq!(genesis["validators"][0]["public_key"], key["public_key"]);
}

#[test]
fn a_local_receipt_that_does_not_fit_into_its_block_is_shown_there_and_runs_later() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let home = Home::new(folder.path());
    home.init().expect("a writable folder");
    let genesis = folder.path().join("genesis.json");
    let text = std::fs::read_to_string(&genesis).expect("a genesis");
    let mut content: Value = serde_json::from_str(&text).expect("JSON");
    // Less than a transfer burns: a transaction fills its block by itself.
    content["gas_limit"] = json!(200_000_000_000_u64);
    std::fs::write(&genesis, content.to_string()).expect("a writable folder");
    let node = TestNode::of(home.run(([127, 0, 0, 1], 0).into()).expect("a valid genesis"));

    let result = node.send(&node.node.root().clone(), ROOT_ACCOUNT, vec![transfer(ONE_NEAR)], "FINAL");
    let receipt = &result["receipts_outcome"][0];
    let included_in = &result["transaction_outcome"]["block_hash"];
    assert_ne!(receipt["block_hash"], *included_in);
    let block = node.must_call("block", &json!({ "block_id": included_in }));
    let (_, _, text) = node.get(&format!("/v0/block/{}", block["header"]["height"]));
    let message: Value = serde_json::from_str(&text).expect("a streamer message");
    assert_eq!(message["shards"][0]["chunk"]["local_receipts"][0]["receipt_id"], receipt["id"]);
    assert_eq!(message["shards"][0]["receipt_execution_outcomes"], json!([]));
}

#[test]
fn a_yielded_receipt_that_still_waits_can_be_looked_up() {
    let node = node_with(&["alice", "eve"]);
    node.send(&account("eve"), "eve", vec![deploy(WAITING)], "FINAL");
    let result = node.send(&account("alice"), "eve", vec![call("wait", &json!({}))], "INCLUDED_FINAL");
    let yielded = &result["receipts_outcome"][0]["outcome"]["receipt_ids"][0];
    let receipt = node.must_call("EXPERIMENTAL_receipt", &json!({ "receipt_id": yielded }));
    assert_eq!(receipt["receipt"]["Action"]["is_promise_yield"], true);
}

#[test]
fn browsers_may_ask_from_anywhere_and_monitors_may_ask_for_health() {
    let node = node_with(&[]);
    let url = node.node.rpc_url();
    let preflight = node
        .agent
        .options(&url)
        .header("origin", "https://wallet.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type")
        .call()
        .expect("the node answers");
    assert_eq!(preflight.status(), 200);
    for allowed in ["origin", "methods", "headers"] {
        assert_eq!(preflight.headers()[format!("access-control-allow-{allowed}")], "*");
    }
    let (status, _, text) = node.get("/health");
    assert_eq!((status, text.as_str()), (200, "null"));
    for path in ["/health", "/status"] {
        let head = node.agent.head(format!("{url}{path}")).call().expect("the node answers");
        assert_eq!(head.status(), 200);
    }
}

#[test]
fn a_chunk_is_found_by_its_hash_or_by_its_block() {
    let node = node_with(&[]);
    let header = node.must_call("block", &json!({ "finality": "final" }))["header"].clone();
    let (height, hash) = (&header["height"], &header["hash"]);
    let chunk = node.must_call("chunk", &json!({ "block_id": hash, "shard_id": 0 }));
    let chunk_hash = &chunk["header"]["chunk_hash"];
    for params in
        [json!({ "chunk_id": chunk_hash }), json!([chunk_hash]), json!([[height, 0]]), json!([[hash, 0]])]
    {
        assert_eq!(node.must_call("chunk", &params), chunk, "{params}");
    }
    let (_, answer) = node.call("chunk", &json!([[hash, 1]]));
    assert_eq!(answer["error"]["cause"]["name"], "INVALID_SHARD_ID");
}

#[test]
fn queries_in_their_oldest_form_are_answered() {
    let node = node_with_probe();
    let query = |path: &str, data: &str| node.must_call("query", &json!([path, data]));
    assert_eq!(query("account/alice", "")["storage_usage"], 182);
    assert_eq!(query("code/probe", "")["code_base64"], to_base64(PROBE));
    assert_eq!(query("access_key/alice", "")["keys"].as_array().map(Vec::len), Some(1));
    let key = account("alice").secret_key.public_key();
    assert_eq!(query(&format!("access_key/alice/{key}"), "")["permission"], "FullAccess");
    set(&node, 7, "FINAL");
    let encode = |data: &[u8]| bs58::encode(data).into_string();
    assert_eq!(query("call/probe/get", &encode(b"{}"))["result"], json!(b"7"));
    let state = query("contract/probe", &encode(b"ST"));
    assert_eq!(state["values"][0]["key"], to_base64(b"STATE"));
}

#[test]
fn idle_chains_go_on() {
    let node = TestNode::start(Config { idle_block_time: Duration::from_millis(20), ..Config::default() });
    let before = node.head();
    // Five blocks take a tenth of a second; the rest is for slow machines.
    let deadline = Instant::now() + Duration::from_secs(30);
    while node.head() < before + 5 {
        assert!(Instant::now() < deadline, "an idle chain stands still: no five blocks in 30 seconds");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_stopped_node_leaves_its_port() {
    let first = node_with(&[]);
    let address = first.node.address();
    first.node.stop();
    let config = Config { address, ..Config::default() };
    let second = TestNode::start(config);
    assert_eq!(second.node.address(), address);
}

#[tokio::test]
async fn a_taken_port_is_an_error_also_where_the_caller_is_asynchronous() {
    let first = node_with(&[]);
    let address = first.node.address();
    let error =
        localnet::Node::start(Config { address, ..Config::default() }).expect_err("the port is taken");
    let expected = format!("cannot listen on {address}; is the port taken? port 0 takes any free one");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn every_supported_protocol_version_runs() {
    for protocol_version in 84..=88 {
        let node = TestNode::start(Config { protocol_version, ..config_with(&["alice", "bob"]) });
        let sent = node.send(&account("alice"), "bob", vec![transfer(ONE_NEAR)], "FINAL");
        assert_eq!(sent["status"], json!({ "SuccessValue": "" }));
        let status = node.must_call("status", &json!([]));
        assert_eq!(status["protocol_version"], protocol_version);
    }
}

#[test]
fn an_unsupported_protocol_version_is_refused_with_the_supported_ones() {
    let config = Config { protocol_version: 83, ..Config::default() };
    let error = localnet::Node::start(config).expect_err("83 is too old").to_string();
    assert_eq!(error, "genesis has protocol version 83, supported are 84 to 88");
}
