//! A tournament: a contract that hosts games of two others in the arena, and reads how they ended.
//!
//! A host has a seat. So this one takes the first of three and resigns at once: the turns pass over it.

#![allow(missing_docs, reason = "near-sdk's macros generate items without docs")]
#![allow(clippy::needless_pass_by_value, reason = "near-sdk's macros read arguments into values")]
#![allow(clippy::must_use_candidate, reason = "the chain calls these methods")]

use near_sdk::serde::Deserialize;
use near_sdk::serde_json::{Value, from_slice, json};
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, Gas, NearToken, PanicOnDefault, PromiseIndex, env, near, require};

const FOR_CALL: Gas = Gas::from_tgas(10);
const FOR_CALLBACK: Gas = Gas::from_tgas(5);
const FOR_CALLBACK_THAT_CALLS: Gas = Gas::from_tgas(25);
const LONGEST_ANSWER: usize = 4096;

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Tournament {
    arena: AccountId,
    /// Who has won each game that was recorded; nobody, where it was drawn.
    winners: LookupMap<String, Option<AccountId>>,
}

/// What this contract wants to know of a game in the arena.
#[derive(Deserialize)]
#[serde(crate = "near_sdk::serde")]
struct Game {
    players: Vec<Option<AccountId>>,
    round: u64,
    status: String,
    winner: Option<usize>,
}

#[near]
impl Tournament {
    #[init]
    pub fn new(arena: AccountId) -> Self {
        Self { arena, winners: LookupMap::new(b"w") }
    }

    /// Hosts a game and returns its id. What is attached pays for its storage in the arena; 60 Tgas are enough.
    #[payable]
    pub fn host(&mut self, first: AccountId, second: AccountId) {
        let players = json!({ "players": [env::current_account_id(), first, second] });
        let created = self.call_arena("create", &players, env::attached_deposit());
        env::promise_return(then(created, "on_created", &json!({}), FOR_CALLBACK_THAT_CALLS));
    }

    #[private]
    pub fn on_created(&mut self) {
        let game_id: String = answer();
        let resigned = self.call_arena("resign", &json!({ "game_id": game_id }), NearToken::ZERO);
        env::promise_return(then(resigned, "on_resigned", &json!({ "game_id": game_id }), FOR_CALLBACK));
    }

    #[private]
    pub fn on_resigned(&self, game_id: String) -> String {
        game_id
    }

    /// Looks how a game has ended, remembers the winner and closes the game. Anybody may ask for it.
    pub fn record(&mut self, game_id: String) {
        let game = self.call_arena("get_game", &json!({ "game_id": game_id }), NearToken::ZERO);
        env::promise_return(then(game, "on_game", &json!({ "game_id": game_id }), FOR_CALLBACK_THAT_CALLS));
    }

    #[private]
    pub fn on_game(&mut self, game_id: String) -> Option<AccountId> {
        let game: Option<Game> = answer();
        let game = game.unwrap_or_else(|| env::panic_str("there is no such game"));
        // Anybody at the table may start another round, in which the seats are all taken again.
        require!(game.round == 1 && (game.status == "won" || game.status == "draw"), "round 1 is not over");
        require!(game.players[0].as_ref() == Some(&env::current_account_id()), "another contract's game");
        let winner = game.winner.and_then(|seat| game.players[seat - 1].clone());
        self.winners.insert(game_id.clone(), winner.clone());
        self.call_arena("close", &json!({ "game_id": game_id }), NearToken::ZERO);
        winner
    }

    /// Who has won a game that was recorded.
    pub fn winner(&self, game_id: String) -> Option<AccountId> {
        self.winners.get(&game_id).cloned().flatten()
    }
}

impl Tournament {
    // Not near-sdk's `Promise`, which imports host functions that chains before protocol 88 lack.
    fn call_arena(&self, method: &str, args: &Value, deposit: NearToken) -> PromiseIndex {
        env::promise_create(self.arena.clone(), method, args.to_string().as_bytes(), deposit, FOR_CALL)
    }
}

fn then(promise: PromiseIndex, method: &str, args: &Value, gas: Gas) -> PromiseIndex {
    let (this, args) = (env::current_account_id(), args.to_string());
    env::promise_then(promise, this, method, args.as_bytes(), NearToken::ZERO, gas)
}

/// Reads what the arena has answered.
fn answer<T: near_sdk::serde::de::DeserializeOwned>() -> T {
    let answer = env::promise_result_checked(0, LONGEST_ANSWER).ok();
    answer.and_then(|json| from_slice(&json).ok()).unwrap_or_else(|| env::panic_str("the arena has refused"))
}
