//! Relays that are killed, and nodes that lose what they are told: each mark is made once, and each call sent once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use near_primitives::types::ProtocolVersion;
use near_primitives::version::PROTOCOL_VERSION;
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_interface::GameId;

use crate::guest::{Guest, WON_BY_HOST, come, new_key, play};
use crate::node::{Behaviour, Node};
use crate::site::{Relay, Site, WITHOUT_GAS_KEYS};

/// A game of two guests that can begin.
async fn must_begin(site: &Site, relay: &Relay) -> (Guest, Guest, u64) {
    let mut host = Guest::must_come(site, relay).await;
    let mut friend = Guest::must_come(site, relay).await;
    let game_id = host.must_host(site, relay).await;
    friend.must_call(site, relay, "join", &json!({ "game_id": game_id.to_string() })).await;
    (host, friend, game_id)
}

async fn moves(site: &Site, game_id: u64) -> u16 {
    site.chain.arena().get_game(GameId(game_id)).await.unwrap().expect("the game").moves
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outcome_that_is_lost_is_asked_for_by_hash_and_nothing_is_sent_again() {
    let site = Site::must_start().await;
    let node = Node::must_start(site.chain.rpc_url()).await;
    let relay = site.must_relay_at(&node.url, &[]);
    let (mut host, _friend, game_id) = must_begin(&site, &relay).await;
    let sent = node.sent();
    node.behave(Behaviour::LosesOutcomes);

    let signed = host.sign(&site, "play", &play(game_id, (1, 1))).await;
    let pending = host.post(&relay, &signed).await;
    assert_eq!((pending.status, &pending.body["status"]), (202, &json!("pending")));
    let (status, answer) = relay.ask(pending.body["transaction"].as_str().unwrap()).await;

    assert_eq!((status, &answer["status"]), (200, &json!("done")));
    assert_eq!(host.post(&relay, &signed).await.body, answer, "the answer of the first");
    assert_eq!((node.sent(), moves(&site, game_id).await), (sent + 1, 1));
    assert_eq!(relay.get("/v1/actions/11111111111111111111111111111111").await.0, 404);

    let key = new_key();
    assert_eq!(come(&relay, &key).await.status, 202);
    let answer = come(&relay, &key).await;
    assert_eq!((answer.status, &answer.body["status"]), (200, &json!("done")));
    assert_eq!(node.sent(), sent + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_is_killed_while_its_call_is_on_the_way_does_not_send_it_again() {
    let site = Site::must_start().await;
    let node = Node::must_start(site.chain.rpc_url()).await;
    let relay = site.must_relay_at(&node.url, &[]);
    let (mut host, _friend, game_id) = must_begin(&site, &relay).await;
    let sent = node.sent();
    node.behave(Behaviour::Late(Duration::from_millis(300)));

    let signed = host.sign(&site, "play", &play(game_id, (1, 1))).await;
    let (url, posted) = (relay.url.clone(), signed.clone());
    let (answer, ()) = tokio::join!(host.try_post_to(&url, &posted), async {
        node.must_be_sent(sent + 1).await;
        relay.kill();
    });
    assert!(answer.is_err(), "{answer:?}");
    let relay = site.must_relay_at(&node.url, &[]);
    let answer = host.must_settle(|| relay.url.clone(), &signed).await;

    assert_eq!(answer["status"], "done");
    assert_eq!((node.sent(), moves(&site, game_id).await), (sent + 1, 1));
}

/// Whatever has signed the call: a nonce of a gas key, one of several keys, or one of those that an account had before it got
/// a gas key.
#[rstest]
#[case::gas_key(PROTOCOL_VERSION, true)]
#[case::keys(WITHOUT_GAS_KEYS, true)]
#[case::keys_before_a_gas_key(PROTOCOL_VERSION, false)]
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_never_reached_the_chain_is_given_up_and_made_again_also_when_nobody_else_plays(
    #[case] protocol_version: ProtocolVersion,
    #[case] init_first: bool,
) {
    let site = Site::without_keys_at(protocol_version).await;
    if init_first {
        site.must_init(&[]);
    } else {
        site.must_add_key().await;
    }
    let node = Node::must_start(site.chain.rpc_url()).await;
    let relay = site.must_relay_at(&node.url, &[]);
    let (mut host, _friend, game_id) = must_begin(&site, &relay).await;
    let sent = node.sent();
    node.behave(Behaviour::Swallows);

    let signed = host.sign(&site, "play", &play(game_id, (1, 1))).await;
    let (url, posted) = (relay.url.clone(), signed.clone());
    let left = relay.budget_left().await;
    let (answer, ()) = tokio::join!(host.try_post_to(&url, &posted), async {
        node.must_be_sent(sent + 1).await;
        assert!(relay.budget_left().await < left, "what it may cost is reserved");
        relay.kill();
    });
    assert!(answer.is_err(), "{answer:?}");
    node.behave(Behaviour::Honest);
    site.must_init(&[]);
    let relay = site.must_relay_at(&node.url, &[]);
    let pending = host.post(&relay, &signed).await;
    assert_eq!((pending.status, &pending.body["status"]), (202, &json!("pending")));

    relay.must_print("never reached the chain").await;
    let answer = host.must_settle(|| relay.url.clone(), &signed).await;

    assert_eq!((answer["status"].as_str(), moves(&site, game_id).await), (Some("done"), 1));
    let cost = left - relay.budget_left().await;
    assert!(cost < 0.0004, "the call cost {cost} NEAR: the one that was lost, nothing, and its nonce little");
    let passed = relay.metric("tic_tac_toe_relay_calls_total{kind=\"nonce\",result=\"done\"}").await;
    assert_eq!((passed.as_str(), node.sent()), ("1", sent + 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_takes_no_calls_costs_nothing_and_the_call_can_be_made_later() {
    let site = Site::must_start().await;
    let node = Node::must_start(site.chain.rpc_url()).await;
    let relay = site.must_relay_at(&node.url, &[]);
    let (mut host, _friend, game_id) = must_begin(&site, &relay).await;
    let left = relay.budget_left().await;
    node.behave(Behaviour::Refuses);

    let signed = host.sign(&site, "play", &play(game_id, (1, 1))).await;
    let answer = host.post(&relay, &signed).await;
    assert_eq!((answer.status, &answer.body["code"]), (503, &json!("NODE")));
    assert_eq!(relay.budget_left().await.to_bits(), left.to_bits());

    node.behave(Behaviour::Honest);
    assert_eq!(host.post(&relay, &signed).await.body["status"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_that_somebody_else_has_used_is_not_used_again() {
    let site = Site::without_keys().await;
    let relay = site.must_relay(&[]);
    let mut guest = Guest::must_come(&site, &relay).await;
    // The relay's only key, used beside it.
    site.must_init(&["--keys", "2"]);

    guest.must_host(&site, &relay).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_of_one_account_with_books_of_their_own_do_not_hinder_each_other() {
    let site = Site::must_start().await;
    let one = site.must_relay(&[]);
    let other = site.must_relay_with(&format!("{}-2", site.db()), &site.chain.rpc_url(), &[]);
    let mut host = Guest::must_come(&site, &one).await;
    let mut friend = Guest::must_come(&site, &other).await;
    let game_id = host.must_host(&site, &one).await;
    friend.must_call(&site, &other, "join", &json!({ "game_id": game_id.to_string() })).await;
    for (number, cell) in WON_BY_HOST.into_iter().enumerate() {
        let (player, relay) = if number % 2 == 0 { (&mut host, &one) } else { (&mut friend, &other) };
        player.must_play(&site, relay, game_id, cell).await;
    }
    assert_eq!(moves(&site, game_id).await, 5);
    let answer = friend.call(&site, &one, "close", &json!({ "game_id": game_id.to_string() })).await;
    assert_eq!(answer.body["code"], "NOT_A_GUEST", "each has its own guests");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_begins_a_new_chain_ends_the_relay_and_its_books_are_not_used_for_it() {
    let (site, new_site) = tokio::join!(Site::must_start(), Site::must_start());
    let node = Node::must_start(site.chain.rpc_url()).await;
    let relay = site.must_relay_at(&node.url, &[]);
    Guest::must_come(&site, &relay).await;
    node.move_to(new_site.chain.rpc_url());

    let said = tokio::task::block_in_place(|| relay.must_end());
    assert!(said.last().unwrap().contains("the node has another chain now"), "{said:?}");
    let said = new_site.must_not_run(&["--db", &site.db()]);
    assert!(said.contains("is the database of guests.test.near for arena.test.near on the chain"), "{said}");
}

/// Plays a game through a relay that is killed again and again; others play beside it.
#[rstest]
#[case::gas_key(PROTOCOL_VERSION)]
#[case::keys(WITHOUT_GAS_KEYS)]
#[tokio::test(flavor = "multi_thread")]
async fn killed_again_and_again_each_mark_is_made_once(#[case] protocol_version: ProtocolVersion) {
    let site = Arc::new(Site::must_start_at(protocol_version).await);
    let relay = site.must_relay(&[]);
    let (mut host, mut friend, game_id) = must_begin(&site, &relay).await;
    let mut other = Guest::must_come(&site, &relay).await;
    let url = Arc::new(Mutex::new(relay.url.clone()));
    let running = Arc::new(Mutex::new(Some(relay)));

    let (shared, site_of_killer, slot) = (Arc::clone(&url), Arc::clone(&site), Arc::clone(&running));
    let killer = tokio::spawn(async move {
        for pause in [40, 90, 15, 120, 60, 25, 75, 10, 100, 50] {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            slot.lock().unwrap().take().expect("a relay").kill();
            let next = tokio::task::block_in_place(|| site_of_killer.must_relay(&[]));
            *shared.lock().unwrap() = next.url.clone();
            *slot.lock().unwrap() = Some(next);
        }
    });
    let (address, site_of_other) = (Arc::clone(&url), Arc::clone(&site));
    let noise = tokio::spawn(async move {
        loop {
            let signed = other.sign(&site_of_other, "join", &json!({ "game_id": "99" })).await;
            let url = address.lock().unwrap().clone();
            let _ = other.try_post_to(&url, &signed).await;
        }
    });
    let mut results: Vec<Value> = Vec::new();
    for (number, cell) in WON_BY_HOST.into_iter().enumerate() {
        let player = if number % 2 == 0 { &mut host } else { &mut friend };
        let signed = player.sign(&site, "play", &play(game_id, cell)).await;
        results.push(player.must_settle(|| url.lock().unwrap().clone(), &signed).await);
    }
    killer.await.unwrap();
    noise.abort();

    assert!(results.iter().all(|result| result["status"] == "done"), "{results:?}");
    let game = site.chain.arena().get_game(GameId(game_id)).await.unwrap().expect("the game");
    assert_eq!((game.moves, game.winner, game.board), (5, Some(1), vec![1, 2, 2, 0, 1, 0, 0, 0, 1]));
}
