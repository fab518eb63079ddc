//! The compiled tournament and the compiled arena on a node: `NEAR_SANDBOX_BIN_PATH` names localnet.

use anyhow::Result;
use near_workspaces::types::{Gas, NearToken};
use near_workspaces::{Account, AccountId, Contract};
use serde_json::{Value, json};

struct Chain {
    arena: Contract,
    tournament: Contract,
    alice: Account,
    bob: Account,
}

fn wasm(name: &str) -> Result<Vec<u8>> {
    let target = std::env::var("CARGO_TARGET_DIR")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../target").to_owned());
    Ok(std::fs::read(format!("{target}/near/{name}.wasm"))?)
}

impl Chain {
    /// Starts a node with both contracts; alice is the organiser.
    async fn new() -> Result<Self> {
        let node = near_workspaces::sandbox().await?;
        let (alice, bob) = (node.dev_create_account().await?, node.dev_create_account().await?);
        let arena = node.dev_deploy(&wasm("tic_tac_toe_arena")?).await?;
        let tournament = node.dev_deploy(&wasm("example_tournament")?).await?;
        let args = json!({ "organiser": alice.id(), "arena": arena.id() });
        tournament.call("new").args_json(args).transact().await?.into_result()?;
        Ok(Self { arena, tournament, alice, bob })
    }

    /// Pays for the storage of a game.
    async fn pay(&self) -> Result<()> {
        let call = self.bob.call(self.arena.id(), "storage_deposit").deposit(NearToken::from_millinear(20));
        call.args_json(json!({ "account_id": self.tournament.id() })).transact().await?.into_result()?;
        Ok(())
    }

    /// Calls one of the contracts; returns its answer, or why it refused.
    async fn call(&self, caller: &Account, contract: &AccountId, method: &str, args: Value) -> Result<Value> {
        let call = caller.call(contract, method).args_json(args).gas(Gas::from_tgas(50));
        let returned = call.transact().await?.into_result()?.raw_bytes()?;
        Ok(if returned.is_empty() { Value::Null } else { serde_json::from_slice(&returned)? })
    }

    async fn host(&self, caller: &Account) -> Result<Value> {
        let players = json!({ "first": self.alice.id(), "second": self.bob.id() });
        self.call(caller, self.tournament.id(), "host", players).await
    }

    async fn play(&self, player: &Account, game_id: &Value, row: u8, col: u8) -> Result<Value> {
        let cell = json!({ "game_id": game_id, "row": row, "col": col });
        self.call(player, self.arena.id(), "play", cell).await
    }

    async fn record(&self, game_id: &Value) -> Result<Value> {
        self.call(&self.bob, self.tournament.id(), "record", json!({ "game_id": game_id })).await
    }

    async fn view(&self, contract: &Contract, method: &str, game_id: &Value) -> Result<Value> {
        Ok(contract.view(method).args_json(json!({ "game_id": game_id })).await?.json()?)
    }
}

fn assert_refused(result: Result<Value>, reason: &str) {
    let refusal = format!("{:?}", result.expect_err("it is refused"));
    assert!(refusal.contains(reason), "{refusal}");
}

#[tokio::test]
async fn a_hosted_game_is_played_by_the_two_others_and_its_winner_recorded() -> Result<()> {
    let chain = Chain::new().await?;
    chain.pay().await?;
    let game = chain.host(&chain.alice).await?;
    let hosted = chain.view(&chain.arena, "get_game", &game).await?;
    assert_eq!((&hosted["status"], &hosted["out"]), (&json!("in_progress"), &json!([1])));

    let (alice, bob) = (&chain.alice, &chain.bob);
    for (player, row, col) in [(alice, 0, 0), (bob, 1, 0), (alice, 0, 1), (bob, 1, 1), (alice, 0, 2)] {
        assert_refused(chain.record(&game).await, "round 1 is not over");
        chain.play(player, &game, row, col).await?;
    }

    assert_eq!(chain.record(&game).await?, json!(alice.id()));
    assert_eq!(chain.view(&chain.tournament, "winner", &game).await?, json!(alice.id()));
    assert_eq!(chain.view(&chain.arena, "get_game", &game).await?, Value::Null, "the game is closed");
    chain.host(alice).await?;
    Ok(())
}

#[tokio::test]
async fn nobody_but_the_organiser_hosts_and_nobody_without_storage() -> Result<()> {
    let chain = Chain::new().await?;
    assert_refused(chain.host(&chain.alice).await, "the arena has refused");
    chain.pay().await?;
    assert_refused(chain.host(&chain.bob).await, "only the organiser hosts games");
    chain.host(&chain.alice).await?;
    assert_refused(chain.record(&json!("7")).await, "this contract hosts no such game");
    Ok(())
}
