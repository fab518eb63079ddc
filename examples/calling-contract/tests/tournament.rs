//! The compiled tournament and the compiled arena on a node: `NEAR_SANDBOX_BIN_PATH` names localnet.

use anyhow::Result;
use near_workspaces::network::Sandbox;
use near_workspaces::types::{Gas, NearToken};
use near_workspaces::{Account, Contract, Worker};
use serde_json::{Value, json};

const GAS: Gas = Gas::from_tgas(80);

struct Game {
    arena: Contract,
    tournament: Contract,
    alice: Account,
    bob: Account,
    id: String,
}

/// Deploys both contracts and lets the tournament host a game of two accounts.
async fn hosted_game(node: &Worker<Sandbox>) -> Result<Game> {
    let (alice, bob) = (node.dev_create_account().await?, node.dev_create_account().await?);
    let arena = node.dev_deploy(&wasm("tic_tac_toe_arena")?).await?;
    let tournament = node.dev_deploy(&wasm("example_tournament")?).await?;
    tournament.call("new").args_json(json!({ "arena": arena.id() })).transact().await?.into_result()?;
    let hosted = alice
        .call(tournament.id(), "host")
        .args_json(json!({ "first": alice.id(), "second": bob.id() }))
        .deposit(NearToken::from_millinear(100))
        .gas(GAS)
        .transact()
        .await?;
    Ok(Game { id: hosted.json()?, arena, tournament, alice, bob })
}

fn wasm(name: &str) -> Result<Vec<u8>> {
    let target = std::env::var("CARGO_TARGET_DIR")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../target").to_owned());
    Ok(std::fs::read(format!("{target}/near/{name}.wasm"))?)
}

impl Game {
    async fn play(&self, player: &Account, row: u8, col: u8) -> Result<()> {
        let args = json!({ "game_id": self.id, "row": row, "col": col });
        player.call(self.arena.id(), "play").args_json(args).transact().await?.into_result()?;
        Ok(())
    }

    /// Asks the tournament to record the game; gives back the winner, or why there is none.
    async fn record(&self) -> Result<Value> {
        let call = self.bob.call(self.tournament.id(), "record").args_json(json!({ "game_id": self.id }));
        Ok(call.gas(GAS).transact().await?.into_result()?.json()?)
    }

    async fn view(&self, contract: &Contract, method: &str) -> Result<Value> {
        Ok(contract.view(method).args_json(json!({ "game_id": self.id })).await?.json()?)
    }
}

#[tokio::test]
async fn a_hosted_game_is_played_by_the_two_others_and_its_winner_recorded() -> Result<()> {
    let game = hosted_game(&near_workspaces::sandbox().await?).await?;
    let hosted = game.view(&game.arena, "get_game").await?;
    assert_eq!(
        (&hosted["status"], &hosted["out"], &hosted["turn"]),
        (&json!("in_progress"), &json!([1]), &json!(2))
    );

    for (player, row, col) in
        [(&game.alice, 0, 0), (&game.bob, 1, 0), (&game.alice, 0, 1), (&game.bob, 1, 1), (&game.alice, 0, 2)]
    {
        game.play(player, row, col).await?;
    }

    assert_eq!(game.record().await?, json!(game.alice.id()));
    assert_eq!(game.view(&game.tournament, "winner").await?, json!(game.alice.id()));
    assert_eq!(game.view(&game.arena, "get_game").await?, Value::Null, "the game is closed");
    Ok(())
}

#[tokio::test]
async fn a_game_that_is_not_over_is_not_recorded() -> Result<()> {
    let game = hosted_game(&near_workspaces::sandbox().await?).await?;
    game.play(&game.alice, 1, 1).await?;
    let refusal = format!("{:?}", game.record().await.expect_err("nobody has won yet"));
    assert!(refusal.contains("round 1 is not over"), "{refusal}");
    Ok(())
}
