//! The program itself: keys, health, messages, and what it refuses to do.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::guest::Guest;
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn init_makes_the_keys_that_are_missing_keeps_them_for_its_owner_and_shows_the_costs() {
    let site = Site::without_keys().await;
    let made = String::from_utf8(site.run(&["init", "--keys", "4"]).stdout).unwrap();
    assert!(made.contains("guests.test.near signs with 4 keys and holds"), "{made}");
    assert!(made.contains("0.0071 NEAR  makes a guest's account"), "{made}");
    let folder = site.folder().join("localnet/guests.test.near");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 3, "the account had one key before");
    for file in files {
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    let again = String::from_utf8(site.run(&["init", "--keys", "4"]).stdout).unwrap();
    assert!(!again.contains("a new key") && again.contains("signs with 4 keys"), "{again}");
    let relay = site.must_relay(&[]);
    relay.must_print("guests.test.near signs with 4 keys for guests in arena.test.near").await;
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
    let said = site.must_not_run(&["--arena", "tic-tac-toe.test.near"]);
    assert!(said.contains("tic-tac-toe.test.near holds no tic-tac-toe contract"), "{said}");
    let said = site.must_not_run(&["--account", "nobody.test.near"]);
    assert!(said.contains("nobody.test.near"), "{said}");
}
