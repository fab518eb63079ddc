//! Transactions that take too long, and keys on an account that has many.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use localnet::{Config, GenesisAccount, Node};
use near_crypto::{InMemorySigner, KeyType, SecretKey, Signer};
use near_primitives::account::AccessKey;
use near_primitives::action::{Action, AddKeyAction};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::types::AccountId;
use reqwest::header::HeaderValue;
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_client::keys::{KeyStore, Purpose, development_key, usable_keys};
use tic_tac_toe_client::{Error, Rpc, Timeouts};
use tic_tac_toe_interface::AccountIdRef;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::one_game::{Code, OneGame, PLAY, Play};

use crate::fake_node::{Answer, FakeNode, Question, full_access, panicked, viewed};

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

#[tokio::test(flavor = "multi_thread")]
async fn all_keys_that_are_kept_sign_each_once() {
    let node = start_node(Config::default());
    let (rpc, signer) = (Rpc::new(&node.rpc_url()), alice());
    let (account, folder) = (signer.get_account_id(), tempfile::tempdir().unwrap());
    let store = KeyStore::new(Network::Localnet, Some(folder.path().to_owned())).unwrap();
    let keys: Vec<SecretKey> =
        (0..3).map(|number| SecretKey::from_seed(KeyType::ED25519, &format!("key {number}"))).collect();
    for key in &keys {
        store.save(&account, key).unwrap();
        assert!(store.save(&account, key).is_err(), "no file is overwritten");
    }
    rpc.send(&signer, &account, keys[..2].iter().map(add_key).collect()).await.unwrap();

    let purpose = Purpose { contract: &account, methods: &[], pays: true };
    let signers = store.signers(&rpc, &account, purpose).await.unwrap();

    let mut found: Vec<String> = signers.iter().map(|signer| signer.public_key().to_string()).collect();
    let mut expected: Vec<String> = keys[..2].iter().map(|key| key.public_key().to_string()).collect();
    expected.push(signer.public_key().to_string());
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "not the third, which is not on the chain");
}

/// The answer of a node that has seen a later nonce than the transaction's.
fn invalid_nonce(ak_nonce: u64) -> Answer {
    let error = json!({ "InvalidTxError": { "InvalidNonce": { "tx_nonce": 2, "ak_nonce": ak_nonce } } });
    Answer::Error(json!({
        "name": "HANDLER_ERROR",
        "cause": { "name": "INVALID_TRANSACTION", "info": {} },
        "code": -32000,
        "message": "Server error",
        "data": { "TxExecutionError": error },
    }))
}

fn unknown_transaction(question: &Question) -> Answer {
    Answer::Error(json!({
        "name": "HANDLER_ERROR",
        "cause": {
            "name": "UNKNOWN_TRANSACTION",
            "info": { "requested_transaction_hash": question.params["tx_hash"] },
        },
        "code": -32000,
        "message": "Server error",
        "data": "Transaction doesn't exist",
    }))
}

#[tokio::test]
async fn a_nonce_that_was_used_meanwhile_is_replaced_by_a_fresh_one() {
    let node = FakeNode::must_start(|question| match question.method {
        "view_access_key" => viewed(full_access()),
        "tx" => unknown_transaction(question),
        _ if nonce_of(question) <= 7 => invalid_nonce(7),
        _ => panicked(question, "NOT_YOUR_TURN: a sentence"),
    })
    .await;

    let error = play_at(&node.url).await.unwrap_err();

    assert!(matches!(error, Error::Refused(_)), "the second one has run: {error}");
    let nonces: Vec<u64> = node.sent().iter().map(|sent| sent.transaction.nonce().nonce()).collect();
    assert_eq!(nonces, [2, 8]);
}

#[tokio::test]
async fn a_transaction_that_has_used_its_nonce_itself_is_not_signed_again() {
    let sent: Arc<Mutex<Option<Value>>> = Arc::default();
    let node = FakeNode::must_start(move |question| match question.method {
        "view_access_key" => viewed(full_access()),
        // A server on the way has passed it on twice, and tells of the second time.
        "send_tx" => {
            *sent.lock().unwrap() = Some(question.params.clone());
            invalid_nonce(2)
        }
        "tx" => {
            let params = sent.lock().unwrap().clone().expect("it was sent before");
            panicked(&Question { method: "tx", params: &params }, "NOT_YOUR_TURN: a sentence")
        }
        method => panic!("{method} was not expected"),
    })
    .await;

    let error = play_at(&node.url).await.unwrap_err();

    assert!(matches!(error, Error::Refused(_)), "{error}");
    assert_eq!(node.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_transaction_did_is_found_by_its_hash() {
    let node = start_node(Config::default());
    let (rpc, signer) = (Rpc::new(&node.rpc_url()), alice());
    let account = signer.get_account_id();
    let key = SecretKey::from_seed(KeyType::ED25519, "another");
    let receipt = rpc.send(&signer, &account, vec![add_key(&key)]).await.unwrap();

    assert_eq!(rpc.receipt(receipt.transaction, &account, &account).await.unwrap(), Some(receipt));
    assert_eq!(rpc.receipt(CryptoHash::hash_bytes(b"never sent"), &account, &account).await.unwrap(), None);
}

#[tokio::test]
async fn when_a_server_fails_the_next_one_is_asked_and_only_the_first_gets_the_key() {
    let broken = FakeNode::must_start(|_| Answer::Status(StatusCode::SERVICE_UNAVAILABLE)).await;
    let node = FakeNode::must_start(|question| match question.method {
        "view_access_key" => viewed(full_access()),
        _ => panicked(question, "NOT_YOUR_TURN: a sentence"),
    })
    .await;
    let key = HeaderValue::from_static("Bearer secret");
    let rpc = Rpc::with_key(&format!("{},{}", broken.url, node.url), Some(&key), Timeouts::USUAL);
    let contract = OneGame::new(rpc.clone(), "game.near".parse().unwrap());

    let error = contract.play(&alice(), CENTRE).await.map(|_| ()).unwrap_err();

    assert!(matches!(error, Error::Refused(_)), "{error}");
    assert_eq!(rpc.url(), node.url, "it is asked first from now on");
    assert_eq!(broken.sent().len() + node.sent().len(), 1, "the transaction was sent once");
    assert_eq!(broken.keys(), ["Bearer secret"]);
    assert_eq!(node.keys(), Vec::<String>::new());
}

fn nonce_of(question: &Question) -> u64 {
    let sent: SignedTransaction =
        serde_json::from_value(question.params["signed_tx_base64"].clone()).expect("a transaction");
    sent.transaction.nonce().nonce()
}
