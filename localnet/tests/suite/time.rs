//! The chain's clock, which tests may move.

use localnet::Config;
use serde_json::{Value, json};

use crate::common::TestNode;

const YEAR_MS: u64 = 365 * 24 * 3600 * 1000;

fn newest_time(node: &TestNode) -> u64 {
    let block = node.must_call("block", &json!({ "finality": "optimistic" }));
    let time = block["header"]["timestamp_nanosec"].as_str().expect("a time");
    time.parse().expect("nanoseconds")
}

#[test]
fn time_passes_by_as_much_as_asked_in_one_block() {
    let node = TestNode::start(Config::default());
    let (before, height) = (newest_time(&node), node.head());
    assert_eq!(node.must_call("sandbox_advance_time", &json!({ "delta_ms": YEAR_MS })), json!({}));
    let after = newest_time(&node);
    assert!(after >= before + YEAR_MS * 1_000_000, "{before} to {after}");
    assert!(node.head() < height + 1_000, "no heights are skipped");
}

#[test]
fn the_next_block_has_the_time_that_was_set_and_the_clock_goes_on_from_there() {
    let node = TestNode::start(Config::default());
    let now = newest_time(&node) / 1_000_000;
    let height = node.head();
    let set = json!({ "timestamp_ms": now + YEAR_MS });
    assert_eq!(node.must_call("sandbox_set_next_block_time", &set), json!({}));
    node.must_call("sandbox_fast_forward", &json!({ "delta_height": 1 }));
    let times = (height + 1..=node.head()).filter_map(|height| {
        let (_, answer) = node.call("block", &json!({ "block_id": height }));
        answer["result"]["header"]["timestamp"].as_u64()
    });
    let exact = (now + YEAR_MS) * 1_000_000;
    let times: Vec<_> = times.collect();
    assert!(times.contains(&exact), "{exact} is not in {times:?}");
    assert!(newest_time(&node) >= exact);
}

#[test]
fn time_does_not_go_back_nor_beyond_what_can_be_counted() {
    let node = TestNode::start(Config::default());
    let message = |method: &str, params: &Value| {
        let (status, answer) = node.call(method, params);
        assert_eq!(status, 400);
        answer["error"]["data"].as_str().expect("a sentence").to_owned()
    };
    let past = message("sandbox_set_next_block_time", &json!({ "timestamp_ms": 1 }));
    assert!(past.ends_with("the next one must be later"), "{past}");
    let far = message("sandbox_advance_time", &json!({ "delta_ms": u64::MAX }));
    assert!(far.ends_with("the year 2200"), "{far}");
}
