//! Creating, joining and closing games.

use near_sdk::serde_json::{json, to_value};

use super::*;

#[test]
fn a_game_without_rules_is_the_3x3_grid_with_the_host_to_move() {
    let arena = Arena::classic(&[ALICE, BOB]);
    assert_eq!(
        to_value(arena.game()).expect("the view is JSON"),
        json!({
            "game_id": "1",
            "players": ["alice.near", "bob.near"],
            "rules": {"grid": {"rows": 3, "cols": 3, "in_a_row": 3}},
            "starts": "host",
            "round": 1,
            "rows": 3,
            "cols": 3,
            "board": [0, 0, 0, 0, 0, 0, 0, 0, 0],
            "moves": 0,
            "status": "in_progress",
            "turn": 1,
            "out": [],
            "winner": null,
            "winning_line": null,
            "score": {"wins": [0, 0], "draws": 0},
            "turn_seconds": null,
            "turn_since": "1763300000000000000",
            "ultimate": null
        })
    );
}

#[test]
fn ids_count_up_and_are_never_used_again() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.close(ALICE, FIRST).expect("the host may close");
    let next = arena.create(&[ALICE, BOB], None, None).expect("the seating is free again");
    assert_eq!(next, GameId(2));
}

#[test]
fn two_accounts_have_one_game_hosted_by_each_and_no_third() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    let second = arena.create(&[BOB, ALICE], None, None).expect("the order differs");
    let third = arena.create(&[ALICE, BOB], grid(5, 5, 4), None).expect_err("game 1 has the seating");
    assert_eq!(third.code(), Code::GameExists);
    assert_eq!(Contract::find_game(seating(&[ALICE, BOB])), Some(FIRST));
    assert_eq!(Contract::find_game(seating(&[BOB, ALICE])), Some(second));
}

#[test]
fn names_that_run_together_are_not_mistaken_for_each_other() {
    let mut arena = Arena::classic(&["aa", "bcc"]);
    arena.create(&["aab", "cc"], None, None).expect("another seating");
    assert_eq!(Contract::find_game(seating(&["aa", "bcc"])), Some(GameId(1)));
    assert_eq!(Contract::find_game(seating(&["aab", "cc"])), Some(GameId(2)));
    assert_eq!(Contract::find_game(seating(&["aa", "bc"])), None);
}

#[test]
fn a_game_with_free_seats_waits_until_the_last_one_is_taken() {
    let mut arena = Arena::classic(&[ALICE, FREE, CAROL, FREE]);
    assert_eq!(arena.game().status, Status::Waiting);
    assert_eq!((arena.game().turn, arena.game().turn_since), (None, None));

    arena.join(DAVE, FIRST).expect("a seat is free");
    assert_eq!(arena.game().players, seating(&[ALICE, DAVE, CAROL, FREE]));
    assert_eq!(arena.game().status, Status::Waiting);

    arena.wait(100);
    arena.join(EVE, FIRST).expect("a seat is free");
    let game = arena.game();
    assert_eq!(game.players, seating(&[ALICE, DAVE, CAROL, EVE]));
    assert_eq!((game.status, game.turn, game.round), (Status::InProgress, Some(1), 1));
    assert_eq!(game.turn_since.expect("alice is to move").0, START + 100 * SECOND);
    assert_eq!(Contract::find_game(seating(&[ALICE, DAVE, CAROL, EVE])), Some(FIRST));
}

#[test]
fn games_with_a_free_seat_do_not_count_until_it_is_taken() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    let second = arena.create(&[ALICE, FREE], None, None).expect("nobody sits there yet");
    arena.join(BOB, FIRST).expect("the first of the pair");

    assert_eq!(arena.join(BOB, second).expect_err("the pair has a game").code(), Code::GameExists);
    arena.join(CAROL, second).expect("another pair");
}

#[test]
fn the_host_closes_a_game_at_any_time() {
    for moves in 0..HOST_WINS.len() {
        let mut arena = Arena::classic(&[ALICE, BOB]);
        arena.must_play(&HOST_WINS[..moves]);
        arena.close(ALICE, FIRST).expect("the host may close");
        assert_eq!(Contract::get_game(FIRST), None);
        assert_eq!(Contract::find_game(seating(&[ALICE, BOB])), None);
    }
}

#[test]
fn a_named_challenger_declines_until_they_have_come_themselves() {
    let mut arena = Arena::classic(&[ALICE, BOB, CAROL]);
    arena.must_play(&[(0, 0), (1, 1)]);
    assert_eq!(arena.close(BOB, FIRST).expect_err("bob has come").code(), Code::NotHost);
    arena.restart(ALICE).expect("any player may");
    assert_eq!(arena.close(BOB, FIRST).expect_err("bob came in round 1").code(), Code::NotHost);
    arena.close(CAROL, FIRST).expect("carol never came");
}

#[test]
fn nobody_can_keep_a_player_who_never_came_in_a_game() {
    // Alice and bob are one person; carol was named without being asked.
    let mut arena = Arena::with(&[ALICE, BOB, CAROL], None, Some(60));
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.wait(60);
    arena.claim_timeout(ALICE).expect("carol's time is over");
    arena.resign(BOB).expect("the round goes on");
    arena.restart(ALICE).expect("the round is over");
    arena.close(CAROL, FIRST).expect("carol never came, in any round");
    assert_eq!(Contract::get_games_of(account(CAROL), None, None), []);
}

#[test]
fn a_named_challenger_declines_a_game_that_still_waits() {
    let mut arena = Arena::classic(&[ALICE, BOB, FREE]);
    arena.close(BOB, FIRST).expect("bob was named");
    assert_eq!(arena.contract.get_counts(None).open, 0);
}

#[test]
fn a_player_who_joined_a_free_seat_cannot_close() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    arena.join(BOB, FIRST).expect("a seat is free");
    assert_eq!(arena.close(BOB, FIRST).expect_err("bob was not named").code(), Code::NotHost);
    assert_eq!(arena.close(EVE, FIRST).expect_err("eve has no seat").code(), Code::NotHost);
}

#[test]
fn when_the_last_game_is_closed_and_the_last_account_gone_nothing_is_left() {
    let mut arena = Arena::classic(&[ALICE, BOB, CAROL, DAVE]);
    arena.create(&[BOB, FREE, ALICE], None, None).expect("such a game can be made");
    arena.create(&[BOB, ALICE], ultimate(Capture::Any), None).expect("such a game can be made");
    arena.join(EVE, GameId(2)).expect("a seat is free");
    for (host, id) in [(BOB, 2), (ALICE, 1), (BOB, 3)] {
        arena.close(host, GameId(id)).expect("the host may close");
    }
    for host in [ALICE, BOB] {
        assert!(
            arena
                .called_with(host, NearToken::from_yoctonear(1))
                .storage_unregister(None)
                .expect("no games are left")
        );
    }
    assert_eq!(arena.records(), BTreeMap::new());
}
