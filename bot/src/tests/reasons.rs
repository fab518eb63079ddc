//! Why the bot makes no move, whatever it is answered.

use near_sdk::PromiseResult;
use near_sdk::serde_json::{self, json};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::bot::Code;
use tic_tac_toe_rules::Seat;

use super::{ALICE, BOB, BOT, CAROL, after, must_not_move, on_answer, on_text, on_view, shown};

#[test]
fn without_an_answer() {
    assert_eq!(
        must_not_move(&on_answer(PromiseResult::Failed)),
        (Code::NoAnswer, "The arena did not answer. Check its account id.")
    );
}

#[test]
fn when_the_answer_is_another_contracts() {
    let long = format!("{}null", " ".repeat(5_000));
    for answer in ["", "17", "{}", "[]", "\"17\"", "{\"game_id\":\"17\"}", "\u{0}", &"[".repeat(4_000), &long]
    {
        assert_eq!(
            must_not_move(&on_text(answer)),
            (Code::NotAnArena, "What that account answers is no game of an arena. Check its account id.")
        );
    }
}

#[test]
fn when_the_game_is_impossible() {
    let honest = serde_json::to_value(shown(&[ALICE, BOT], &after("classic", 2, &[(0, 0)]))).unwrap();
    for (field, lie) in [
        ("board", json!([1, 1, 0, 0, 0, 0, 0, 0, 0])),
        ("board", json!([9, 0, 0, 0, 0, 0, 0, 0, 0])),
        ("board", json!([])),
        ("rules", json!({ "grid": { "rows": 99, "cols": 3, "in_a_row": 3 } })),
        ("rules", json!({ "ultimate": { "capture": "any" } })),
        ("turn", json!(1)),
        ("turn", json!(null)),
        ("out", json!([1])),
        ("game_id", json!("18")),
    ] {
        let mut view = honest.clone();
        view[field] = lie;
        assert_eq!(must_not_move(&on_text(&view.to_string())).0, Code::NotAnArena, "{view}");
    }
}

#[test]
fn when_there_is_no_such_game() {
    assert_eq!(
        must_not_move(&on_text("null")),
        (Code::NoGame, "There is no game 17 in that arena. Check its id; it may have been closed.")
    );
}

#[test]
fn while_a_seat_is_free() {
    let position = after("classic", 2, &[]);
    let mut view = shown(&[ALICE, BOT], &position);
    view.players[0] = None;
    view.status = tic_tac_toe_interface::arena::Status::Waiting;
    assert_eq!(
        must_not_move(&on_view(&view)),
        (Code::Waiting, "A seat is still free. Ask again when everybody is there.")
    );
}

#[test]
fn when_the_round_is_over() {
    let won = after("classic", 2, &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);
    let mut left = after("ultimate:any", 2, &[(0, 0)]);
    left.leave(Seat::X).unwrap();
    for position in [won, left] {
        assert_eq!(
            must_not_move(&on_view(&shown(&[ALICE, BOT], &position))),
            (Code::GameOver, "The round is over. Any of the players may start a new one.")
        );
    }
}

#[test]
fn in_games_in_which_it_has_no_seat() {
    let position = after("classic", 2, &[]);
    assert_eq!(
        must_not_move(&on_view(&shown(&[ALICE, BOB], &position))),
        (Code::NotAPlayer, "I have no seat in this game. Its host can name me when creating one.")
    );
}

#[test]
fn when_it_is_the_turn_of_somebody_else() {
    let position = after("5x7:4", 3, &[(0, 0)]);
    let whose = (Code::NotMyTurn, "It is the turn of carol.near. Ask again after their move.");
    assert_eq!(must_not_move(&on_view(&shown(&[ALICE, CAROL, BOT], &position))), whose);
}

#[test]
fn when_it_is_out_itself() {
    let mut position = after("5x7:4", 3, &[(0, 0)]);
    position.leave(Seat::O).unwrap();
    let answer = on_view(&shown(&[ALICE, BOT, CAROL], &position));
    assert_eq!(must_not_move(&answer).0, Code::NotMyTurn);
}

#[test]
fn when_the_arena_names_another_game() {
    let mut view = shown(&[ALICE, BOT], &after("classic", 2, &[(0, 0)]));
    view.game_id = GameId(18);
    assert_eq!(must_not_move(&on_view(&view)).0, Code::NotAnArena);
}
