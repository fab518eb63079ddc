//! Rounds: whole games on every board, leaving them, and the score.

use near_sdk::serde_json::{json, to_value};

use super::*;

#[test]
fn turns_pass_in_the_order_of_seats() {
    let mut arena = Arena::classic(&[ALICE, BOB, CAROL]);
    for (player, turn) in [(ALICE, 2), (BOB, 3), (CAROL, 1)] {
        arena.play(player, 0, turn - 1).expect("it is their turn");
        assert_eq!(arena.game().turn.map(u64::from), Some(turn));
    }
    assert_eq!(
        drawn(&arena.game()),
        "3 1 2\n\
         . . .\n\
         . . ."
    );
}

#[test]
fn a_line_wins_the_round_and_counts() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&CHALLENGER_WINS);
    let game = arena.game();
    assert_eq!(
        drawn(&game),
        "1 1 .\n\
         2 2 2\n\
         . . 1"
    );
    assert_eq!((game.status, game.winner, game.turn, game.turn_since), (Status::Won, Some(2), None, None));
    assert_eq!(game.winning_line, Some(vec![[1, 0], [1, 1], [1, 2]]));
    assert_eq!(to_value(game.score).expect("JSON"), json!({"wins": [0, 1], "draws": 0}));
}

#[test]
fn a_full_board_is_a_draw_and_counts_as_one() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&DRAW);
    let game = arena.game();
    assert_eq!((game.status, game.winner, game.winning_line), (Status::Draw, None, None));
    assert_eq!(to_value(game.score).expect("JSON"), json!({"wins": [0, 0], "draws": 1}));
}

#[test]
fn where_the_start_rotates_each_seat_begins_in_its_round() {
    let mut arena = Arena::new();
    arena.create_rotating(&[ALICE, BOB], None).expect("such a game can be made");
    for (round, first) in [(1, ALICE), (2, BOB), (3, ALICE)] {
        assert_eq!((arena.game().round, arena.player_to_move().as_str()), (round, first));
        arena.must_play(&HOST_WINS);
        let winner = arena.game().winner.expect("who begins wins");
        assert_eq!(arena.game().players[usize::from(winner) - 1], Some(account(first)));
        arena.restart(BOB).expect("any player may");
    }
    assert_eq!(arena.game().score.wins, [2, 1]);
}

#[test]
fn where_the_start_rotates_an_ultimate_board_is_read_back_as_it_was_left() {
    let mut arena = Arena::new();
    arena.create_rotating(&[ALICE, BOB], ultimate(Capture::Closing)).expect("such a game can be made");
    arena.restart(ALICE).expect("any player may");
    arena.must_play(&[(4, 4), (3, 3), (1, 1)]);
    let game = arena.game();
    assert_eq!((game.board[40], game.board[30], game.turn), (2, 1, Some(1)));
}

#[test]
fn the_score_grows_from_round_to_round_and_the_host_always_begins() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    for (round, moves) in [(1, HOST_WINS.as_slice()), (2, &CHALLENGER_WINS), (3, &HOST_WINS), (4, &DRAW)] {
        assert_eq!((arena.game().round, arena.game().turn, arena.game().moves), (round, Some(1), 0));
        arena.must_play(moves);
        arena.restart(BOB).expect("any player may");
    }
    assert_eq!(to_value(arena.game().score).expect("JSON"), json!({"wins": [2, 1], "draws": 1}));
}

#[test]
fn a_restart_in_the_middle_of_a_round_counts_for_nobody() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&HOST_WINS[..4]);
    arena.restart(ALICE).expect("any player may, at any time");
    let game = arena.game();
    assert_eq!((game.round, game.moves, game.status), (2, 0, Status::InProgress));
    assert_eq!(to_value(game.score).expect("JSON"), json!({"wins": [0, 0], "draws": 0}));
}

#[test]
fn with_two_players_resigning_loses() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    arena.must_play(&[(0, 0), (1, 1)]);
    arena.resign(ALICE).expect("the round goes on");
    let game = arena.game();
    assert_eq!((game.status, game.winner, game.out), (Status::Won, Some(2), vec![1]));
    assert_eq!((game.winning_line, game.turn), (None, None));
    assert_eq!(game.score.wins, [0, 1]);
}

#[test]
fn a_round_of_fewer_than_two_marks_counts_for_nobody_when_the_other_is_out() {
    for moves in [[].as_slice(), &[(0, 0)]] {
        let mut arena = Arena::classic(&[ALICE, BOB]);
        arena.must_play(moves);
        arena.resign(BOB).expect("the round goes on");
        assert_eq!((arena.game().winner, arena.game().score.wins), (Some(1), vec![0, 0]));
    }
}

#[test]
fn with_four_players_turns_skip_those_who_are_out_and_the_last_one_left_wins() {
    let mut arena = Arena::with(&[ALICE, BOB, CAROL, DAVE], grid(5, 5, 4), None);
    arena.must_play(&[(0, 0), (0, 1)]);
    arena.resign(CAROL).expect("it is carol's turn");
    assert_eq!((arena.game().turn, arena.game().out), (Some(4), vec![3]));
    arena.resign(ALICE).expect("alice may resign out of turn");
    assert_eq!((arena.game().turn, arena.game().out), (Some(4), vec![1, 3]));
    arena.play(DAVE, 0, 3).expect("it is dave's turn");
    assert_eq!(arena.game().turn, Some(2));
    arena.resign(DAVE).expect("dave may resign out of turn");
    let game = arena.game();
    assert_eq!((game.status, game.winner, game.out), (Status::Won, Some(2), vec![1, 3, 4]));
    assert_eq!(game.score.wins, [0, 1, 0, 0]);
}

#[test]
fn everybody_is_back_in_the_next_round() {
    let mut arena = Arena::classic(&[ALICE, BOB, CAROL]);
    arena.resign(BOB).expect("the round goes on");
    arena.restart(BOB).expect("a player who is out may restart too");
    assert_eq!((arena.game().out, arena.game().round), (vec![], 2));
}

#[test]
fn a_long_board_is_won_along_its_long_side() {
    let mut arena = Arena::with(&[ALICE, BOB], grid(3, 19, 5), None);
    for col in 14..18 {
        arena.must_play(&[(2, col), (0, col)]);
    }
    arena.must_play(&[(2, 18)]);
    let line = (14..19).map(|col| [2, col]).collect();
    assert_eq!(arena.game().winning_line, Some(line));
}

#[test]
fn on_an_ultimate_board_each_mark_says_where_the_next_must_go() {
    let mut arena = Arena::with(&[ALICE, BOB], ultimate(Capture::First), None);
    arena.must_play(&[(0, 2)]);
    let game = arena.game();
    assert_eq!((game.rows, game.cols, game.board.len()), (9, 9, 81));
    assert_eq!(game.ultimate.expect("an ultimate board").next_field, Some(2));
    assert_eq!(arena.play(BOB, 0, 0).expect_err("field 2 must be played").code(), Code::WrongField);
    arena.play(BOB, 0, 8).expect("a cell of field 2");
}

#[test]
fn methods_that_answer_nothing_do_what_their_twins_do() {
    let mut arena = Arena::with(&[ALICE, FREE], None, Some(60));
    arena.called_by(BOB).join(FIRST);
    arena.called_by(ALICE).play(FIRST, 0, 0, Some(1));
    assert_eq!(
        drawn(&arena.game()),
        "1 . .\n\
         . . .\n\
         . . ."
    );
    arena.called_by(BOB).resign(FIRST, Some(1));
    assert_eq!(arena.game().winner, Some(1));
    arena.called_by(BOB).restart(FIRST, Some(1));
    assert_eq!((arena.game().round, arena.game().turn), (2, Some(1)));
    arena.wait(60);
    arena.called_by(EVE).claim_timeout(FIRST, Some(2));
    assert_eq!(arena.game().winner, Some(2));
    arena.called_by(ALICE).close(FIRST);
    assert_eq!(Contract::get_game(FIRST), None);
}
