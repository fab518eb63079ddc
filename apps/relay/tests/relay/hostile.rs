//! Requests that must not cost anything.

use near_crypto::{InMemorySigner, SecretKey};
use near_primitives::action::delegate::{DelegateAction, NonDelegateAction, SignedDelegateAction};
use near_primitives::action::{Action, FunctionCallAction, TransferAction};
use near_primitives::borsh::BorshDeserialize;
use near_primitives::serialize::from_base64;
use near_primitives::types::{Balance, Gas};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::guest::{Change, Guest, encode, new_key, post};
use crate::site::{Relay, Site, http};

/// Changes the call in a delegate action.
fn change_call(action: &mut DelegateAction, change: impl FnOnce(&mut FunctionCallAction)) {
    let Action::FunctionCall(mut call) = Action::from(action.actions.remove(0)) else { panic!("a call") };
    change(&mut call);
    action.actions = vec![Action::FunctionCall(call).try_into().unwrap()];
}

fn rename(action: &mut DelegateAction, method: &str) {
    change_call(action, |call| method.clone_into(&mut call.method_name));
}

fn transfer() -> NonDelegateAction {
    Action::Transfer(TransferAction { deposit: Balance::from_near(1) }).try_into().unwrap()
}

/// What a cheat signs, and the code of the rule that it breaks.
const CHEATS: [(&str, Change); 16] = [
    ("FOREIGN_RECEIVER", |action| action.receiver_id = "tic-tac-toe.test.near".parse().unwrap()),
    ("FOREIGN_RECEIVER", |action| action.receiver_id = action.sender_id.clone()),
    ("NOT_ONE_CALL", |action| action.actions = vec![]),
    ("NOT_ONE_CALL", |action| action.actions.push(action.actions[0].clone())),
    ("NOT_ONE_CALL", |action| action.actions = vec![transfer()]),
    ("FOREIGN_METHOD", |action| rename(action, "storage_withdraw")),
    ("FOREIGN_METHOD", |action| rename(action, "storage_unregister")),
    ("FOREIGN_METHOD", |action| rename(action, "get_game")),
    ("DEPOSIT", |action| change_call(action, |call| call.deposit = Balance::from_yoctonear(1))),
    ("TOO_MUCH_GAS", |action| change_call(action, |call| call.gas = Gas::from_teragas(31))),
    ("NOT_A_GUEST", |action| action.sender_id = "alice.test.near".parse().unwrap()),
    ("NOT_A_GUEST", |action| action.sender_id = "nobody.guests.test.near".parse().unwrap()),
    ("USED_NONCE", |action| action.nonce -= 1),
    ("USED_NONCE", |action| action.nonce = u64::MAX),
    ("EXPIRED", |action| action.max_block_height = 1),
    ("TOO_FAR_AHEAD", |action| action.max_block_height += 1_000_000),
];

/// Bodies that are no request, and the status of their answers.
fn nonsense() -> Vec<(u16, Value)> {
    vec![
        (400, json!({})),
        (400, json!([])),
        (400, json!({ "signed_delegate_action": 1 })),
        (400, json!({ "signed_delegate_action": "" })),
        (400, json!({ "signed_delegate_action": "not base64!" })),
        (400, json!({ "signed_delegate_action": "AAAA" })),
        (400, json!({ "signed_delegate_action": "AAAA", "more": 1 })),
        (400, json!({ "signed_delegate_action": "A".repeat(7_000) })),
        (413, json!({ "signed_delegate_action": "A".repeat(10_000) })),
        (413, json!({ "signed_delegate_action": "A".repeat(1_000_000) })),
    ]
}

async fn must_refuse(guest: &Guest, relay: &Relay, signed: &str, code: &str) {
    let answer = guest.post(relay, signed).await;
    assert_eq!((answer.status, &answer.body["code"]), (400, &json!(code)), "{answer:?}");
    assert!(answer.body["detail"].as_str().unwrap().len() > 20, "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_hostile_requests_spend_nothing() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&["--per-address", "2"]);
    let mut guest = Guest::must_come(&site, &relay).await;
    let game_id = guest.must_host(&site, &relay).await;
    let close = json!({ "game_id": game_id.to_string() });
    let replayed = guest.sign(&site, "resign", &close).await;
    let first = guest.post(&relay, &replayed).await;
    let stranger = InMemorySigner::from_secret_key(guest.account.clone(), new_key());
    Guest::must_come(&site, &relay).await;
    let (held, left) = (site.balance().await, relay.budget_left().await);
    let http = http().pool_max_idle_per_host(0).build().unwrap();

    let mut requests = 0;
    while requests < 1_000 {
        let height = site.rpc.final_block().await.unwrap().height;
        for (code, change) in CHEATS {
            // Its nonce is taken back: nothing was sent.
            let signed = guest.sign_at(height, &site, "close", &close, change);
            must_refuse(&guest, &relay, &signed, code).await;
            guest.forget_nonce();
        }
        let signed = guest.sign(&site, "close", &close).await;
        guest.forget_nonce();
        let good = SignedDelegateAction::try_from_slice(&from_base64(&signed).unwrap()).unwrap();
        let mut forged = good.clone();
        forged.delegate_action.max_block_height += 1;
        must_refuse(&guest, &relay, &encode(&forged), "BAD_SIGNATURE").await;
        let other_key = SignedDelegateAction::sign(&stranger, good.delegate_action.clone());
        must_refuse(&guest, &relay, &encode(&other_key), "BAD_SIGNATURE").await;
        let mut own = good.delegate_action.clone();
        own.public_key = stranger.public_key();
        must_refuse(&guest, &relay, &encode(&SignedDelegateAction::sign(&stranger, own)), "FOREIGN_KEY")
            .await;
        let again = guest.post(&relay, &replayed).await;
        assert_eq!((again.status, again.body), (first.status, first.body.clone()), "the answer of the first");
        for (status, body) in nonsense() {
            // The server may hang up on somebody who goes on with a body that is too large.
            let answer = post(&http, format!("{}/v1/actions", relay.url), &body).await;
            let answered = answer.map_or(413, |answer| answer.status);
            assert_eq!(answered, status, "{body}");
        }
        for key in [
            "",
            "ed25519:",
            "secp256k1:5ftgm7wYK5gtVqq1kxMGy7gSudkrfYCbpsjL6sH1nwx2oj5NR2JktohjzB6fbEhhRERQpiwJcpwnQjxtoX3GS3cQ",
        ] {
            let answer = post(&http, format!("{}/v1/guests", relay.url), &json!({ "public_key": key })).await;
            assert_eq!(answer.unwrap().body["code"], "BAD_KEY");
        }
        let one_more = json!({ "public_key": new_key().public_key().to_string() });
        let answer = post(&http, format!("{}/v1/guests", relay.url), &one_more).await.unwrap();
        assert_eq!((answer.status, &answer.body["code"]), (429, &json!("TOO_MANY_GUESTS")));
        requests += CHEATS.len() + 4 + nonsense().len() + 4;
    }

    assert_eq!(site.balance().await, held);
    assert_eq!(relay.budget_left().await.to_bits(), left.to_bits());
    let game = site.chain.arena().get_game(tic_tac_toe_interface::GameId(game_id)).await.unwrap();
    assert!(game.is_some(), "nobody has closed it");
    guest.must_call(&site, &relay, "close", &close).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_ends_is_not_waited_for() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut slow = TcpStream::connect(relay.url.trim_start_matches("http://")).await.unwrap();
    let headers = "POST /v1/actions HTTP/1.1\r\nhost: relay\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    slow.write_all(headers.as_bytes()).await.unwrap();
    let mut answer = vec![0; 1024];
    let length = slow.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with("HTTP/1.1 504") && answer.contains("TOO_SLOW"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_json_from_the_pages_origin_is_let_through_by_browsers() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&["--origin", "https://play.example"]);
    let http = http().build().unwrap();
    let url = format!("{}/v1/guests", relay.url);
    let preflight = |origin: &str| {
        http.request(reqwest::Method::OPTIONS, &url)
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type")
            .send()
    };
    let allowed = preflight("https://play.example").await.unwrap();
    assert_eq!(allowed.headers()["access-control-allow-origin"], "https://play.example");
    let others = preflight("https://other.example").await.unwrap();
    assert!(!others.headers().contains_key("access-control-allow-origin"));

    let key: SecretKey = new_key();
    let body = json!({ "public_key": key.public_key().to_string() }).to_string();
    let held = site.balance().await;
    let without_preflight =
        http.post(&url).header("content-type", "text/plain").body(body).send().await.unwrap();
    assert_eq!(without_preflight.status(), 400);
    assert_eq!(site.balance().await, held);
}
