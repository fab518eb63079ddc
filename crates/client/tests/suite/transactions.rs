//! Transactions that take too long, and keys on an account that has many.

use std::time::Duration;

use axum::http::StatusCode;
use localnet::{Config, GenesisAccount, Node};
use near_crypto::{InMemorySigner, KeyType, SecretKey, Signer};
use near_primitives::account::AccessKey;
use near_primitives::action::{Action, AddKeyAction};
use near_primitives::types::AccountId;
use rstest::rstest;
use serde_json::json;
use tic_tac_toe_client::keys::{Purpose, development_key, usable_keys};
use tic_tac_toe_client::{Error, Rpc, Timeouts};
use tic_tac_toe_interface::AccountIdRef;
use tic_tac_toe_interface::one_game::{Code, OneGame, PLAY, Play};

use crate::fake_node::{Answer, FakeNode, full_access, panicked, viewed};

const UNSETTLED: &str =
    "the transaction was sent but is not done yet; look at the board before you try again";

const CENTRE: Play = Play { row: 1, col: 1, game_id: None };

fn alice() -> Signer {
    let account: AccountId = "alice.near".parse().unwrap();
    let key = development_key(&account);
    InMemorySigner::from_secret_key(account, key)
}

fn start_node(config: Config) -> Node {
    let account = alice().get_account_id();
    let genesis = GenesisAccount::new(account.clone()).with_secret_key(development_key(&account));
    Node::start(Config { accounts: vec![genesis], ..config }).expect("a node starts on a free port")
}

fn add_key(key: &SecretKey) -> Action {
    Action::AddKey(Box::new(AddKeyAction {
        public_key: key.public_key(),
        access_key: AccessKey::full_access(),
    }))
}

async fn play_at(url: &str) -> Result<(), Error> {
    let timeouts = Timeouts { transaction: Duration::from_millis(500), ..Timeouts::USUAL };
    let contract = OneGame::new(Rpc::with_timeouts(url, timeouts), "game.near".parse().unwrap());
    contract.play(&alice(), CENTRE).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_waits_in_vain_leaves_the_outcome_open() {
    let slow = Duration::from_hours(1);
    let impatient = Duration::from_millis(50);
    let node = start_node(Config {
        block_time: slow,
        idle_block_time: slow,
        polling_timeout: impatient,
        ..Config::default()
    });
    let key = SecretKey::from_seed(KeyType::ED25519, "another");
    let signer = alice();

    let rpc = Rpc::new(&node.rpc_url());
    let error = rpc.send(&signer, &signer.get_account_id(), vec![add_key(&key)]).await.unwrap_err();

    assert!(matches!(error, Error::Unsettled { .. }), "{error}");
    assert_eq!(error.to_string(), UNSETTLED);
}

#[rstest]
#[case::request_timeout(|| Answer::Status(StatusCode::REQUEST_TIMEOUT))]
#[case::gateway_timeout(|| Answer::Status(StatusCode::GATEWAY_TIMEOUT))]
#[case::silence(|| Answer::Silence)]
#[tokio::test]
async fn a_transaction_without_an_outcome_is_sent_only_once(#[case] answer: fn() -> Answer) {
    let node = FakeNode::must_start(move |question| match question.method {
        "view_access_key" => viewed(full_access()),
        _ => answer(),
    })
    .await;

    let error = play_at(&node.url).await.unwrap_err();

    assert_eq!(error.to_string(), UNSETTLED);
    assert_eq!(node.sent_args(), [json!({ "row": 1, "col": 1, "game_id": null })]);
}

#[tokio::test]
async fn a_request_that_did_not_reach_the_chain_is_not_in_doubt() {
    let node = FakeNode::must_start(|question| match question.method {
        "view_access_key" => viewed(full_access()),
        _ => Answer::Status(StatusCode::TOO_MANY_REQUESTS),
    })
    .await;
    assert!(matches!(play_at(&node.url).await, Err(Error::RateLimited { .. })));
}

#[tokio::test]
async fn a_refusal_carries_its_code() {
    for code in Code::ALL {
        let node = FakeNode::must_start(move |question| match question.method {
            "view_access_key" => viewed(full_access()),
            _ => panicked(question, &format!("{code}: a sentence")),
        })
        .await;
        let Err(Error::Refused(refusal)) = play_at(&node.url).await else { panic!("{code} is a refusal") };
        assert_eq!((refusal.code(), refusal.sentence()), (Some(*code), "a sentence"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_more_keys_than_a_node_lists_at_once_can_sign_with_each() {
    let node = start_node(Config::default());
    let rpc = Rpc::new(&node.rpc_url());
    let signer = alice();
    let account = signer.get_account_id();
    let keys: Vec<SecretKey> =
        (0..150).map(|number| SecretKey::from_seed(KeyType::ED25519, &format!("key {number}"))).collect();
    for some in keys.chunks(75) {
        rpc.send(&signer, &account, some.iter().map(add_key).collect()).await.unwrap();
    }

    let contract = AccountIdRef::new_or_panic("game.near");
    let usable =
        usable_keys(&rpc, &account, Purpose { contract, methods: &[PLAY.name], pays: false }).await.unwrap();

    assert_eq!(usable.len(), keys.len() + 1);
    assert!(keys.iter().all(|key| usable.contains(&key.public_key())));
}
