//! What the bot promises, tested step by step as the chain would run it.

mod moves;
mod reasons;
mod steps;

use std::collections::HashMap;

use near_sdk::serde_json::{Value, from_str, to_string};
use near_sdk::test_utils::{VMContextBuilder, get_created_receipts};
use near_sdk::{AccountId, PromiseResult, RuntimeFeesConfig, test_vm_config, testing_env};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GameView, GameViewParts, Score, Starts, Timestamp};
use tic_tac_toe_interface::bot::{Code, Turn};
use tic_tac_toe_rules::{Cell, Game as _, Players, Position, Rules};

use crate::{Answer, Bot};

const ARENA: &str = "arena.near";
const BOT: &str = "bot.near";
const ALICE: &str = "alice.near";
const BOB: &str = "bob.near";
const CAROL: &str = "carol.near";
const GAME: GameId = GameId(17);

fn account(id: &str) -> AccountId {
    id.parse().expect("the test names a valid account")
}

/// Makes `predecessor` the caller of the next call, with these answers to the calls before it.
fn as_caller(predecessor: &str, answers: Vec<PromiseResult>) {
    let context = VMContextBuilder::new()
        .current_account_id(account(BOT))
        .predecessor_account_id(account(predecessor))
        .build();
    testing_env!(context, test_vm_config(), RuntimeFeesConfig::test(), HashMap::default(), answers);
}

/// Returns the bot's reaction to this answer of the arena.
fn on_answer(answer: PromiseResult) -> Answer {
    as_caller(BOT, vec![answer]);
    Bot.on_game(account(ARENA), GAME)
}

fn on_text(answer: &str) -> Answer {
    on_answer(PromiseResult::Successful(answer.as_bytes().to_vec()))
}

fn on_view(view: &GameView) -> Answer {
    on_text(&to_string(view).expect("a view has a JSON form"))
}

/// Returns why the bot made no move.
fn must_not_move(answer: &Answer) -> (Code, &str) {
    match answer {
        Answer::Now(Turn::NotPlayed { code, why }) => (*code, why),
        other => panic!("{other:?}"),
    }
}

/// Returns the bot's move in a game of these players.
fn must_move(view: &GameView) -> (u64, u64) {
    let answer = on_view(view);
    assert!(matches!(answer, Answer::Later(_)), "{answer:?}");
    let [played, _]: [OutgoingCall; 2] = calls().try_into().expect("a move and its callback");
    let args: Value = from_str(&played.args).expect("the arena's arguments are JSON");
    (args["row"].as_u64().expect("a row"), args["col"].as_u64().expect("a column"))
}

/// A call that a step makes.
#[derive(Debug, PartialEq)]
struct OutgoingCall {
    receiver: String,
    method: String,
    args: String,
    deposit: u128,
    tgas: u64,
}

fn calls() -> Vec<OutgoingCall> {
    use near_sdk::mock::MockAction;
    let receipts = get_created_receipts();
    let outgoing = receipts.iter().flat_map(|receipt| {
        receipt.actions.iter().filter_map(|action| match action {
            MockAction::FunctionCallWeight { method_name, args, attached_deposit, prepaid_gas, .. } => {
                Some(OutgoingCall {
                    receiver: receipt.receiver_id.to_string(),
                    method: String::from_utf8(method_name.clone()).expect("names are text"),
                    args: String::from_utf8(args.clone()).expect("arguments are text"),
                    deposit: attached_deposit.as_yoctonear(),
                    tgas: prepaid_gas.as_tgas(),
                })
            }
            _ => None,
        })
    });
    outgoing.collect()
}

/// Returns the position after these moves.
fn after(rules: &str, players: u8, moves: &[(u8, u8)]) -> Position {
    let rules: Rules = rules.parse().expect("the rules are written properly");
    let mut position = rules.start(Players::new(players).expect("2 to 4")).expect("that many can play");
    for &(row, col) in moves {
        position.play(Cell { row, col }).expect("the move is legal");
    }
    position
}

/// Returns the arena's view of the position.
fn shown(players: &[&str], position: &Position) -> GameView {
    GameView::new(GameViewParts {
        game_id: GAME,
        players: players.iter().map(|id| Some(account(id))).collect(),
        position,
        starts: Starts::Host,
        round: 3,
        score: Score { wins: players.iter().map(|_| 0).collect(), draws: 2 },
        turn_seconds: None,
        turn_since: Some(Timestamp(1)),
    })
}
