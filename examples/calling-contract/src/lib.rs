//! A tournament: a contract that hosts games of two others in the arena, and reads how they ended.
//!
//! A host has a seat. So this one takes the first of three and resigns at once: the turns pass over it.

use near_sdk::serde::de::DeserializeOwned;
use near_sdk::serde_json::{Value, from_slice, from_value, json};
use near_sdk::store::LookupMap;
use near_sdk::{AccountId, Gas, NearToken, PanicOnDefault, PromiseIndex, env, near, require};

const FOR_CALL: Gas = Gas::from_tgas(10);
const FOR_CALLBACK: Gas = Gas::from_tgas(25);
const LONGEST_ANSWER: usize = 4096;

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Tournament {
    organiser: AccountId,
    arena: AccountId,
    /// Who has won each game that was recorded; nobody, where it was drawn.
    winners: LookupMap<String, Option<AccountId>>,
}

#[near]
impl Tournament {
    #[init]
    pub fn new(organiser: AccountId, arena: AccountId) -> Self {
        Self { organiser, arena, winners: LookupMap::new(b"w") }
    }

    /// Hosts a game and returns its id. This contract's storage balance at the arena pays; 50 Tgas are enough.
    pub fn host(&mut self, first: AccountId, second: AccountId) {
        require!(env::predecessor_account_id() == self.organiser, "only the organiser hosts games");
        let created =
            self.call_arena("create", json!({ "players": [env::current_account_id(), first, second] }));
        then(created, "on_created", json!({}));
    }

    #[private]
    pub fn on_created(&mut self) -> String {
        let game_id: String = answer();
        self.call_arena("resign", json!({ "game_id": game_id }));
        game_id
    }

    /// Looks how a game has ended, remembers the winner and closes the game. Anybody may ask for it.
    pub fn record(&mut self, game_id: String) {
        let game = self.call_arena("get_game", json!({ "game_id": game_id }));
        then(game, "on_game", json!({ "game_id": game_id }));
    }

    #[private]
    pub fn on_game(&mut self, game_id: String) -> Option<AccountId> {
        let game: Value = answer();
        let (players, is_over) = (&game["players"], game["status"] == "won" || game["status"] == "draw");
        require!(players[0] == env::current_account_id().as_str(), "this contract hosts no such game");
        // Anybody at the table may start another round, in which the seats are all taken again.
        require!(game["round"] == 1 && is_over, "round 1 is not over");
        let winner: Option<AccountId> =
            game["winner"].as_u64().and_then(|seat| from_value(players[seat as usize - 1].clone()).ok());
        self.winners.insert(game_id.clone(), winner.clone());
        self.call_arena("close", json!({ "game_id": game_id }));
        winner
    }

    /// Who has won a game that was recorded.
    pub fn winner(&self, game_id: String) -> Option<AccountId> {
        self.winners.get(&game_id).cloned().flatten()
    }

    // Not near-sdk's `Promise`, which imports host functions that chains before protocol 88 lack.
    fn call_arena(&self, method: &str, args: Value) -> PromiseIndex {
        let args = args.to_string().into_bytes();
        env::promise_create(self.arena.clone(), method, &args, NearToken::ZERO, FOR_CALL)
    }
}

/// Goes on in a callback, whose answer becomes that of the whole call.
fn then(promise: PromiseIndex, method: &str, args: Value) {
    let (this, args) = (env::current_account_id(), args.to_string().into_bytes());
    env::promise_return(env::promise_then(promise, this, method, &args, NearToken::ZERO, FOR_CALLBACK));
}

/// Reads what the arena has answered.
fn answer<T: DeserializeOwned>() -> T {
    let answer = env::promise_result_checked(0, LONGEST_ANSWER).ok();
    answer.and_then(|json| from_slice(&json).ok()).unwrap_or_else(|| env::panic_str("the arena has refused"))
}
