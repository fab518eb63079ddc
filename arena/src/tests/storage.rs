//! Who pays for storage: NEP-145 to the letter, and that locked deposits cover what is stored.

use near_sdk::mock::MockAction;
use near_sdk::serde_json::{json, to_value};
use near_sdk::test_utils::get_created_receipts;
use tic_tac_toe_interface::arena::{Amount, StorageBalance};

use super::*;

const ONE: NearToken = NearToken::from_yoctonear(1);

const BYTE_PRICE: u128 = 10_u128.pow(19);

fn longest(first: char) -> String {
    format!("{}{first}", "x".repeat(63))
}

fn min() -> u128 {
    Contract::storage_balance_bounds().min.0
}

fn cost(players: u64, rules: Option<Rules>) -> u128 {
    Contract::get_cost(players, rules).expect("such a game can be made").0
}

fn balance_of(account_id: &str) -> Option<StorageBalance> {
    Contract::storage_balance_of(account(account_id))
}

fn balance(total: u128, available: u128) -> StorageBalance {
    StorageBalance { total: Amount(total), available: Amount(available) }
}

fn deposit(
    arena: &mut Arena,
    caller: &str,
    yocto: u128,
    to: &str,
    registration_only: bool,
) -> StorageBalance {
    arena
        .called_with(caller, NearToken::from_yoctonear(yocto))
        .storage_deposit(Some(account(to)), Some(registration_only))
        .expect("it is enough")
}

/// Returns what the last call paid, and to whom.
fn paid() -> Vec<(String, u128)> {
    get_created_receipts()
        .into_iter()
        .map(|receipt| match receipt.actions.as_slice() {
            [MockAction::CreateReceipt { .. }, MockAction::Transfer { deposit, .. }]
            | [MockAction::Transfer { deposit, .. }] => {
                (receipt.receiver_id.to_string(), deposit.as_yoctonear())
            }
            other => panic!("a transfer and nothing else was expected: {other:?}"),
        })
        .collect()
}

#[test]
fn the_bounds_have_a_minimum_and_no_maximum() {
    let bounds = to_value(Contract::storage_balance_bounds()).expect("JSON");
    assert_eq!(bounds, json!({"min": "1430000000000000000000", "max": null}));
}

#[test]
fn a_deposit_registers_and_all_above_the_minimum_is_available() {
    let mut arena = Arena::new();
    assert_eq!(balance_of(ALICE), None);
    assert_eq!(deposit(&mut arena, ALICE, min() + 5, ALICE, false), balance(min() + 5, 5));
    assert_eq!(paid(), []);
    assert_eq!(balance_of(ALICE), Some(balance(min() + 5, 5)));
    assert_eq!(deposit(&mut arena, ALICE, 3, ALICE, false), balance(min() + 8, 8));
    assert_eq!(deposit(&mut arena, ALICE, 0, ALICE, false), balance(min() + 8, 8));
}

#[test]
fn a_deposit_for_somebody_else_is_theirs() {
    let mut arena = Arena::new();
    deposit(&mut arena, ALICE, min() + 5, BOB, false);
    assert_eq!((balance_of(ALICE), balance_of(BOB)), (None, Some(balance(min() + 5, 5))));
}

#[test]
fn registration_only_keeps_the_minimum_and_returns_the_rest() {
    let mut arena = Arena::new();
    assert_eq!(deposit(&mut arena, ALICE, min() + 5, BOB, true), balance(min(), 0));
    assert_eq!(paid(), [(ALICE.to_owned(), 5)]);
    assert_eq!(deposit(&mut arena, ALICE, min() + 5, BOB, true), balance(min(), 0));
    assert_eq!(paid(), [(ALICE.to_owned(), min() + 5)]);
    deposit(&mut arena, ALICE, min(), CAROL, true);
    assert_eq!(paid(), []);
}

#[test]
fn what_is_available_can_be_withdrawn_and_the_yocto_comes_back() {
    let mut arena = Arena::new();
    deposit(&mut arena, ALICE, min() + 100, ALICE, false);
    let left = arena.called_with(ALICE, ONE).storage_withdraw(Some(Amount(30))).expect("100 are available");
    assert_eq!((left, paid()), (balance(min() + 70, 70), vec![(ALICE.to_owned(), 31)]));
    let left =
        arena.called_with(ALICE, ONE).storage_withdraw(Some(Amount(0))).expect("nothing is always there");
    assert_eq!((left, paid()), (balance(min() + 70, 70), vec![(ALICE.to_owned(), 1)]));
    let left = arena.called_with(ALICE, ONE).storage_withdraw(None).expect("70 are available");
    assert_eq!((left, paid()), (balance(min(), 0), vec![(ALICE.to_owned(), 71)]));
}

#[test]
fn unregistering_pays_out_everything() {
    let mut arena = Arena::new();
    deposit(&mut arena, ALICE, min() + 100, ALICE, false);
    assert!(arena.called_with(ALICE, ONE).storage_unregister(None).expect("alice hosts nothing"));
    assert_eq!(paid(), [(ALICE.to_owned(), min() + 101)]);
    assert_eq!(balance_of(ALICE), None);
    assert_eq!(arena.records(), BTreeMap::new());
}

#[test]
fn an_account_that_is_not_registered_gets_false_and_the_yocto_back() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    for stranger in [EVE, BOB] {
        assert!(!arena.called_with(stranger, ONE).storage_unregister(None).expect("nothing is refused"));
        assert_eq!(paid(), [(stranger.to_owned(), 1)]);
    }
    assert_eq!(Contract::get_games_of(account(BOB), None, None).len(), 1);
}

#[test]
fn a_challenger_who_unregisters_keeps_the_seat() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    deposit(&mut arena, BOB, min(), BOB, false);
    assert!(arena.called_with(BOB, ONE).storage_unregister(None).expect("bob hosts nothing"));
    assert_eq!(balance_of(BOB), None);
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.close(ALICE, FIRST).expect("the host may close");
}

#[test]
fn create_registers_the_host_and_locks_what_the_game_costs() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    let total = PLENTY.as_yoctonear();
    assert_eq!(balance_of(ALICE), Some(balance(total, total - min() - cost(2, None))));
    assert_eq!((balance_of(BOB), paid()), (None, vec![]));

    arena.close(BOB, FIRST).expect("bob declines");
    assert_eq!(balance_of(ALICE), Some(balance(total, total - min())));
    assert_eq!(paid(), []);
}

#[test]
fn once_the_balance_covers_it_create_needs_no_deposit() {
    let mut arena = Arena::new();
    deposit(&mut arena, BOB, min() + cost(2, None), ALICE, false);
    arena.called_by(ALICE).create(seating(&[ALICE, BOB]), None, None, None).expect("it is covered");
    assert_eq!(balance_of(ALICE), Some(balance(min() + cost(2, None), 0)));
}

#[test]
fn neither_rounds_nor_score_change_what_is_locked() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    let locked = balance_of(ALICE);
    arena.must_play(&HOST_WINS);
    arena.restart(BOB).expect("any player may");
    assert_eq!(balance_of(ALICE), locked);
}

#[test]
fn a_3x3_game_of_two_locks_less_than_a_hundredth_of_a_near() {
    assert_eq!(cost(2, None), 637 * BYTE_PRICE);
    assert!(cost(2, None) <= NearToken::from_millinear(10).as_yoctonear());
}

/// Returns every kind of position: the smallest and largest masks, odd sizes, and ultimate.
fn every_game() -> Vec<(u8, Option<Rules>)> {
    let sizes = [(3, 3), (3, 4), (5, 5), (8, 8), (9, 9), (3, 19), (15, 15), (19, 19)];
    let grids = sizes.into_iter().flat_map(|(rows, cols)| (2..=4).map(move |n| (n, grid(rows, cols, 3))));
    let ultimates = [Capture::First, Capture::Any, Capture::Closing].map(|capture| (2, ultimate(capture)));
    grids.chain(ultimates).collect()
}

/// The bytes that a game and a registration each lock for later versions.
const RESERVE: u128 = 32;

#[test]
fn registration_and_cost_are_exactly_what_the_largest_records_and_their_reserves_take() {
    for (count, rules) in every_game() {
        let players: Vec<String> = ('a'..).take(count.into()).map(longest).collect();
        let names: Vec<&str> = players.iter().map(String::as_str).collect();
        let mut arena = Arena::with(&names, rules, Some(30));
        let paid_for = min() + cost(count.into(), rules) - 2 * RESERVE * BYTE_PRICE;
        assert_eq!(u128::from(bytes_of(&arena.records())) * BYTE_PRICE, paid_for, "{count} {rules:?}");

        arena.must_play(&[(0, 0), (0, 2)]);
        for player in &players[1..] {
            arena.resign(player).expect("the round goes on");
        }
        arena.restart(&players[1]).expect("the round is over");
        assert_eq!(u128::from(bytes_of(&arena.records())) * BYTE_PRICE, paid_for, "{count} {rules:?}");
    }
}

#[test]
fn a_game_that_waits_takes_no_more_than_a_full_one() {
    for (count, rules) in every_game() {
        let host = longest('a');
        let mut seats = vec![host.as_str()];
        seats.resize(count.into(), FREE);
        let mut arena = Arena::with(&seats, rules, None);
        for joiner in ('b'..).take(usize::from(count) - 1).map(longest) {
            assert!(u128::from(bytes_of(&arena.records())) * BYTE_PRICE <= min() + cost(count.into(), rules));
            arena.join(&joiner, FIRST).expect("a seat is free");
        }
    }
}

#[test]
fn what_is_paid_covers_what_is_stored_while_games_come_and_go() {
    let players: Vec<String> = ('a'..'f').map(longest).collect();
    let name = |number: usize| players[number % players.len()].as_str();
    let mut arena = Arena::new();
    for step in 0..60 {
        let host = name(step * 7);
        if step % 3 == 2 {
            let hosted = Contract::get_games_of(account(host), None, None);
            for game in hosted.iter().take(2) {
                drop(arena.close(host, game.game_id));
            }
        } else {
            let challenger = if step % 4 == 0 { FREE } else { name(step + 1) };
            drop(arena.create(&[host, challenger, name(step + 2)], None, None));
        }
        let needed: u128 = players
            .iter()
            .filter_map(|player| balance_of(player))
            .map(|balance| balance.total.0 - balance.available.0)
            .sum();
        let stored = u128::from(bytes_of(&arena.records())) * BYTE_PRICE;
        assert!(stored <= needed, "step {step}: {stored} > {needed}");
    }
}
