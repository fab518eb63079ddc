//! Games with a time limit: whose clock runs, who is out when it runs out, and what leaving costs.

use super::*;

const LIMIT: u64 = 60;

/// Creates a game of these players with a limit of a minute, in which alice and bob have made a mark each.
fn two_marks_made_by(players: &[&str]) -> Arena {
    let mut arena = Arena::with(players, None, Some(LIMIT));
    arena.must_play(&[(0, 0), (1, 1)]);
    arena
}

#[test]
fn a_turn_begins_with_the_block_that_passed_it_on() {
    let mut arena = Arena::with(&[ALICE, BOB, CAROL], None, Some(LIMIT));
    let since = |arena: &Arena| arena.game().turn_since.expect("somebody is to move").0;
    assert_eq!(since(&arena), START);
    arena.wait(10);
    arena.play(ALICE, 0, 0).expect("alice opens");
    assert_eq!(since(&arena), START + 10 * SECOND);
    arena.wait(10);
    arena.resign(CAROL).expect("carol may resign out of turn");
    assert_eq!(since(&arena), START + 10 * SECOND);
    arena.wait(10);
    arena.restart(ALICE).expect("any player may");
    assert_eq!(since(&arena), START + 30 * SECOND);
    arena.wait(10);
    arena.resign(ALICE).expect("it is alice's turn");
    assert_eq!(since(&arena), START + 40 * SECOND);
}

#[test]
fn anybody_claims_once_the_time_is_over_and_not_before() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.wait(LIMIT);
    arena.now -= 1;
    let early = arena.claim_timeout(EVE).expect_err("a nanosecond is left");
    assert_eq!(early.message(), "NOT_YET: the player to move has 1 more seconds; claim again after them");
    arena.now += 1;
    arena.claim_timeout(EVE).expect("alice's time is over");
    let game = arena.game();
    assert_eq!((game.winner, game.out, game.score.wins), (Some(2), vec![1], vec![0, 1]));
}

#[test]
fn until_it_is_claimed_the_player_may_still_move() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.wait(LIMIT * 10);
    arena.play(ALICE, 2, 2).expect("nobody has claimed");
    assert_eq!(arena.claim_timeout(BOB).expect_err("bob's clock runs now").code(), Code::NotYet);
}

#[test]
fn with_more_players_a_timeout_passes_the_turn_and_the_clock_starts_anew() {
    let mut arena = two_marks_made_by(&[ALICE, BOB, CAROL]);
    arena.wait(LIMIT);
    arena.claim_timeout(BOB).expect("carol's time is over");
    assert_eq!((arena.game().turn, arena.game().out), (Some(1), vec![3]));
    assert_eq!(arena.claim_timeout(BOB).expect_err("alice has just got it").code(), Code::NotYet);
}

#[test]
fn restarting_a_timed_round_resigns_it() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.restart(BOB).expect("any player may");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![1, 0]));
}

#[test]
fn restarting_after_the_opponents_time_is_over_wins() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.wait(LIMIT);
    arena.restart(BOB).expect("any player may");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![0, 1]));
}

#[test]
fn restarting_after_ones_own_time_is_over_loses() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.wait(LIMIT);
    arena.restart(ALICE).expect("any player may");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![0, 1]));
}

#[test]
fn a_round_of_three_is_abandoned_when_one_leaves_it() {
    let mut arena = two_marks_made_by(&[ALICE, BOB, CAROL]);
    arena.restart(BOB).expect("any player may");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![0, 0, 0]));
}

#[test]
fn a_finished_round_costs_nobody_anything_to_leave() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(LIMIT));
    arena.must_play(&HOST_WINS);
    arena.restart(ALICE).expect("any player may");
    assert_eq!(arena.game().score.wins, [1, 0]);
}
