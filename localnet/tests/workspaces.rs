//! near-workspaces, unmodified, with localnet in place of the sandbox.
//!
//! near-workspaces finds the node through an environment variable, which a running test cannot safely set; so
//! this program starts itself again with the variable set.

use std::{
    env,
    process::{Command, ExitCode},
};

use anyhow::ensure;
use near_workspaces::{
    Worker,
    network::Sandbox,
    operations::Function,
    types::{Gas, NearToken},
};
use serde_json::json;

const NODE: &str = "NEAR_SANDBOX_BIN_PATH";
const PROBE: &[u8] = include_bytes!("golden/probe.wasm");
const GAS: Gas = Gas::from_tgas(30);

fn main() -> ExitCode {
    if env::args().any(|argument| argument == "--list") {
        println!("near_workspaces_works_with_localnet: test");
        return ExitCode::SUCCESS;
    }
    if env::var_os(NODE).is_none() {
        let again = env::current_exe().and_then(|this| {
            let node = env!("CARGO_BIN_EXE_localnet");
            Command::new(this).env(NODE, node).status()
        });
        return match again {
            Ok(status) if status.success() => ExitCode::SUCCESS,
            other => {
                eprintln!("near-workspaces does not work with localnet: {other:?}");
                ExitCode::FAILURE
            }
        };
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<()> {
    let worker = near_workspaces::sandbox().await?;
    calls_and_views(&worker).await?;
    cross_contract_calls(&worker).await?;
    accounts(&worker).await?;
    state(&worker).await?;
    time(&worker).await?;
    twenty_workers_at_once(&worker).await
}

async fn calls_and_views(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let contract = worker.dev_deploy(PROBE).await?;
    let alice = worker.dev_create_account().await?;
    let set = alice.call(contract.id(), "set").args_json(json!({ "value": 5 })).transact().await?;
    ensure!(set.is_success() && set.logs() == ["value 0 -> 5"]);
    ensure!(contract.view("get").await?.json::<u64>()? == 5);
    let failed =
        alice.call(contract.id(), "fail").args_json(json!({ "message": "told to" })).transact().await?;
    let error = failed.into_result().expect_err("told to fail").to_string();
    ensure!(error.contains("Smart contract panicked: told to"), "{error}");
    let view = contract.view("fail").args_json(json!({ "message": "in view" })).await;
    ensure!(format!("{:?}", view.expect_err("told to fail")).contains("in view"));
    let batch = alice
        .batch(contract.id())
        .call(Function::new("set").args_json(json!({ "value": 6 })).gas(GAS))
        .call(Function::new("set").args_json(json!({ "value": 7 })).gas(GAS))
        .transact()
        .await?;
    ensure!(batch.logs() == ["value 5 -> 6", "value 6 -> 7"]);
    let pending = alice.call(contract.id(), "set").args_json(json!({ "value": 8 })).transact_async().await?;
    ensure!(pending.await?.is_success());
    Ok(())
}

async fn cross_contract_calls(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let (asking, answering) = (worker.dev_deploy(PROBE).await?, worker.dev_deploy(PROBE).await?);
    let ask = |method: &str| {
        let args = json!({ "to": answering.id(), "method": method, "args": "{\"message\":\"x\"}" });
        asking.call("ask").args_json(args).max_gas().transact()
    };
    ensure!(ask("get").await?.json::<String>()? == "ok:0");
    ensure!(ask("fail").await?.json::<String>()? == "failed");
    Ok(())
}

async fn accounts(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let root = worker.root_account()?;
    let alice = root
        .create_subaccount("alice")
        .initial_balance(NearToken::from_near(10))
        .transact()
        .await?
        .into_result()?;
    let bob = worker.dev_create_tla().await?;
    let before = bob.view_account().await?.balance;
    alice.transfer_near(bob.id(), NearToken::from_near(2)).await?.into_result()?;
    let received = bob.view_account().await?.balance.saturating_sub(before);
    ensure!(received == NearToken::from_near(2));
    let alice_id = alice.id().clone();
    alice.delete_account(bob.id()).await?.into_result()?;
    ensure!(worker.view_account(&alice_id).await.is_err());
    Ok(())
}

async fn state(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let contract = worker.dev_deploy(PROBE).await?;
    let set = contract.call("set").args_json(json!({ "value": 1 }));
    set.transact().await?.into_result()?;
    let state = contract.view_state().await?;
    ensure!(state.get(&b"STATE"[..]) == Some(&1_u64.to_le_bytes().to_vec()));
    worker.patch_state(contract.id(), b"STATE", &9_u64.to_le_bytes()).await?;
    ensure!(contract.view("get").await?.json::<u64>()? == 9);
    let rich = NearToken::from_near(123_456);
    worker
        .patch(contract.id())
        .account(near_workspaces::types::AccountDetailsPatch::default().balance(rich))
        .transact()
        .await?;
    ensure!(contract.view_account().await?.balance == rich);
    Ok(())
}

async fn time(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let before = worker.view_block().await?;
    worker.fast_forward(1_000).await?;
    let after = worker.view_block().await?;
    ensure!(after.height() >= before.height() + 1_000);
    ensure!(after.timestamp() > before.timestamp());
    Ok(())
}

async fn twenty_workers_at_once(worker: &Worker<Sandbox>) -> anyhow::Result<()> {
    let contract = worker.dev_deploy(PROBE).await?;
    let mut working = Vec::new();
    for number in 0..20_u64 {
        let (worker, contract_id) = (worker.clone(), contract.id().clone());
        working.push(tokio::spawn(async move {
            let account = worker.dev_create_account().await?;
            for step in 0..5 {
                let value = number * 100 + step;
                let call = account.call(&contract_id, "set").args_json(json!({ "value": value }));
                call.transact().await?.into_result()?;
            }
            anyhow::Ok(())
        }));
    }
    for task in working {
        task.await??;
    }
    let nodes: Vec<_> = (0..3).map(|_| tokio::spawn(async { near_workspaces::sandbox().await })).collect();
    for node in nodes {
        node.await??.view_block().await?;
    }
    Ok(())
}
