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
    arena.restart(ALICE).expect("alice leaves bob as the last one");
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
fn nobody_voids_a_round_of_three_by_restarting() {
    let mut arena = two_marks_made_by(&[ALICE, BOB, CAROL]);
    for player in [ALICE, BOB, CAROL] {
        let refused = arena.restart(player).expect_err("two would play on");
        assert_eq!(
            refused.message(),
            "ROUND_UNDER_WAY: this round against the clock would go on; resign, or claim the timeout of the player to move"
        );
    }
    assert_eq!((arena.game().round, arena.game().out, get_logs()), (1, vec![], vec![]));
}

#[test]
fn a_player_who_is_out_cannot_void_the_round_of_the_others() {
    let mut arena = two_marks_made_by(&[ALICE, BOB, CAROL]);
    arena.resign(BOB).expect("the round goes on");
    assert_eq!(arena.restart(BOB).expect_err("two play on").code(), Code::RoundUnderWay);
    assert_eq!((arena.game().round, arena.game().out), (1, vec![2]));
    arena.wait(LIMIT);
    arena.restart(BOB).expect("carol's time is over, and alice is the last one left");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![1, 0, 0]));
}

#[test]
fn one_timeout_of_four_does_not_end_a_round() {
    let mut arena = two_marks_made_by(&[ALICE, BOB, CAROL, DAVE]);
    arena.wait(LIMIT);
    assert_eq!(arena.restart(ALICE).expect_err("three would play on").code(), Code::RoundUnderWay);
}

#[test]
fn who_never_came_cannot_restart_a_timed_round_of_two() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(LIMIT));
    arena.play(ALICE, 0, 0).expect("alice opens");
    assert_eq!(arena.restart(BOB).expect_err("bob never came").code(), Code::RoundUnderWay);
    arena.resign(BOB).expect("but bob may resign");
    arena.restart(BOB).expect("the round is over");
    assert_eq!((arena.game().round, arena.game().score.wins), (2, vec![0, 0]));
}

#[test]
fn who_came_in_an_earlier_round_is_bound_by_the_later_ones() {
    let mut arena = two_marks_made_by(&[ALICE, BOB]);
    arena.restart(BOB).expect("bob resigns the round");
    arena.restart(BOB).expect("and the next one");
    assert_eq!((arena.game().round, arena.game().score.wins), (3, vec![1, 0]));
}

#[test]
fn a_finished_round_costs_nobody_anything_to_leave() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(LIMIT));
    arena.must_play(&HOST_WINS);
    arena.restart(ALICE).expect("any player may");
    assert_eq!(arena.game().score.wins, [1, 0]);
}
