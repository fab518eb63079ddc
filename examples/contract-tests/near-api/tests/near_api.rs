//! The one-game contract, tested with near-sandbox and near-api, the libraries that NEAR's documentation recommends.
//! `NEAR_SANDBOX_BIN_PATH` names the node, such as localnet; without it near-sandbox downloads neard.

use std::sync::Arc;

use anyhow::{Context, Result};
use near_api::types::transaction::result::ExecutionFinalResult;
use near_api::{Contract, NetworkConfig, Signer};
use near_sandbox::Sandbox;
use near_sandbox::config::DEFAULT_GENESIS_ACCOUNT_PRIVATE_KEY;
use serde_json::{Value, json};

struct Game {
    _node: Sandbox,
    network: NetworkConfig,
    /// near-sandbox gives every account that it creates the same key.
    signer: Arc<Signer>,
}

const BUILT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../target/near/tic_tac_toe.wasm");
const ALICE: &str = "alice.sandbox";
const BOB: &str = "bob.sandbox";
const GAME: &str = "game.sandbox";

impl Game {
    /// Starts a node, deploys the contract and starts a game.
    async fn new() -> Result<Self> {
        let node = Sandbox::start_sandbox().await?;
        for account in [ALICE, BOB, GAME] {
            node.create_account(account.parse()?).send().await?;
        }
        let network = NetworkConfig::from_rpc_url("sandbox", node.rpc_addr.parse()?);
        let signer = Signer::from_secret_key(DEFAULT_GENESIS_ACCOUNT_PRIVATE_KEY.parse()?)?;
        let wasm = std::env::var("WASM").unwrap_or_else(|_| BUILT.to_owned());
        let deployment = Contract::deploy(GAME.parse()?).use_code(std::fs::read(wasm)?).without_init_call();
        deployment.with_signer(signer.clone()).send_to(&network).await?.assert_success();
        let game = Self { _node: node, network, signer };
        game.call(ALICE, "new_game", json!({ "p1": ALICE, "p2": BOB })).await?.assert_success();
        Ok(game)
    }

    async fn call(&self, player: &str, method: &str, args: Value) -> Result<ExecutionFinalResult> {
        let call = Contract(GAME.parse()?).call_function(method, args).transaction();
        let sent = call.with_signer(player.parse()?, self.signer.clone()).send_to(&self.network).await?;
        sent.into_full().context("the call has no outcome")
    }

    async fn play(&self, player: &str, row: u8, col: u8) -> Result<ExecutionFinalResult> {
        self.call(player, "play", json!({ "row": row, "col": col })).await
    }

    async fn view(&self) -> Result<Value> {
        let view = Contract(GAME.parse()?).call_function("get_game", json!({})).read_only();
        Ok(view.fetch_from(&self.network).await?.data)
    }
}

#[tokio::test]
async fn a_move_shows_on_the_board() -> Result<()> {
    let game = Game::new().await?;
    game.play(ALICE, 1, 1).await?.assert_success();
    let view = game.view().await?;
    assert_eq!(view["board"], json!([[null, null, null], [null, "X", null], [null, null, null]]));
    assert_eq!(view["next"], json!({ "player": BOB, "mark": "O" }));
    Ok(())
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused_and_changes_nothing() -> Result<()> {
    let game = Game::new().await?;
    let before = game.view().await?;
    let refused = game.play(BOB, 1, 1).await?;
    let failure = format!("{:?}", refused.into_result().expect_err("it is alice's turn"));
    assert!(failure.contains("NOT_YOUR_TURN: "), "{failure}");
    assert_eq!(game.view().await?, before);
    Ok(())
}

#[tokio::test]
async fn three_in_a_row_win_and_the_events_say_so() -> Result<()> {
    let game = Game::new().await?;
    for (player, row, col) in [(ALICE, 0, 0), (BOB, 1, 0), (ALICE, 0, 1), (BOB, 1, 1)] {
        game.play(player, row, col).await?.assert_success();
    }
    let last = game.play(ALICE, 0, 2).await?;
    let line = last.logs().last().and_then(|line| line.strip_prefix("EVENT_JSON:")).unwrap_or_default();
    let over = json!({ "game_id": "1", "result": "won", "winner": ALICE, "mark": "X" });
    assert_eq!(serde_json::from_str::<Value>(line)?["data"], over);
    assert_eq!(game.view().await?["winning_line"], json!([[0, 0], [0, 1], [0, 2]]));
    Ok(())
}
