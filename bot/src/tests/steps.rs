//! What each step calls, with which arguments and how much gas.

use near_sdk::PromiseResult;
use tic_tac_toe_interface::bot::{Code, Turn};

use super::{
    ALICE, ARENA, BOT, GAME, OutgoingCall, account, after, as_caller, calls, must_not_move, on_view, shown,
};
use crate::{Answer, Bot};

fn outgoing(receiver: &str, method: &str, args: &str, tgas: u64) -> OutgoingCall {
    let [receiver, method, args] = [receiver, method, args].map(str::to_owned);
    OutgoingCall { receiver, method, args, deposit: 0, tgas }
}

#[test]
fn a_turn_begins_with_a_look_at_the_game() {
    as_caller(ALICE, vec![]);
    let answer = Bot.take_turn(&account(ARENA), GAME);

    assert!(matches!(answer, Answer::Later(_)), "{answer:?}");
    assert_eq!(
        calls(),
        [
            outgoing(ARENA, "get_game", r#"{"game_id":"17"}"#, 5),
            outgoing(BOT, "on_game", r#"{"arena":"arena.near","game_id":"17"}"#, 20),
        ]
    );
}

#[test]
fn having_seen_the_game_the_bot_moves_in_the_round_that_it_saw() {
    let answer = on_view(&shown(&[ALICE, BOT], &after("classic", 2, &[(0, 0)])));

    assert!(matches!(answer, Answer::Later(_)), "{answer:?}");
    assert_eq!(
        calls(),
        [
            outgoing(ARENA, "play", r#"{"game_id":"17","row":1,"col":1,"round":3}"#, 4),
            outgoing(BOT, "on_played", r#"{"row":1,"col":1,"round":3}"#, 2),
        ]
    );
}

#[test]
fn having_seen_that_it_cannot_move_the_bot_calls_nobody() {
    let answer = on_view(&shown(&[ALICE, BOT], &after("classic", 2, &[])));

    assert_eq!(must_not_move(&answer).0, Code::NotMyTurn);
    assert_eq!(calls(), []);
}

#[test]
fn a_move_that_the_arena_took_was_played() {
    for said in [&b""[..], b"null", &[b'x'; 10_000]] {
        as_caller(BOT, vec![PromiseResult::Successful(said.to_vec())]);
        assert_eq!(Bot.on_played(1, 2, 3), Turn::Played { row: 1, col: 2, round: 3 });
    }
}

#[test]
fn a_move_that_the_arena_refused_was_not_played() {
    as_caller(BOT, vec![PromiseResult::Failed]);
    let Turn::NotPlayed { code, why } = Bot.on_played(1, 2, 3) else { panic!("the arena refused") };
    assert_eq!(code, Code::Refused);
    assert_eq!(
        why,
        "The arena refused my move, since the game went on after I had looked. Ask again if it is my turn."
    );
}
