//! The one-game contract, tested with near-workspaces. `NEAR_SANDBOX_BIN_PATH` names the node, such as localnet.

use anyhow::Result;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::{Account, Contract};
use serde_json::{Value, json};

struct Game {
    contract: Contract,
    alice: Account,
    bob: Account,
}

impl Game {
    /// Starts a node, deploys the contract and starts a game.
    async fn new() -> Result<Self> {
        let node = near_workspaces::sandbox().await?;
        let target = std::env::var("CARGO_TARGET_DIR")
            .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../target").to_owned());
        let wasm = std::fs::read(format!("{target}/near/tic_tac_toe.wasm"))?;
        let contract = node.dev_deploy(&wasm).await?;
        let (alice, bob) = (node.dev_create_account().await?, node.dev_create_account().await?);
        let game = Self { contract, alice, bob };
        let players = json!({ "p1": game.alice.id(), "p2": game.bob.id() });
        game.call(&game.alice, "new_game", players).await?.into_result()?;
        Ok(game)
    }

    async fn call(&self, player: &Account, method: &str, args: Value) -> Result<ExecutionFinalResult> {
        Ok(player.call(self.contract.id(), method).args_json(args).transact().await?)
    }

    async fn play(&self, player: &Account, row: u8, col: u8) -> Result<ExecutionFinalResult> {
        self.call(player, "play", json!({ "row": row, "col": col })).await
    }

    async fn view(&self) -> Result<Value> {
        Ok(self.contract.view("get_game").await?.json()?)
    }
}

#[tokio::test]
async fn a_move_shows_on_the_board() -> Result<()> {
    let game = Game::new().await?;
    game.play(&game.alice, 1, 1).await?.into_result()?;
    let view = game.view().await?;
    assert_eq!(view["board"], json!([[null, null, null], [null, "X", null], [null, null, null]]));
    assert_eq!(view["next"], json!({ "player": game.bob.id(), "mark": "O" }));
    Ok(())
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused_and_changes_nothing() -> Result<()> {
    let game = Game::new().await?;
    let before = game.view().await?;
    let refused = game.play(&game.bob, 1, 1).await?;
    let failure = format!("{:?}", refused.into_result().expect_err("it is alice's turn"));
    assert!(failure.contains("NOT_YOUR_TURN: "), "{failure}");
    assert_eq!(game.view().await?, before);
    Ok(())
}

#[tokio::test]
async fn three_in_a_row_win_and_the_events_say_so() -> Result<()> {
    let game = Game::new().await?;
    for (player, row, col) in [(&game.alice, 0, 0), (&game.bob, 1, 0), (&game.alice, 0, 1), (&game.bob, 1, 1)]
    {
        game.play(player, row, col).await?.into_result()?;
    }
    let last = game.play(&game.alice, 0, 2).await?;
    let line = last.logs().last().and_then(|line| line.strip_prefix("EVENT_JSON:")).unwrap_or_default();
    let over = json!({ "game_id": "1", "result": "won", "winner": game.alice.id(), "mark": "X" });
    assert_eq!(serde_json::from_str::<Value>(line)?["data"], over);
    assert_eq!(game.view().await?["winning_line"], json!([[0, 0], [0, 1], [0, 2]]));
    Ok(())
}
