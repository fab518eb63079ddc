//! The program itself: keys, health, messages, and what it refuses to do.

use near_primitives::types::Balance;
use serde_json::json;

use tic_tac_toe_cli::local::{Wasm, signer_of};

use crate::guest::Guest;
use crate::site::{Site, WITHOUT_GAS_KEYS};

#[tokio::test(flavor = "multi_thread")]
async fn init_makes_a_gas_key_with_nonces_and_money_keeps_it_for_its_owner_and_shows_the_costs() {
    let site = Site::without_keys().await;
    let held = site.balance().await;
    let made = site.must_init(&["--keys", "4"]);
    let signs = "guests.test.near signs with 4 nonces of 1 gas key with 1.00 NEAR for gas and holds";
    assert!(made.contains(signs), "{made}");
    assert!(made.contains("0.0071 NEAR  makes a guest's account"), "{made}");
    assert_eq!(site.must_find_key_files(), 1);
    let cost = held.saturating_sub(site.balance().await);
    assert!(
        cost < Balance::from_millinear(1),
        "the gas key's money is still the account's, but {cost} is gone"
    );

    let again = site.must_init(&["--keys", "4"]);
    assert!(!again.contains("a new key") && again.contains(signs), "{again}");
    let relay = site.must_relay(&[]);
    relay.must_print("signs with 4 nonces of 1 gas key for guests in arena.test.near").await;
    relay.kill();

    let more = site.must_init(&["--keys", "6", "--gas", "0.5"]);
    assert!(more.contains("signs with 6 nonces of 2 gas keys with 1.00 NEAR for gas and holds"), "{more}");
    let relay = site.must_relay(&[]);
    relay.must_print("signs with 6 nonces of 2 gas keys for guests").await;
    let mut guest = Guest::must_come(&site, &relay).await;
    guest.must_host(&site, &relay).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_chain_has_no_gas_keys_init_makes_the_keys_that_are_missing() {
    let site = Site::without_keys_at(WITHOUT_GAS_KEYS).await;
    let made = site.must_init(&["--keys", "4"]);
    assert!(made.contains("guests.test.near signs with 4 keys and holds"), "{made}");
    assert_eq!(site.must_find_key_files(), 3, "the account had one key before");

    let again = site.must_init(&["--keys", "4"]);
    assert!(!again.contains("a new key") && again.contains("signs with 4 keys"), "{again}");
    let relay = site.must_relay(&[]);
    relay.must_print("guests.test.near signs with 4 keys for guests in arena.test.near").await;
    let mut guest = Guest::must_come(&site, &relay).await;
    guest.must_host(&site, &relay).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_healthy_ready_and_measured_and_logs_a_line_a_call_without_secrets() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut guest = Guest::must_come(&site, &relay).await;
    let signed = guest.sign(&site, "join", &json!({ "game_id": "99" })).await;
    guest.post(&relay, &signed).await;
    guest.post(&relay, "AAAA").await;

    assert_eq!(relay.get("/healthz").await, (200, "ok".to_owned()));
    assert_eq!(relay.get("/readyz").await, (200, "ok".to_owned()));
    assert_eq!(relay.get("/nowhere").await.0, 404);
    assert_eq!(relay.get("/v1/guests").await.0, 405);
    assert!(relay.budget_left().await < 1.0);
    for (name, value) in [
        ("calls_total{kind=\"guest\",result=\"done\"}", "1"),
        ("calls_total{kind=\"action\",result=\"refused\"}", "1"),
        ("refusals_total{code=\"UNREADABLE_ACTION\"}", "1"),
        ("request_seconds_count{route=\"/v1/actions\"}", "2"),
    ] {
        let found = relay.metric(&format!("tic_tac_toe_relay_{name}")).await;
        assert_eq!(found, value, "{name}");
    }

    let account = &guest.account;
    relay.must_print(&format!("POST /v1/actions 200 {account} join: refused NO_GAME, ")).await;
    relay.must_print("POST /v1/actions 400 UNREADABLE_ACTION, ").await;
    let printed = relay.printed();
    assert_eq!(printed.iter().filter(|line| line.contains("POST ")).count(), 3, "{printed:#?}");
    let key = guest.signer.public_key().to_string();
    for secret in [&signed, &key, "127.0.0.1"] {
        assert!(!printed.iter().any(|line| line.contains(secret)), "{printed:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_shares_its_books_with_no_other_relay() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let said = site.must_not_run(&[]);
    assert!(said.contains("relay.sqlite cannot be used; is it the database of a relay"), "{said}");
    relay.kill();

    let said = site.must_not_run(&["--account", "alice.test.near"]);
    assert!(said.contains("is the database of guests.test.near for arena.test.near"), "{said}");
    let other_arena = signer_of(&"bob.test.near".parse().unwrap());
    site.rpc.deploy(&other_arena, Wasm::Arena.read(None).unwrap()).await.unwrap();
    let said = site.must_not_run(&["--arena", "bob.test.near"]);
    assert!(said.contains("is the database of guests.test.near for arena.test.near"), "{said}");
    let said = site.must_not_run(&["--arena", "tic-tac-toe.test.near"]);
    assert!(said.contains("tic-tac-toe.test.near holds no tic-tac-toe contract"), "{said}");
    let said = site.must_not_run(&["--account", "nobody.test.near"]);
    assert!(said.contains("nobody.test.near"), "{said}");
}
