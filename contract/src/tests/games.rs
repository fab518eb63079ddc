//! Whole games: what the view shows before, during and after them.

use near_sdk::serde_json::{json, to_value};

use tic_tac_toe_interface::one_game::{Seat, Status};
use tic_tac_toe_rules::Mark;

use super::*;

fn seat(player: &str, mark: Mark) -> Seat {
    Seat { player: account(player), mark }
}

#[test]
fn before_any_game_the_view_is_null() {
    assert_eq!(to_value(Contract::default().get_game()).expect("the view is JSON"), json!(null));
}

#[test]
fn a_new_game_is_an_empty_board_with_p1_to_move_as_x() {
    let contract = new_game(ALICE, BOB);
    assert_eq!(
        to_value(contract.get_game()).expect("the view is JSON"),
        json!({
            "game_id": "1",
            "p1": "alice.near",
            "p2": "bob.near",
            "board": [[null, null, null], [null, null, null], [null, null, null]],
            "moves": 0,
            "status": "in_progress",
            "next": {"player": "alice.near", "mark": "X"},
            "winner": null,
            "winning_line": null
        })
    );
}

#[test]
fn turns_pass_from_one_player_to_the_other_by_themselves() {
    let mut contract = new_game(ALICE, BOB);
    play(&mut contract, ALICE, 0, 0).expect("alice opens");
    assert_eq!(view(&contract).next, Some(seat(BOB, Mark::O)));
    play(&mut contract, BOB, 1, 1).expect("bob answers");
    assert_eq!(view(&contract).next, Some(seat(ALICE, Mark::X)));
    play(&mut contract, ALICE, 2, 2).expect("alice goes on");
    assert_eq!(
        drawn(&contract),
        board(
            "X . .
             . O .
             . . X"
        )
    );
    assert_eq!(view(&contract).moves, 3);
}

#[test]
fn x_wins_with_three_in_a_row() {
    let game = view(&after_moves(X_WINS));
    assert_eq!(
        to_value(game).expect("the view is JSON"),
        json!({
            "game_id": "1",
            "p1": "alice.near",
            "p2": "bob.near",
            "board": [["X", "X", "X"], ["O", "O", null], [null, null, null]],
            "moves": 5,
            "status": "won",
            "next": null,
            "winner": {"player": "alice.near", "mark": "X"},
            "winning_line": [[0, 0], [0, 1], [0, 2]]
        })
    );
}

#[test]
fn o_wins_with_three_in_a_row() {
    let game = view(&after_moves(O_WINS));
    assert_eq!(game.status, Status::Won);
    assert_eq!(game.winner, Some(seat(BOB, Mark::O)));
    assert_eq!(game.winning_line, Some([[1, 0], [1, 1], [1, 2]]));
    assert_eq!(game.next, None);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let contract = after_moves(DRAW);
    assert_eq!(
        drawn(&contract),
        board(
            "X O X
             X O O
             O X X"
        )
    );
    let game = view(&contract);
    assert_eq!(game.status, Status::Draw);
    assert_eq!((game.next, game.winner, game.winning_line), (None, None, None));
}

#[test]
fn one_account_can_play_both_sides_to_a_win() {
    let mut contract = new_game(ALICE, ALICE);
    for (row, col) in moves(O_WINS) {
        play(&mut contract, ALICE, row, col).expect("it is always alice's turn");
    }
    assert_eq!(view(&contract).winner, Some(seat(ALICE, Mark::O)));
}

#[test]
fn anyone_can_start_a_game_between_others() {
    let mut contract = Contract::default();
    as_caller(CAROL);
    contract.try_new_game(account(ALICE), account(BOB)).expect("carol may set up the board");
    assert_eq!(view(&contract).next, Some(seat(ALICE, Mark::X)));
}

#[test]
fn a_new_game_replaces_an_unfinished_one_and_has_the_next_id() {
    let mut contract = after_moves("1 . .  . 2 .  . . .");
    as_caller(CAROL);
    contract.try_new_game(account(BOB), account(CAROL)).expect("anyone may start over");
    let game = view(&contract);
    assert_eq!(game.game_id, GameId(2));
    assert_eq!((game.p1, game.p2), (account(BOB), account(CAROL)));
    assert_eq!(game.moves, 0);
}

#[test]
fn a_new_game_follows_a_finished_one_and_x_starts_again() {
    let mut contract = after_moves(O_WINS);
    contract.try_new_game(account(ALICE), account(BOB)).expect("the game is over");
    let game = view(&contract);
    assert_eq!((game.game_id, game.status), (GameId(2), Status::InProgress));
    assert_eq!(game.next, Some(seat(ALICE, Mark::X)));
    assert_eq!((game.winner, game.winning_line), (None, None));
}

#[test]
fn a_move_that_names_the_stored_game_counts() {
    let mut contract = new_game(ALICE, BOB);
    play_in(&mut contract, ALICE, 1).expect("game 1 is the stored one");
    assert_eq!(view(&contract).moves, 1);
}

#[test]
fn accounts_of_every_kind_that_can_sign_may_play() {
    let hex = "98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de";
    let eth = "0x89a4b7aa22c4a4c2c5f1d0c0e4d1f6f2a8b7c6d5";
    let universal = "0u89a4b7aa22c4a4c2c5f1d0c0e4d1f6f2a8b7c6d5e4f3a2b1c0d9e8";
    let too_short_to_be_deterministic = "0s89a4b7aa22c4a4c2c5f1d0c0e4d1f6f2a8b7c6d";
    let as_long_but_named = "0s89a4b7aa22c4a4c2c5f1d0c0e4d1f6f2a8b.near";
    for id in [hex, eth, universal, too_short_to_be_deterministic, as_long_but_named, "aa", "a.b-c_d.near"] {
        let mut contract = new_game(id, ALICE);
        play(&mut contract, id, 0, 0).expect("the account plays X");
    }
}

#[test]
fn the_methods_themselves_create_and_play() {
    let mut contract = Contract::default();
    as_caller(ALICE);
    contract.new_game(account(ALICE), account(BOB));
    contract.play(1, 1, Some(GameId(1)));
    assert_eq!(drawn(&contract), board(". . .  . X .  . . ."));
}

#[test]
#[should_panic(expected = "CELL_TAKEN: row 1, column 1 already holds X; choose an empty cell")]
fn a_refused_call_panics_with_its_code_and_sentence() {
    let mut contract = after_moves(". . .  . 1 .  . . .");
    as_caller(BOB);
    contract.play(1, 1, None);
}
