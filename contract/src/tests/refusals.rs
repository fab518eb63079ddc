//! Every refusal: its code, its position in the order of checks, and that it changes and logs nothing.

use super::*;

const DETERMINISTIC: &str = "0s89a4b7aa22c4a4c2c5f1d0c0e4d1f6f2a8b7c6d5";
const PROXY: &str = "proxy.near";

/// Makes a call that must be refused with `code`, and checks that it changed nothing and logged nothing.
fn refused(contract: &mut Contract, code: Code, call: impl FnOnce(&mut Contract) -> Result<(), Error>) {
    let before = stored_bytes(contract);
    let error = call(contract).expect_err("the call must be refused");
    let text = error.message();
    let (found, sentence) = Code::split(&text);
    assert_eq!(found, Some(code), "{text}");
    assert!(!sentence.is_empty(), "a sentence follows the code: {text}");
    assert_eq!(stored_bytes(contract), before, "{code} must change nothing");
    assert_eq!(get_logs(), Vec::<String>::new(), "{code} must log nothing");
}

fn refused_play(contract: &mut Contract, code: Code, player: &str, row: u64, col: u64) {
    refused(contract, code, |contract| play(contract, player, row, col));
}

fn refused_new_game(contract: &mut Contract, code: Code, p1: &str, p2: &str) {
    refused(contract, code, |contract| {
        as_caller(ALICE);
        contract.try_new_game(account(p1), account(p2))
    });
}

#[test]
fn a_contract_cannot_start_a_game_for_its_user() {
    let mut contract = after_moves("1 . .  . . .  . . .");
    refused(&mut contract, Code::CallerIsContract, |contract| {
        as_contract_for(PROXY, ALICE);
        contract.try_new_game(account(ALICE), account(BOB))
    });
}

#[test]
fn a_contract_cannot_move_for_its_user() {
    let mut contract = new_game(ALICE, BOB);
    refused(&mut contract, Code::CallerIsContract, |contract| {
        as_contract_for(PROXY, ALICE);
        contract.try_play(0, 0, None)
    });
}

#[test]
fn a_contract_named_as_player_cannot_move_in_a_transaction_of_somebody_else() {
    let mut contract = new_game(PROXY, BOB);
    refused(&mut contract, Code::CallerIsContract, |contract| {
        as_contract_for(PROXY, ALICE);
        contract.try_play(0, 0, None)
    });
}

#[test]
fn this_contract_cannot_be_a_player() {
    let mut contract = after_moves("1 . .  . . .  . . .");
    refused_new_game(&mut contract, Code::PlayerIsContract, CONTRACT, BOB);
    refused_new_game(&mut contract, Code::PlayerIsContract, ALICE, CONTRACT);
}

#[test]
fn a_deterministic_account_cannot_be_a_player() {
    let mut contract = after_moves("1 . .  . . .  . . .");
    refused_new_game(&mut contract, Code::PlayerIsContract, DETERMINISTIC, BOB);
    refused_new_game(&mut contract, Code::PlayerIsContract, ALICE, DETERMINISTIC);
}

#[test]
fn nobody_can_move_before_there_is_a_game() {
    refused_play(&mut Contract::default(), Code::NoGame, ALICE, 0, 0);
}

#[test]
fn a_move_for_a_replaced_game_does_not_count_in_the_next_one() {
    let mut contract = new_game(ALICE, BOB);
    contract.try_new_game(account(ALICE), account(BOB)).expect("anyone may start over");
    refused(&mut contract, Code::WrongGame, |contract| play_in(contract, ALICE, 1));
}

#[test]
fn a_move_for_a_game_that_does_not_exist_yet_is_refused() {
    let mut contract = new_game(ALICE, BOB);
    refused(&mut contract, Code::WrongGame, |contract| play_in(contract, ALICE, 2));
}

#[test]
fn nobody_can_move_after_a_win() {
    let mut contract = after_moves(X_WINS);
    refused_play(&mut contract, Code::GameOver, BOB, 2, 2);
    refused_play(&mut contract, Code::GameOver, ALICE, 2, 2);
}

#[test]
fn nobody_can_move_after_a_draw() {
    let mut contract = after_moves(DRAW);
    refused_play(&mut contract, Code::GameOver, BOB, 0, 0);
}

#[test]
fn an_outsider_cannot_move() {
    refused_play(&mut new_game(ALICE, BOB), Code::NotAPlayer, CAROL, 0, 0);
}

#[test]
fn the_second_player_cannot_open_the_game() {
    refused_play(&mut new_game(ALICE, BOB), Code::NotYourTurn, BOB, 0, 0);
}

#[test]
fn a_player_cannot_move_twice_in_a_row() {
    refused_play(&mut after_moves("1 . .  . . .  . . ."), Code::NotYourTurn, ALICE, 1, 1);
}

#[test]
fn a_cell_outside_the_board_cannot_be_played() {
    for (row, col) in [(3, 0), (0, 3), (3, 3), (255, 0), (0, 256), (u64::MAX, 0)] {
        refused_play(&mut new_game(ALICE, BOB), Code::OutOfBounds, ALICE, row, col);
    }
}

#[test]
fn a_taken_cell_cannot_be_played_whoever_took_it() {
    let mut contract = after_moves("1 . .  . 2 .  . . .");
    refused_play(&mut contract, Code::CellTaken, ALICE, 0, 0);
    refused_play(&mut contract, Code::CellTaken, ALICE, 1, 1);
}

#[test]
fn new_game_checks_the_caller_before_the_players() {
    refused(&mut Contract::default(), Code::CallerIsContract, |contract| {
        as_contract_for(PROXY, ALICE);
        contract.try_new_game(account(CONTRACT), account(BOB))
    });
}

#[test]
fn play_checks_the_caller_before_the_game() {
    refused(&mut Contract::default(), Code::CallerIsContract, |contract| {
        as_contract_for(PROXY, ALICE);
        contract.try_play(0, 0, None)
    });
}

#[test]
fn play_checks_that_there_is_a_game_before_which_one_it_is() {
    refused(&mut Contract::default(), Code::NoGame, |contract| play_in(contract, ALICE, 7));
}

#[test]
fn play_checks_which_game_it_is_before_whether_it_is_over() {
    refused(&mut after_moves(X_WINS), Code::WrongGame, |contract| play_in(contract, ALICE, 7));
}

#[test]
fn play_checks_whether_the_game_is_over_before_who_calls() {
    refused_play(&mut after_moves(X_WINS), Code::GameOver, CAROL, 2, 2);
}

#[test]
fn play_checks_who_calls_before_whose_turn_it_is() {
    refused_play(&mut after_moves("1 . .  . . .  . . ."), Code::NotAPlayer, CAROL, 9, 9);
}

#[test]
fn play_checks_whose_turn_it_is_before_the_cell() {
    refused_play(&mut after_moves("1 . .  . . .  . . ."), Code::NotYourTurn, ALICE, 9, 9);
    refused_play(&mut after_moves("1 . .  . . .  . . ."), Code::NotYourTurn, ALICE, 0, 0);
}

#[test]
fn every_refusal_says_what_to_do_or_what_was_found() {
    let wrong_game = play_in(&mut new_game(ALICE, BOB), ALICE, 7).expect_err("there is no game 7");
    assert_eq!(
        wrong_game.message(),
        "WRONG_GAME: the game is now 1, not 7; look at it with get_game before you move"
    );
    let taken = play(&mut after_moves(". . .  . . 1  . . ."), BOB, 1, 2).expect_err("alice took it");
    assert_eq!(taken.message(), "CELL_TAKEN: row 1, column 2 already holds X; choose an empty cell");
    let outside = play(&mut new_game(ALICE, BOB), ALICE, 1, 3).expect_err("there is no column 3");
    assert_eq!(outside.message(), "OUT_OF_BOUNDS: row 1, column 3 is not on the board; both go from 0 to 2");
}
