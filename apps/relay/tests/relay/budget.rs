//! Limits: what happens when they are reached, and that a restart changes none of them.

use near_primitives::types::Balance;
use serde_json::json;
use tic_tac_toe_interface::GameId;

use crate::guest::{Guest, WON_BY_HOST, come, new_key, play, post};
use crate::site::{Site, http};

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_that_runs_out_in_mid_game_is_a_sentence_and_nothing_is_lost() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&["--budget", "1"]);
    let mut host = Guest::must_come(&site, &relay).await;
    let mut friend = Guest::must_come(&site, &relay).await;
    let game_id = host.must_host(&site, &relay).await;
    friend.must_call(&site, &relay, "join", &json!({ "game_id": game_id.to_string() })).await;
    host.must_play(&site, &relay, game_id, WON_BY_HOST[0]).await;
    // Enough for what one more mark may cost, and less than what two may.
    let budget = format!("{:.6}", 1.0 - relay.budget_left().await + 0.0014);
    relay.kill();

    let relay = site.must_relay(&["--budget", &budget]);
    friend.must_play(&site, &relay, game_id, WON_BY_HOST[1]).await;
    let held = site.balance().await;
    let signed = host.sign(&site, "play", &play(game_id, WON_BY_HOST[2])).await;
    let answer = host.post(&relay, &signed).await;
    assert_eq!((answer.status, &answer.body["code"]), (503, &json!("BUDGET_SPENT")));
    assert!(answer.body["detail"].as_str().unwrap().contains("budget for guests is spent for today"));
    assert!(answer.retry_after.is_some_and(|seconds| seconds <= 24 * 60 * 60), "{answer:?}");
    assert_eq!(come(&relay, &new_key()).await.body["code"], "BUDGET_SPENT");
    relay.kill();

    let relay = site.must_relay(&["--budget", &budget]);
    assert_eq!(host.post(&relay, &signed).await.body["code"], "BUDGET_SPENT", "a restart does not refill it");
    assert_eq!(site.balance().await, held);
    relay.kill();

    let relay = site.must_relay(&["--budget", "1"]);
    let answer = host.post(&relay, &signed).await;
    assert_eq!((answer.status, &answer.body["status"]), (200, &json!("done")), "{answer:?}");
    let game = site.chain.arena().get_game(GameId(game_id)).await.unwrap().expect("the game");
    assert_eq!(game.moves, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_makes_so_many_calls_a_day_and_hosts_so_many_games() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&["--per-guest", "3", "--storage", "0.01"]);
    let mut guest = Guest::must_come(&site, &relay).await;
    guest.must_host(&site, &relay).await;
    let answer =
        guest.call(&site, &relay, "create", &json!({ "players": [guest.account, "bob.test.near"] })).await;
    assert_eq!((answer.status, &answer.body["code"]), (403, &json!("STORAGE_LIMIT")), "{answer:?}");
    // Refused by the arena: that counts, since it costs.
    for _ in 0..2 {
        let answer = guest.call(&site, &relay, "join", &json!({ "game_id": "99" })).await;
        assert_eq!((&answer.body["status"], &answer.body["code"]), (&json!("refused"), &json!("NO_GAME")));
    }
    let answer = guest.call(&site, &relay, "join", &json!({ "game_id": "99" })).await;
    assert_eq!((answer.status, &answer.body["code"]), (429, &json!("TOO_MANY_CALLS")));
    assert!(answer.retry_after.is_some());
    relay.kill();

    let relay = site.must_relay(&["--per-guest", "3"]);
    let answer = guest.call(&site, &relay, "join", &json!({ "game_id": "99" })).await;
    assert_eq!(answer.body["code"], "TOO_MANY_CALLS", "a restart does not change it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gas_key_that_runs_out_is_told_to_the_operator_and_a_sentence_to_guests_until_it_is_refilled() {
    let site = Site::without_keys().await;
    site.must_init(&["--gas", "0.2"]);
    let relay = site.must_relay(&[]);
    relay.must_print("the gas key of guests.test.near has only 0.20").await;
    relay.must_print("refill it with: tic-tac-toe-relay init --account guests.test.near").await;
    assert_eq!(relay.metric("tic_tac_toe_relay_gas_left_near").await, "0.2");
    let mut guest = Guest::must_come(&site, &relay).await;
    guest.must_host(&site, &relay).await;
    let held = site.balance().await;

    site.must_init(&["--gas", "0.001"]);
    let left = relay.budget_left().await;
    let signed = guest.sign(&site, "join", &json!({ "game_id": "99" })).await;
    let answer = guest.post(&relay, &signed).await;
    assert_eq!((answer.status, &answer.body["code"]), (503, &json!("BUDGET_SPENT")), "{answer:?}");
    assert!(answer.body["detail"].as_str().unwrap().contains("no money left for guests"), "{answer:?}");
    assert_eq!(relay.budget_left().await.to_bits(), left.to_bits());
    let cost = held.saturating_sub(site.balance().await);
    assert!(cost < Balance::from_millinear(1), "what was withdrawn is the account's, but {cost} is gone");

    site.must_init(&[]);
    assert_eq!(guest.post(&relay, &signed).await.body["code"], "NO_GAME");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_makes_so_many_guests_a_day_and_a_header_is_believed_only_from_a_proxy() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&["--per-address", "1"]);
    assert_eq!(come(&relay, &new_key()).await.status, 200);
    assert_eq!(come(&relay, &new_key()).await.body["code"], "TOO_MANY_GUESTS");
    assert_eq!(come_from(&relay.url, "198.51.100.7").await, 429, "anybody can send a header");
    relay.kill();

    let relay = site.must_relay(&["--per-address", "1", "--proxy-header", "X-Forwarded-For"]);
    assert_eq!(come_from(&relay.url, "198.51.100.7").await, 200);
    assert_eq!(come_from(&relay.url, "203.0.113.1, 198.51.100.7").await, 429);
    assert_eq!(come_from(&relay.url, "198.51.100.8").await, 200);
}

async fn come_from(url: &str, forwarded_for: &str) -> u16 {
    let headers = [("x-forwarded-for", forwarded_for)].into_iter();
    let headers = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
    let http = http().default_headers(headers).build().unwrap();
    let body = json!({ "public_key": new_key().public_key().to_string() });
    post(&http, format!("{url}/v1/guests"), &body).await.unwrap().status
}
