//! Who may call: accounts that sign for themselves, with whichever of their keys, and nobody on their behalf.

use anyhow::Result;
use integration_tests::node::{last_nonce, on_node, send_once, signer};
use integration_tests::test_game::{TestGame, must_be_refused};
use integration_tests::wasm;
use near_jsonrpc_client::JsonRpcClient;
use near_jsonrpc_client::methods::broadcast_tx_commit::RpcBroadcastTxCommitRequest;
use near_primitives::action::delegate::{DelegateAction, NonDelegateAction, SignedDelegateAction};
use near_primitives::action::{Action, FunctionCallAction};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::views::FinalExecutionOutcomeView;
use near_workspaces::network::Sandbox;
use near_workspaces::types::{AccessKey, Gas, KeyType, NearToken, SecretKey};
use near_workspaces::{Account, Contract, Worker};
use serde_json::json;
use tic_tac_toe_interface::one_game::{CALL_GAS, Code};

/// How many blocks a delegate action stays valid.
const VALID_FOR: u64 = 1000;

/// Enough for a call that makes another.
const TWENTY_TGAS: Gas = Gas::from_tgas(20);

#[test]
fn a_contract_that_calls_for_a_user_is_refused_and_the_user_alone_accepted() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let proxy = node.dev_deploy(&wasm::proxy()?).await?;
        let (alice, game) = (&test.alice, test.contract.id());
        let before = test.storage().await?;

        let play = json!({ "game": game, "row": 0, "col": 0 });
        let call = alice.call(proxy.id(), "play").args_json(play).gas(TWENTY_TGAS);
        let result = send_once(&node, call.transact_async()).await?;
        must_be_refused(&result, Code::CallerIsContract);

        let new_game = json!({ "game": game, "p1": alice.id(), "p2": test.bob.id() });
        let call = alice.call(proxy.id(), "new_game").args_json(new_game).gas(TWENTY_TGAS);
        let result = send_once(&node, call.transact_async()).await?;
        must_be_refused(&result, Code::CallerIsContract);
        assert_eq!(test.storage().await?, before);

        test.play(alice, 0, 0).await?.into_result()?;
        Ok(())
    })
}

#[test]
fn a_relayed_meta_transaction_is_refused_because_the_relayer_signed_it() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let relayer = node.dev_create_account().await?;
        let before = test.storage().await?;

        let calls = [
            ("play", json!({ "row": 0, "col": 0 })),
            ("new_game", json!({ "p1": test.alice.id(), "p2": test.bob.id() })),
        ];
        for (method, args) in calls {
            let outcome = relay(&node, &test.contract, &relayer, &test.alice, method, args).await?;
            // The delegation itself succeeds; what it delegates is a receipt of its own.
            let receipts = format!("{:?}", outcome.receipts_outcome);
            assert!(receipts.contains("Smart contract panicked: CALLER_IS_CONTRACT: "), "{receipts}");
            assert_eq!(test.storage().await?, before);
        }
        Ok(())
    })
}

#[test]
fn an_account_with_code_that_signs_for_itself_is_accepted() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let alice = test.alice.deploy(&wasm::proxy()?).await?.into_result()?;
        test.play(alice.as_account(), 0, 0).await?.into_result()?;
        assert_eq!(test.game().await?.moves, 1);
        Ok(())
    })
}

#[test]
fn a_key_that_may_only_call_play_plays_and_does_nothing_else() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let key = SecretKey::from_random(KeyType::ED25519);
        let allowance = Some(NearToken::from_millinear(250));
        let only_play = AccessKey::function_call_access(test.contract.id(), &["play"], allowance);
        let add_key = test.alice.batch(test.alice.id()).add_key(key.public_key(), only_play);
        send_once(&node, add_key.transact_async()).await?.into_result()?;

        let app = Account::from_secret_key(test.alice.id().clone(), key, &node);
        test.play(&app, 0, 0).await?.into_result()?;
        assert_eq!(test.game().await?.moves, 1);

        let players = json!({ "p1": app.id(), "p2": app.id() });
        let refused = app.call(test.contract.id(), "new_game").args_json(players).transact().await;
        let refused = refused.expect_err("the key may not do that");
        assert!(format!("{refused:?}").contains("MethodNameMismatch"), "{refused:?}");
        Ok(())
    })
}

/// Submits a call that `sender` signed and `relayer` pays for.
pub async fn relay(
    node: &Worker<Sandbox>,
    contract: &Contract,
    relayer: &Account,
    sender: &Account,
    method: &str,
    args: serde_json::Value,
) -> Result<FinalExecutionOutcomeView> {
    let block = node.view_block().await?;
    let call = FunctionCallAction {
        method_name: method.to_string(),
        args: args.to_string().into_bytes(),
        gas: near_primitives::gas::Gas::from_gas(CALL_GAS),
        deposit: NearToken::ZERO,
    };
    let sender_key = signer(sender)?;
    let signed_by_sender = SignedDelegateAction::sign(
        &sender_key,
        DelegateAction {
            sender_id: sender.id().clone(),
            receiver_id: contract.id().clone(),
            actions: vec![NonDelegateAction::try_from(Action::from(call))?],
            nonce: last_nonce(node, sender).await? + 1,
            max_block_height: block.height() + VALID_FOR,
            public_key: sender_key.public_key(),
        },
    );
    let transaction = SignedTransaction::from_actions(
        last_nonce(node, relayer).await? + 1,
        relayer.id().clone(),
        sender.id().clone(),
        &signer(relayer)?,
        vec![Action::from(signed_by_sender)],
        CryptoHash(block.hash().0),
    );
    let request = RpcBroadcastTxCommitRequest { signed_transaction: transaction };
    Ok(JsonRpcClient::connect(node.rpc_addr()).call(request).await?)
}
