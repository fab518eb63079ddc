//! The contract's methods: one for everybody, and two that the bot calls itself when it has been answered.

#![allow(missing_docs, reason = "near-sdk's macros generate items without docs")]

use near_sdk::borsh::{BorshDeserialize, BorshSerialize};
use near_sdk::state::ContractState;
use near_sdk::{
    AccountId, AccountIdRef, Gas, NearToken, PromiseError, PromiseIndex, env, near, near_bindgen, serde_json,
};
use serde::Serialize;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{AboutGame, GET_GAME, PLAY, Play};
use tic_tac_toe_interface::bot::Turn;
use tic_tac_toe_rules::Cell;

use crate::answer::Answer;
use crate::no_move::NoMove;
use crate::thinking::{ChosenMove, choose};

/// Gas for each call, whatever is attached. With what `take_turn` itself burns they come to less than 30 Tgas.
const FOR_GET_GAME: Gas = Gas::from_tgas(5);
const FOR_ON_GAME: Gas = Gas::from_tgas(20);
const FOR_PLAY: Gas = Gas::from_tgas(4);
const FOR_ON_PLAYED: Gas = Gas::from_tgas(2);

/// More bytes than any arena's `get_game` answers: a board of 19x19 cells with four long names takes less than half.
const LONGEST_ANSWER: usize = 4096;

/// A player of tic-tac-toe who remembers nothing.
// Not #[near(contract_state)]: that stores a record, even of nothing.
#[near_bindgen]
#[derive(BorshDeserialize, BorshSerialize, Default)]
#[borsh(crate = "near_sdk::borsh")]
pub struct Bot;

/// There is nothing to read, and nothing is written. The methods still take `&mut self`, by which near-sdk knows
/// that they are no views and refuses deposits.
impl ContractState for Bot {
    fn state_read() -> Option<Self> {
        Some(Self)
    }

    fn state_write(&self) -> bool {
        false
    }
}

#[near]
impl Bot {
    /// Looks at a game in an arena and, if it is the bot's turn, makes a move. Anybody may ask for it.
    ///
    /// 30 Tgas are enough for every game.
    pub fn take_turn(&mut self, arena: &AccountId, game_id: GameId) -> Answer {
        let args = json(&AboutGame { game_id });
        let game = env::promise_create(arena.clone(), GET_GAME.name, args, NearToken::ZERO, FOR_GET_GAME);
        Answer::Later(then(game, "on_game", &OnGame { arena, game_id }, FOR_ON_GAME))
    }

    /// Makes the move, now that the arena has shown the game.
    #[private]
    pub fn on_game(&mut self, arena: AccountId, game_id: GameId) -> Answer {
        let answer = env::promise_result_checked(0, LONGEST_ANSWER);
        match choose(answer, game_id, &env::current_account_id()) {
            Ok(chosen) => Answer::Later(send(arena, game_id, chosen)),
            Err(why) => Answer::Now(why.into()),
        }
    }

    /// Says what came of the move, now that the arena has taken or refused it.
    #[private]
    pub fn on_played(&mut self, row: u8, col: u8, round: u32) -> Turn {
        // Whatever the arena says: that it says something means that it has not refused.
        match env::promise_result_checked(0, LONGEST_ANSWER) {
            Ok(_) | Err(PromiseError::TooLong(_)) => Turn::Played { row, col, round },
            Err(_) => NoMove::Refused.into(),
        }
    }
}

/// The arguments of `on_game`.
#[derive(Serialize)]
struct OnGame<'a> {
    arena: &'a AccountIdRef,
    game_id: GameId,
}

/// The arguments of `on_played`.
#[derive(Serialize)]
struct OnPlayed {
    row: u8,
    col: u8,
    round: u32,
}

fn send(arena: AccountId, game_id: GameId, chosen: ChosenMove) -> PromiseIndex {
    let ChosenMove { cell: Cell { row, col }, round } = chosen;
    let play = Play { game_id, row: row.into(), col: col.into(), round: Some(round.into()) };
    let played = env::promise_create(arena, PLAY.name, json(&play), NearToken::ZERO, FOR_PLAY);
    then(played, "on_played", &OnPlayed { row, col, round }, FOR_ON_PLAYED)
}

fn then(promise: PromiseIndex, method: &str, args: &impl Serialize, gas: Gas) -> PromiseIndex {
    env::promise_then(promise, env::current_account_id(), method, json(args), NearToken::ZERO, gas)
}

fn json(args: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(args).unwrap_or_else(|_| env::panic_str("arguments can't be written as JSON"))
}
