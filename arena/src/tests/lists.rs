//! Lists of games: what is in them, in which order, and where they end.

use near_sdk::borsh;
use tic_tac_toe_interface::arena::{GameView, Index};

use super::*;

fn ids(games: &[GameView]) -> Vec<u64> {
    games.iter().map(|game| game.game_id.0).collect()
}

fn games_of(account_id: &str) -> Vec<u64> {
    ids(&Contract::get_games_of(account(account_id), None, None))
}

fn open_games(arena: &Arena) -> Vec<u64> {
    ids(&arena.contract.get_open_games(None, None))
}

/// Makes Alice host `count` games with a free seat.
fn with_open_games(count: u64) -> Arena {
    let mut arena = Arena::new();
    for _ in 0..count {
        arena.create(&[ALICE, FREE], None, None).expect("such a game can be made");
    }
    arena
}

#[test]
fn a_fresh_contract_has_empty_lists() {
    let arena = Arena::new();
    let counts = arena.contract.get_counts(Some(account(ALICE)));
    assert_eq!((counts.open, counts.of_account, counts.last_game_id), (0, Some(0), None));
    assert!(games_of(ALICE).is_empty());
    assert!(open_games(&arena).is_empty());
    let page = arena.contract.get_games(None, None);
    assert_eq!((page.games, page.next), (vec![], None));
}

#[test]
fn an_account_sees_the_games_it_hosts_and_those_it_is_a_challenger_in() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.create(&[CAROL, ALICE, FREE], None, None).expect("such a game can be made");
    arena.create(&[CAROL, FREE], None, None).expect("such a game can be made");
    arena.join(ALICE, GameId(3)).expect("a seat is free");
    assert_eq!(games_of(ALICE), [1, 2, 3]);
    assert_eq!(games_of(BOB), [1]);
    assert_eq!(games_of(CAROL), [2, 3]);
    assert_eq!(open_games(&arena), [2]);
    let counts = arena.contract.get_counts(Some(account(ALICE)));
    assert_eq!((counts.open, counts.of_account, counts.last_game_id), (1, Some(3), Some(GameId(3))));
    assert_eq!(arena.contract.get_counts(None).of_account, None);
}

#[test]
fn the_last_entry_takes_the_place_of_a_closed_game() {
    let mut arena = with_open_games(4);
    arena.close(ALICE, GameId(2)).expect("the host may close");
    assert_eq!((games_of(ALICE), open_games(&arena)), (vec![1, 4, 3], vec![1, 4, 3]));
    arena.close(ALICE, GameId(4)).expect("the moved game is found");
    assert_eq!((games_of(ALICE), open_games(&arena)), (vec![1, 3], vec![1, 3]));
    arena.close(ALICE, GameId(3)).expect("the last one leaves too");
    arena.close(ALICE, GameId(1)).expect("and the only one");
    assert_eq!((games_of(ALICE), open_games(&arena)), (vec![], vec![]));
}

#[test]
fn joining_takes_a_game_out_of_the_open_ones_and_moves_another() {
    let mut arena = with_open_games(3);
    arena.join(BOB, GameId(1)).expect("a seat is free");
    assert_eq!(open_games(&arena), [3, 2]);
    arena.join(CAROL, GameId(3)).expect("the moved game is found");
    assert_eq!(open_games(&arena), [2]);
    assert_eq!(games_of(ALICE), [1, 2, 3]);
}

#[test]
fn moves_and_restarts_do_not_change_the_order() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.create(&[BOB, ALICE], None, None).expect("such a game can be made");
    arena.must_play(&HOST_WINS);
    arena.restart(BOB).expect("any player may");
    arena.resign(ALICE).expect("the round goes on");
    assert_eq!((games_of(ALICE), games_of(BOB)), (vec![1, 2], vec![1, 2]));
}

#[test]
fn lists_of_all_players_stay_right_whatever_is_closed() {
    let players = [ALICE, BOB, CAROL, DAVE];
    let mut arena = Arena::new();
    for host in 0..4 {
        for step in 1..4 {
            let seats = [players[host], players[(host + step) % 4], players[(host + 2 * step + 1) % 4]];
            // Some of these name somebody twice, which is refused.
            drop(arena.create(&seats, None, None));
        }
        arena.create(&[players[host], FREE], None, None).expect("such a game can be made");
    }
    let last = arena.contract.get_counts(None).last_game_id.expect("games were made").0;
    // 7 has no divisor in common with the number of games, so each is closed once.
    for id in (1..=last).map(|i| i * 7 % (last + 1)) {
        let all = arena.contract.get_games(None, Some(100)).games;
        for player in players {
            let mut listed = games_of(player);
            listed.sort_unstable();
            let seated = all.iter().filter(|game| game.players.contains(&Some(account(player))));
            assert_eq!(listed, seated.map(|game| game.game_id.0).collect::<Vec<_>>());
        }
        if let Some(game) = Contract::get_game(GameId(id)) {
            let host = game.players[0].as_ref().expect("a host").to_string();
            arena.close(&host, GameId(id)).expect("the host may close");
        }
    }
    assert_eq!(arena.contract.get_games(None, None).games, []);
}

#[test]
fn pages_begin_where_they_are_asked_to_and_end_at_the_limit() {
    let arena = with_open_games(102);
    let of_alice =
        |from: Option<u64>, limit| ids(&Contract::get_games_of(account(ALICE), from.map(Index), limit));
    assert_eq!(of_alice(None, None), (1..=50).collect::<Vec<_>>());
    assert_eq!(of_alice(Some(90), None), (91..=102).collect::<Vec<_>>());
    assert_eq!(of_alice(Some(3), Some(2)), [4, 5]);
    assert_eq!(of_alice(None, Some(1000)).len(), 100);
    assert!(of_alice(None, Some(0)).is_empty());
    assert!(of_alice(Some(102), None).is_empty());
    assert!(of_alice(Some(u64::MAX), None).is_empty());
    assert_eq!(ids(&arena.contract.get_open_games(Some(Index(100)), None)), [101, 102]);
    assert_eq!(arena.contract.get_open_games(Some(Index(u64::MAX)), Some(u64::MAX)), []);

    let page = |from: Option<u64>, limit| {
        let page = arena.contract.get_games(from.map(GameId), limit);
        (ids(&page.games), page.next.map(|next| next.0))
    };
    assert_eq!(page(None, None), ((1..=50).collect(), Some(51)));
    assert_eq!(page(Some(0), Some(2)), (vec![1, 2], Some(3)));
    assert_eq!(page(Some(101), None), (vec![101, 102], None));
    assert_eq!(page(Some(7), Some(0)), (vec![], Some(7)));
    assert_eq!(page(Some(103), None), (vec![], None));
    assert_eq!(page(Some(u64::MAX), None), (vec![], None));
}

#[test]
fn closed_games_are_passed_over() {
    let mut arena = with_open_games(5);
    for id in [2, 3] {
        arena.close(ALICE, GameId(id)).expect("the host may close");
    }
    let page = arena.contract.get_games(Some(GameId(2)), Some(1));
    assert_eq!((ids(&page.games), page.next), (vec![4], Some(GameId(5))));
}

/// Creates a contract in which this many games were created and closed again.
fn after_closing(last_id: u64) -> Contract {
    let own_record = (0_u8, last_id, 0_u32);
    borsh::from_slice(&borsh::to_vec(&own_record).expect("memory can be written")).expect("a record")
}

#[test]
fn one_call_looks_at_no_more_than_300_ids() {
    let arena = Arena { contract: after_closing(302), ..Arena::new() };
    let page = arena.contract.get_games(None, None);
    assert_eq!((page.games, page.next), (vec![], Some(GameId(301))));
    let page = arena.contract.get_games(page.next, None);
    assert_eq!((page.games, page.next), (vec![], None));
}
