//! Guests who play: what they see, what it costs, and many of them at once.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use near_primitives::action::{Action, TransferAction};
use near_primitives::types::Balance;
use serde_json::{Value, json};
use tic_tac_toe_cli::local::{players, signer_of};
use tic_tac_toe_client::{Error, Relay as RelayClient, Rpc};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Amount, Arena, Create, Page, Play};

use crate::guest::{Guest, WON_BY_HOST, come, new_key, play};
use crate::site::{Relay, Site};

#[tokio::test(flavor = "multi_thread")]
async fn two_guests_without_a_balance_play_a_game_to_its_end() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut host = Guest::must_come(&site, &relay).await;
    let mut friend = Guest::must_come(&site, &relay).await;

    let game_id = host.must_host(&site, &relay).await;
    friend.must_call(&site, &relay, "join", &json!({ "game_id": game_id.to_string() })).await;
    for (number, cell) in WON_BY_HOST.into_iter().enumerate() {
        let player = if number % 2 == 0 { &mut host } else { &mut friend };
        player.must_play(&site, &relay, game_id, cell).await;
    }

    let game = site.chain.arena().get_game(GameId(game_id)).await.unwrap().expect("the game");
    assert_eq!(game.players, [Some(host.account.clone()), Some(friend.account.clone())]);
    assert_eq!((game.moves, game.winner), (5, Some(1)));
    for guest in [&host, &friend] {
        assert_eq!(site.rpc.account(&guest.account).await.unwrap().amount, Balance::ZERO);
    }

    host.must_call(&site, &relay, "close", &json!({ "game_id": game_id.to_string() })).await;
    let left = relay.budget_left().await;
    host.must_host(&site, &relay).await;
    let cost = left - relay.budget_left().await;
    assert!(cost < 0.001, "the deposit serves the next game too, but this one cost {cost} NEAR");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_the_arena_comes_word_for_word() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut host = Guest::must_come(&site, &relay).await;
    let game_id = host.must_host(&site, &relay).await;
    let (alice, arena) = (signer_of(&players().unwrap()[0]), site.chain.arena());
    arena.join(&alice, GameId(game_id)).await.unwrap();
    host.must_play(&site, &relay, game_id, (1, 1)).await;
    let centre = Play { game_id: GameId(game_id), row: 1, col: 1, round: None };
    let Err(Error::Refused(told)) = arena.play(&alice, centre).await else { panic!("the cell is taken") };
    arena.play(&alice, Play { row: 0, ..centre }).await.unwrap();

    let answer = host.call(&site, &relay, "play", &play(game_id, (1, 1))).await;

    assert_eq!((answer.status, &answer.body["status"]), (200, &json!("refused")));
    assert_eq!(answer.body["code"].as_str(), told.code_text());
    assert_eq!(answer.body["message"], told.sentence());
    assert!(answer.body["gas_burnt"].as_u64().unwrap() > 0, "{answer:?}");
    assert_eq!(relay.ask(answer.body["transaction"].as_str().unwrap()).await, (200, answer.body));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_has_one_account_however_often_it_comes() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let key = new_key();
    let at_once = [come(&relay, &key), come(&relay, &key), come(&relay, &key)];
    let [first, second, third] = at_once;
    let (first, second, third) = tokio::join!(first, second, third);
    let accounts: HashSet<String> =
        [first, second, third].iter().map(|answer| answer.body["account_id"].to_string()).collect();
    assert_eq!(accounts.len(), 1);

    let before = site.balance().await;
    let again = come(&relay, &key).await;

    assert_eq!((again.status, &again.body["status"]), (200, &json!("done")));
    assert!(accounts.contains(&again.body["account_id"].to_string()));
    assert_eq!(site.balance().await, before);
    let name = again.body["account_id"].as_str().unwrap();
    assert!(name.ends_with(".guests.test.near") && name.split('-').count() == 3, "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_counted_is_what_the_account_lost_and_what_init_says_it_costs() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let (held, left) = (site.balance().await, relay.budget_left().await);
    let mut spent = Vec::new();
    let mut before = left;
    let mut step = async |relay: &Relay| {
        let now = relay.budget_left().await;
        spent.push(before - now);
        before = now;
    };
    let mut host = Guest::must_come(&site, &relay).await;
    step(&relay).await;
    let game_id = host.must_host(&site, &relay).await;
    step(&relay).await;
    let mut friend = Guest::must_come(&site, &relay).await;
    step(&relay).await;
    friend.must_call(&site, &relay, "join", &json!({ "game_id": game_id.to_string() })).await;
    step(&relay).await;
    host.must_play(&site, &relay, game_id, (0, 0)).await;
    step(&relay).await;

    let lost = held.saturating_sub(site.balance().await).as_micronear();
    let lost = f64::from(u32::try_from(lost).unwrap()) / 1e6;
    let counted: f64 = spent.iter().sum();
    assert!((lost - counted).abs() < 0.000_02, "the account lost {lost}, counted are {counted}: {spent:?}");
    let printed = site.must_init(&[]);
    for (what, found) in [("account", spent[0]), ("call", spent[3]), ("deposited", spent[1] - 0.0003)] {
        let line = printed.lines().find(|line| line.contains(what) && line.contains(" NEAR  ")).unwrap();
        let told: f64 = line.trim().split(' ').next().unwrap().parse().unwrap();
        assert!((found - told).abs() < 0.0001, "{line}, but it was {found}");
    }
    println!("account, hosting, account, join, play: {spent:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_the_seven_methods_reaches_the_arena() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut guest = Guest::must_come(&site, &relay).await;
    for method in ["join", "restart", "resign", "claim_timeout", "close"] {
        let answer = guest.call(&site, &relay, method, &json!({ "game_id": "99" })).await;
        assert_eq!((answer.status, &answer.body["code"]), (200, &json!("NO_GAME")), "{method}: {answer:?}");
    }
    let answer = guest.call(&site, &relay, "play", &play(99, (0, 0))).await;
    assert_eq!((answer.status, &answer.body["code"]), (200, &json!("NO_GAME")), "{answer:?}");
    guest.must_host(&site, &relay).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_whose_key_is_used_beside_the_relay_plays_on() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let guest = Guest::must_come(&site, &relay).await;
    let rpc = Rpc::new(&site.chain.rpc_url()).with_relay(Some(RelayClient::new(&relay.url)));
    let arena = Arena::new(rpc, site.chain.arena().id().clone());
    let seats = [Some(&*guest.account), None];
    let game = Create { players: &seats, rules: None, turn_seconds: None, starts: None };
    arena.create(&guest.signer, game, Amount(0)).await.unwrap();

    // As a wallet would that has imported the key.
    let transfer = |deposit| vec![Action::Transfer(TransferAction { deposit })];
    let alice = signer_of(&players().unwrap()[0]);
    site.rpc.send(&alice, &guest.account, transfer(Balance::from_millinear(10))).await.unwrap();
    for _ in 0..2 {
        let back = transfer(Balance::from_millinear(1));
        site.rpc.send(&guest.signer, &alice.get_account_id(), back).await.unwrap();
    }

    arena.create(&guest.signer, game, Amount(0)).await.unwrap();
    let games = site.chain.arena().get_games_of(&guest.account, Page::default()).await.unwrap();
    assert_eq!(games.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_in_two_windows_makes_each_call_once() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let guest = Guest::must_come(&site, &relay).await;
    let windows = [(); 2].map(|()| {
        let rpc = Rpc::new(&site.chain.rpc_url()).with_relay(Some(RelayClient::new(&relay.url)));
        let (arena, signer) = (Arena::new(rpc, site.chain.arena().id().clone()), guest.signer.clone());
        tokio::spawn(async move {
            for _ in 0..5 {
                let refused = arena.join(&signer, GameId(99)).await;
                let Err(Error::Refused(refusal)) = refused else { panic!("{refused:?}") };
                assert_eq!(refusal.code_text(), Some("NO_GAME"));
            }
        })
    });
    for window in windows {
        window.await.unwrap();
    }

    let made = relay.metric("tic_tac_toe_relay_calls_total{kind=\"action\",result=\"refused\"}").await;
    assert_eq!(made, "10");
}

/// Plays so many games at once, each by two guests, and checks that every mark was made once.
async fn play_at_once(games: usize) {
    let site = Arc::new(Site::must_start().await);
    site.must_init(&["--gas", "10"]);
    // Behind a proxy one address may have more connections than otherwise.
    let limits = ["--budget", "100", "--per-address", "1000", "--proxy-header", "X-Forwarded-For"];
    let relay = Arc::new(site.must_relay(&limits));
    let began = Instant::now();
    let tables: Vec<_> = (0..games)
        .map(|_| {
            let (site, relay) = (Arc::clone(&site), Arc::clone(&relay));
            tokio::spawn(async move {
                let mut host = Guest::must_come(&site, &relay).await;
                let mut friend = Guest::must_come(&site, &relay).await;
                let game_id = host.must_host(&site, &relay).await;
                friend.must_call(&site, &relay, "join", &json!({ "game_id": game_id.to_string() })).await;
                let mut logs = Vec::new();
                for (number, cell) in WON_BY_HOST.into_iter().enumerate() {
                    let player = if number % 2 == 0 { &mut host } else { &mut friend };
                    let made = player.must_call(&site, &relay, "play", &play(game_id, cell)).await;
                    logs.push(made["logs"].clone());
                }
                (game_id, host.account, friend.account, logs)
            })
        })
        .collect();
    let mut accounts = HashSet::new();
    for table in tables {
        let (game_id, host, friend, logs) = table.await.unwrap();
        let game = site.chain.arena().get_game(GameId(game_id)).await.unwrap().expect("the game");
        assert_eq!((game.moves, game.winner), (5, Some(1)));
        assert_eq!(game.board, [1, 2, 2, 0, 1, 0, 0, 0, 1]);
        let marks = |logs: &Value| logs.to_string().matches("move_made").count();
        assert_eq!(logs.iter().map(marks).collect::<Vec<_>>(), [1; 5]);
        assert!(accounts.insert(host) && accounts.insert(friend), "each guest has an account of its own");
    }
    let done = relay.metric("tic_tac_toe_relay_calls_total{kind=\"action\",result=\"done\"}").await;
    assert_eq!(done, (games * 7).to_string());
    println!("{games} games by {} guests in {:?}", 2 * games, began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_many_guests_at_once_have_each_mark_made_once() {
    play_at_once(12).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute; the run above has fewer guests"]
async fn a_hundred_games_at_once_have_each_mark_made_once() {
    play_at_once(100).await;
}
