//! The exact log lines that indexers read, in the order in which things happened.

use super::*;

/// Checks that the last call logged exactly these events: name, a space, data.
fn logged(events: &[&str]) {
    let line = |event: &&str| {
        let (name, data) = event.split_once(' ').expect("a name and data");
        format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"{name}","data":{data}}}"#
        )
    };
    assert_eq!(get_logs(), events.iter().map(line).collect::<Vec<_>>());
}

#[test]
fn creating_a_full_game_starts_its_first_round() {
    let _arena = Arena::classic(&[ALICE, BOB]);
    logged(&[
        r#"game_created {"game_id":"1","players":["alice.near","bob.near"],"rules":{"grid":{"rows":3,"cols":3,"in_a_row":3}},"turn_seconds":null,"starts":"host"}"#,
        r#"round_started {"game_id":"1","round":1,"seat":1}"#,
    ]);
}

#[test]
fn a_game_with_a_free_seat_starts_when_it_is_taken() {
    let mut arena = Arena::with(&[ALICE, FREE], ultimate(Capture::Closing), Some(30));
    logged(&[
        r#"game_created {"game_id":"1","players":["alice.near",null],"rules":{"ultimate":{"capture":"closing"}},"turn_seconds":30,"starts":"host"}"#,
    ]);
    arena.join(BOB, FIRST).expect("a seat is free");
    logged(&[
        r#"player_joined {"game_id":"1","player":"bob.near","seat":2}"#,
        r#"round_started {"game_id":"1","round":1,"seat":1}"#,
    ]);
}

#[test]
fn taking_one_of_two_free_seats_starts_nothing() {
    let mut arena = Arena::classic(&[ALICE, FREE, FREE]);
    arena.join(BOB, FIRST).expect("a seat is free");
    logged(&[r#"player_joined {"game_id":"1","player":"bob.near","seat":2}"#]);
}

#[test]
fn a_move_tells_who_marked_what() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&[(0, 0), (1, 2)]);
    logged(&[r#"move_made {"game_id":"1","round":1,"player":"bob.near","seat":2,"row":1,"col":2}"#]);
}

#[test]
fn a_winning_move_ends_the_round() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&HOST_WINS);
    logged(&[
        r#"move_made {"game_id":"1","round":1,"player":"alice.near","seat":1,"row":0,"col":2}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"alice.near","seat":1,"by":"alice.near"}"#,
    ]);
}

#[test]
fn a_drawing_move_ends_the_round() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&DRAW);
    logged(&[
        r#"move_made {"game_id":"1","round":1,"player":"alice.near","seat":1,"row":2,"col":2}"#,
        r#"round_over {"game_id":"1","round":1,"result":"draw","winner":null,"seat":null,"by":"alice.near"}"#,
    ]);
}

#[test]
fn resigning_ends_the_round_of_two_and_not_of_three() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.resign(BOB).expect("the round goes on");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"bob.near","seat":2,"reason":"resigned"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"alice.near","seat":1,"by":"bob.near"}"#,
    ]);

    let mut arena = Arena::classic(&[ALICE, BOB, CAROL]);
    arena.resign(BOB).expect("the round goes on");
    logged(&[r#"player_out {"game_id":"1","round":1,"player":"bob.near","seat":2,"reason":"resigned"}"#]);
}

#[test]
fn a_claim_tells_who_was_late_and_who_claimed() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.wait(30);
    arena.claim_timeout(EVE).expect("alice's time is over");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"alice.near","seat":1,"reason":"timed_out"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"bob.near","seat":2,"by":"eve.near"}"#,
    ]);
}

#[test]
fn a_restart_abandons_what_was_under_way() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.restart(BOB).expect("any player may");
    logged(&[
        r#"round_over {"game_id":"1","round":1,"result":"abandoned","winner":null,"seat":null,"by":"bob.near"}"#,
        r#"round_started {"game_id":"1","round":2,"seat":1}"#,
    ]);
}

#[test]
fn a_restart_after_the_end_only_starts() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&HOST_WINS);
    arena.restart(BOB).expect("any player may");
    logged(&[r#"round_started {"game_id":"1","round":2,"seat":1}"#]);
}

#[test]
fn leaving_a_timed_round_of_two_makes_the_other_win() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.restart(BOB).expect("any player may");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"bob.near","seat":2,"reason":"resigned"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"alice.near","seat":1,"by":"bob.near"}"#,
        r#"round_started {"game_id":"1","round":2,"seat":1}"#,
    ]);
}

#[test]
fn closing_a_timed_round_of_three_abandons_it_after_the_host_is_out() {
    let mut arena = Arena::with(&[ALICE, BOB, CAROL], None, Some(30));
    arena.must_play(&[(0, 0)]);
    arena.close(ALICE, FIRST).expect("the host may close");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"alice.near","seat":1,"reason":"resigned"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"abandoned","winner":null,"seat":null,"by":"alice.near"}"#,
        r#"game_closed {"game_id":"1","by":"alice.near"}"#,
    ]);
}

#[test]
fn when_the_player_to_move_is_late_only_they_are_out() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.wait(30);
    arena.restart(BOB).expect("alice's time is over");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"alice.near","seat":1,"reason":"timed_out"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"bob.near","seat":2,"by":"bob.near"}"#,
        r#"round_started {"game_id":"1","round":2,"seat":1}"#,
    ]);
}

#[test]
fn a_challenger_who_never_came_declines_a_timed_round_without_being_out() {
    let mut arena = Arena::with(&[ALICE, BOB, CAROL], None, Some(30));
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.close(CAROL, FIRST).expect("carol never came");
    logged(&[
        r#"round_over {"game_id":"1","round":1,"result":"abandoned","winner":null,"seat":null,"by":"carol.near"}"#,
        r#"game_closed {"game_id":"1","by":"carol.near"}"#,
    ]);
}

#[test]
fn a_host_who_never_came_closes_a_timed_game_without_being_out() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.close(ALICE, FIRST).expect("the host may close");
    logged(&[
        r#"round_over {"game_id":"1","round":1,"result":"abandoned","winner":null,"seat":null,"by":"alice.near"}"#,
        r#"game_closed {"game_id":"1","by":"alice.near"}"#,
    ]);
}

#[test]
fn closing_takes_out_who_is_late_and_ends_the_round_of_two() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.wait(30);
    arena.close(BOB, FIRST).expect("bob declines");
    logged(&[
        r#"player_out {"game_id":"1","round":1,"player":"alice.near","seat":1,"reason":"timed_out"}"#,
        r#"round_over {"game_id":"1","round":1,"result":"won","winner":"bob.near","seat":2,"by":"bob.near"}"#,
        r#"game_closed {"game_id":"1","by":"bob.near"}"#,
    ]);
}

#[test]
fn a_game_whose_start_rotates_tells_who_moves_first_in_each_round() {
    let mut arena = Arena::new();
    arena.create_rotating(&[ALICE, BOB, CAROL], None).expect("such a game can be made");
    logged(&[
        r#"game_created {"game_id":"1","players":["alice.near","bob.near","carol.near"],"rules":{"grid":{"rows":3,"cols":3,"in_a_row":3}},"turn_seconds":null,"starts":"rotates"}"#,
        r#"round_started {"game_id":"1","round":1,"seat":1}"#,
    ]);
    for (round, seat) in [(2, 2), (3, 3), (4, 1)] {
        arena.restart(ALICE).expect("any player may");
        let over = format!(
            r#"round_over {{"game_id":"1","round":{},"result":"abandoned","winner":null,"seat":null,"by":"alice.near"}}"#,
            round - 1
        );
        let started = format!(r#"round_started {{"game_id":"1","round":{round},"seat":{seat}}}"#);
        logged(&[&over, &started]);
    }
}

#[test]
fn closing_abandons_what_was_under_way() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.close(BOB, FIRST).expect("bob declines");
    logged(&[
        r#"round_over {"game_id":"1","round":1,"result":"abandoned","winner":null,"seat":null,"by":"bob.near"}"#,
        r#"game_closed {"game_id":"1","by":"bob.near"}"#,
    ]);
}

#[test]
fn closing_a_game_that_waits_or_has_ended_only_closes() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    arena.close(ALICE, FIRST).expect("the host may close");
    logged(&[r#"game_closed {"game_id":"1","by":"alice.near"}"#]);

    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&HOST_WINS);
    arena.close(ALICE, FIRST).expect("the host may close");
    logged(&[r#"game_closed {"game_id":"1","by":"alice.near"}"#]);
}

#[test]
fn storage_calls_log_nothing() {
    let mut arena = Arena::new();
    arena
        .called_with(ALICE, PLENTY)
        .storage_deposit(Some(account(ALICE)), Some(false))
        .expect("it is enough");
    logged(&[]);
    arena
        .called_with(ALICE, NearToken::from_yoctonear(1))
        .storage_unregister(None)
        .expect("alice hosts nothing");
    logged(&[]);
}
