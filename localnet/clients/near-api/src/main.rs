//! Creates an account, deploys, calls, views and reads a failed transaction with the Rust library near-api.

use std::{env, fs, sync::Arc};

use anyhow::{Context, Result, bail, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};
use near_api::{
    Account, AccountId, Contract, CryptoHash, NearGas, NearToken, NetworkConfig, SecretKey, Signer,
    Transaction,
    signer::generate_secret_key,
    types::{
        TxExecutionStatus,
        errors::ExecutionError,
        transaction::result::{ExecutionFinalResult, TransactionResult},
    },
};
use serde_json::{Value, json};

const REFUSAL: &str = "Smart contract panicked: NOT_YOUR_TURN: it is the turn of alice.near";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let network = NetworkConfig::from_rpc_url("localnet", variable("RPC_URL")?.parse()?);
    let wasm = fs::read(variable("WASM")?)?;
    let alice = Player::from_env("alice.near", "ALICE_KEY")?;
    let bob = Player::from_env("bob.near", "BOB_KEY")?;

    let game = Game::create(network, &alice, wasm).await?;
    ensure!(game.view().await? == Value::Null, "there is a game before any was created");

    game.call(&alice, "new_game", json!({ "p1": alice.id, "p2": bob.id })).await?.assert_success();
    game.call(&alice, "play", json!({ "row": 1, "col": 1 })).await?.assert_success();
    game.call(&bob, "play", json!({ "row": 0, "col": 0 })).await?.assert_success();
    game.must_show_two_moves().await?;

    let refused = game.call(&bob, "play", json!({ "row": 2, "col": 2 })).await?;
    let refused = refused.into_full().context("the refused move has no outcome")?;
    must_be_refusal(&refused)?;
    let hash = refused.outcome().transaction_hash;
    must_be_refusal(&game.status(&bob, hash).await?)?;
    println!("read the failed transaction {hash}: {REFUSAL}");
    game.must_show_two_moves().await
}

fn variable(name: &str) -> Result<String> {
    env::var(name)
        .with_context(|| format!("{name} is not set; scripts/clients-demo.sh sets it and starts this"))
}

struct Player {
    id: AccountId,
    signer: Arc<Signer>,
}

impl Player {
    fn from_env(id: &str, key: &str) -> Result<Self> {
        let signer = Signer::from_secret_key(variable(key)?.parse()?)?;
        Ok(Self { id: id.parse()?, signer })
    }
}

/// The contract on the chain.
struct Game {
    network: NetworkConfig,
    contract: Contract,
}

impl Game {
    async fn create(network: NetworkConfig, owner: &Player, wasm: Vec<u8>) -> Result<Self> {
        let id: AccountId = format!("near-api.{}", owner.id).parse()?;
        let key = generate_secret_key()?;
        let game = Self { network, contract: Contract(id) };
        game.create_account(owner, &key).await?;
        game.deploy(key, wasm).await?;
        Ok(game)
    }

    async fn create_account(&self, owner: &Player, key: &SecretKey) -> Result<()> {
        let id = &self.contract.0;
        let balance = NearToken::from_near(10);
        Account::create_account(id.clone())
            .fund_myself(owner.id.clone(), balance)
            .with_public_key(key.public_key())
            .with_signer(owner.signer.clone())
            .send_to(&self.network)
            .await?
            .assert_success();
        let account = Account(id.clone()).view().fetch_from(&self.network).await?.data;
        ensure!(account.amount == balance, "the new account has {}", account.amount);
        println!("created {id}");
        Ok(())
    }

    async fn deploy(&self, key: SecretKey, wasm: Vec<u8>) -> Result<()> {
        Contract::deploy(self.contract.0.clone())
            .use_code(wasm.clone())
            .without_init_call()
            .with_signer(Signer::from_secret_key(key)?)
            .send_to(&self.network)
            .await?
            .assert_success();
        let code = self.contract.wasm().fetch_from(&self.network).await?.data;
        ensure!(code.code_base64 == BASE64_STANDARD.encode(wasm), "another code was deployed");
        println!("deployed, code hash {}", code.hash);
        Ok(())
    }

    async fn call(&self, player: &Player, method: &str, args: Value) -> Result<TransactionResult> {
        let transaction = self.contract.call_function(method, args).transaction().gas(NearGas::from_tgas(10));
        let signed = transaction.with_signer(player.id.clone(), player.signer.clone());
        Ok(signed.send_to(&self.network).await?)
    }

    async fn view(&self) -> Result<Value> {
        let answer =
            self.contract.call_function("get_game", json!({})).read_only().fetch_from(&self.network).await?;
        Ok(answer.data)
    }

    async fn status(&self, sender: &Player, hash: CryptoHash) -> Result<ExecutionFinalResult> {
        let query = Transaction::status_with_options(sender.id.clone(), hash, TxExecutionStatus::Final);
        Ok(query.fetch_from(&self.network).await?)
    }

    async fn must_show_two_moves(&self) -> Result<()> {
        let game = self.view().await?;
        let expected = json!({
            "game_id": "1",
            "p1": "alice.near",
            "p2": "bob.near",
            "board": [["O", null, null], [null, "X", null], [null, null, null]],
            "moves": 2,
            "status": "in_progress",
            "next": { "player": "alice.near", "mark": "X" },
            "winner": null,
            "winning_line": null,
        });
        ensure!(game == expected, "the game is {game}");
        println!("viewed the game after two moves");
        Ok(())
    }
}

/// Checks that the move out of turn failed, with the contract's own words.
fn must_be_refusal(outcome: &ExecutionFinalResult) -> Result<()> {
    ensure!(outcome.is_failure(), "the second move in a row was accepted");
    let [receipt] = outcome.receipt_failures()[..] else {
        bail!("{} receipts failed", outcome.receipt_failures().len());
    };
    let Err(ExecutionError::TransactionExecutionFailed(error)) = receipt.clone().into_result() else {
        bail!("the failed receipt has no error: {receipt:?}");
    };
    let expected = json!({ "ActionError": {
        "index": 0,
        "kind": { "FunctionCallError": { "ExecutionError": REFUSAL } },
    }});
    let error = serde_json::to_value(error)?;
    ensure!(error == expected, "the failed receipt says {error}");
    Ok(())
}
