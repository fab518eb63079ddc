//! Past one account: the arena's code deployed once as a global contract (NEP-591), and several arenas run from it.

use anyhow::{Result, ensure};
use integration_tests::node::{self, last_nonce, on_node, signer};
use integration_tests::wasm;
use near_jsonrpc_client::JsonRpcClient;
use near_jsonrpc_client::methods::broadcast_tx_commit::RpcBroadcastTxCommitRequest;
use near_primitives::action::{
    Action, DeployGlobalContractAction, GlobalContractDeployMode, GlobalContractIdentifier,
    UseGlobalContractAction,
};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::views::FinalExecutionStatus;
use near_workspaces::network::Sandbox;
use near_workspaces::types::NearToken;
use near_workspaces::{Account, Contract, Worker};
use serde_json::json;

use super::test_arena::TestArena;

/// An account whose code lies elsewhere needs next to nothing for storage.
const ARENA_MONEY: NearToken = NearToken::from_millinear(100);

/// Signs and sends an action that near-workspaces does not have.
async fn act(node: &Worker<Sandbox>, by: &Account, action: Action) -> Result<()> {
    let block = node.view_block().await?;
    let transaction = SignedTransaction::from_actions(
        last_nonce(node, by).await? + 1,
        by.id().clone(),
        by.id().clone(),
        &signer(by)?,
        vec![action],
        CryptoHash(block.hash().0),
    );
    let request = RpcBroadcastTxCommitRequest { signed_transaction: transaction };
    let outcome = JsonRpcClient::connect(node.rpc_addr()).call(request).await?;
    ensure!(matches!(outcome.status, FinalExecutionStatus::SuccessValue(_)), "{outcome:?}");
    Ok(())
}

/// Creates an account below `owner` that runs the code under this hash.
async fn deploy_arena(
    node: &Worker<Sandbox>,
    owner: &Account,
    name: &str,
    hash: CryptoHash,
) -> Result<Contract> {
    let account = node::account(node, owner, name, ARENA_MONEY).await?;
    let identifier = GlobalContractIdentifier::CodeHash(hash);
    let action = UseGlobalContractAction { contract_identifier: identifier };
    act(node, &account, Action::UseGlobalContract(Box::new(action))).await?;
    Ok(Contract::from_secret_key(account.id().clone(), account.secret_key().clone(), node))
}

#[test]
fn two_arenas_run_from_code_that_was_deployed_once() -> Result<()> {
    on_node(async |node| {
        let owner = &node.dev_create_account().await?;
        let code = wasm::arena()?;
        let hash = CryptoHash::hash_bytes(&code);
        let deploy_mode = GlobalContractDeployMode::CodeHash;
        let deploy = DeployGlobalContractAction { code: code.into(), deploy_mode };
        act(&node, owner, Action::DeployGlobalContract(deploy)).await?;

        let (one, other) = (
            deploy_arena(&node, owner, "one", hash).await?,
            deploy_arena(&node, owner, "other", hash).await?,
        );
        let accounts = vec![node.dev_create_account().await?, node.dev_create_account().await?];
        let [alice, bob] = [accounts[0].clone(), accounts[1].clone()];
        let mut first = TestArena::with(&node, one, accounts.clone()).await?;
        let mut second = TestArena::with(&node, other, accounts).await?;

        // The same seating in both: they know nothing of each other.
        let game = first.create(&alice, &[&alice, &bob]).await?;
        second.forget_balance(&alice);
        assert_eq!(second.create(&alice, &[&alice, &bob]).await?, game);
        first.play_out(&game, &[&alice, &bob], "1 3 5\n2 4 .\n. . .").await?;
        second.play(&alice, &game, [1, 1]).await?;
        assert_eq!(first.game(&game).await?["status"], "won");
        assert_eq!(second.game(&game).await?["moves"], 1);
        for arena in [&mut first, &mut second] {
            arena.check().await?;
            arena.forget_balance(&alice);
            arena.accept(&alice, "close", json!({ "game_id": game })).await?;
            arena.check().await?;
        }

        // Neither account stores the code itself.
        let shown = first.contract.view_account().await?;
        ensure!(shown.storage_usage < 1_000, "{} bytes are stored", shown.storage_usage);
        let state = format!("{:?}", shown.contract_state);
        ensure!(state.contains("GlobalHash"), "the account runs {state}");
        Ok(())
    })
}
