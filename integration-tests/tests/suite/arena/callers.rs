//! Who may call: accounts with any of their keys, contracts, and accounts whose transactions are relayed.

use anyhow::Result;
use integration_tests::node::{on_node, send_once, settle};
use integration_tests::transport::Node;
use integration_tests::wasm;
use near_workspaces::types::{AccessKey, Gas, KeyType, NearToken, SecretKey};
use near_workspaces::{Account, Contract};
use serde_json::{Value, json};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{AboutRound, Amount, Arena, Create, Play, Status};

use super::test_arena::{PLENTY, SentCall, TestArena, json_of};
use crate::one_game::callers::relay;

/// Enough for a call that makes another.
const TWENTY_TGAS: Gas = Gas::from_tgas(20);

#[test]
fn after_one_deposit_a_key_for_calls_can_do_everything_but_move_money() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        arena.accept_paid(&alice, "storage_deposit", json!({}), PLENTY).await?;
        let mut apps = Vec::new();
        for account in [&alice, &bob] {
            let key = SecretKey::from_random(KeyType::ED25519);
            let calls =
                AccessKey::function_call_access(arena.contract.id(), &[], Some(NearToken::from_near(1)));
            let add_key = account.batch(account.id()).add_key(key.public_key(), calls).transact_async();
            settle(&node, &send_once(&node, add_key).await?).await?;
            arena.forget_balance(account);
            apps.push(Account::from_secret_key(account.id().clone(), key, &node));
        }
        let (alices, bobs) = (&apps[0], &apps[1]);

        let game = json!({ "game_id": "1" });
        arena.accept(alices, "create", json!({ "players": [alice.id(), null], "turn_seconds": 30 })).await?;
        arena.accept(bobs, "join", game.clone()).await?;
        arena.play(alices, "1", [0, 0]).await?;
        arena.play(bobs, "1", [1, 1]).await?;
        arena.accept(alices, "resign", game.clone()).await?;
        arena.accept(bobs, "restart", game.clone()).await?;
        arena.refuse(alices, "claim_timeout", game.clone(), "NOT_YET").await?;
        arena.accept(alices, "close", game).await?;
        arena.refuse(alices, "storage_withdraw", json!({}), "ONE_YOCTO").await?;
        arena.refuse(alices, "storage_unregister", json!({}), "ONE_YOCTO").await?;

        let withdraw = alices.call(arena.contract.id(), "storage_withdraw").args_json(json!({}));
        let refused = withdraw.deposit(NearToken::from_yoctonear(1)).transact().await;
        let refused = refused.expect_err("such a key cannot attach money");
        assert!(format!("{refused:?}").contains("DepositWithFunctionCall"), "{refused:?}");
        arena.check().await
    })
}

/// A contract as a player, which Alice makes call the arena.
struct ContractPlayer {
    proxy: Contract,
    operator: Account,
}

impl ContractPlayer {
    /// Makes the machine call the arena in its own name.
    async fn call(
        &self,
        arena: &mut TestArena,
        method: &'static str,
        args: Value,
        deposit: u128,
    ) -> Result<Value> {
        let sent = SentCall::new(self.proxy.as_account(), method, args.clone()).with(deposit);
        arena.ask_cost(&sent).await?;
        let pass_on = json!({ "to": arena.contract.id(), "method": method, "args": args });
        let call = self.operator.call(self.proxy.id(), "pass_on").args_json(pass_on).gas(TWENTY_TGAS);
        let call = call.deposit(NearToken::from_yoctonear(deposit));
        let result = send_once(&arena.node, call.transact_async()).await?;
        arena.compare(&sent, &result).await?.map_err(|code| anyhow::anyhow!("refused: {code}"))?;
        json_of(&result)
    }
}

#[test]
fn a_contract_hosts_plays_and_gets_its_money_back_like_anybody() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let machine =
            ContractPlayer { proxy: node.dev_deploy(&wasm::proxy()?).await?, operator: alice.clone() };
        let players = json!({ "players": [machine.proxy.id(), bob.id()] });
        arena.refuse_paid(&alice, "create", players.clone(), PLENTY, "NOT_HOST").await?;

        assert_eq!(machine.call(&mut arena, "create", players, PLENTY).await?, json!("1"));
        let cell = |row: u64, col: u64| json!({ "game_id": "1", "row": row, "col": col, "round": 1 });
        machine.call(&mut arena, "play", cell(0, 0), 0).await?;
        arena.refuse(&alice, "play", cell(2, 2), "NOT_A_PLAYER").await?;
        arena.accept(&bob, "play", cell(1, 1)).await?;
        let refused = machine.call(&mut arena, "play", cell(1, 1), 0).await;
        assert!(format!("{refused:?}").contains("CELL_TAKEN"), "{refused:?}");
        machine.call(&mut arena, "restart", json!({ "game_id": "1" }), 0).await?;
        arena.check().await?;
        machine.call(&mut arena, "close", json!({ "game_id": "1" }), 0).await?;
        assert_eq!(machine.call(&mut arena, "storage_unregister", json!({}), 1).await?, json!(true));
        arena.check().await?;
        assert_eq!(arena.storage().await?.records.len(), 1, "nothing of the machine is left");
        Ok(())
    })
}

#[test]
fn a_relayed_move_counts_as_its_signers() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, relayer] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let play = json!({ "game_id": game, "row": 1, "col": 1 });
        relay(&node, &arena.contract, &relayer, &alice, "play", play).await?;
        assert_eq!(arena.game(&game).await?["board"], json!([0, 0, 0, 0, 1, 0, 0, 0, 0]));
        Ok(())
    })
}

#[test]
fn a_program_plays_through_the_handle_that_all_clients_share() -> Result<()> {
    on_node(async |node| {
        let arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let handle = Arena::new(Node(node.clone()), arena.contract.id().clone());
        let players = [Some(alice.id().as_ref()), None];
        let create = Create { players: &players, rules: None, turn_seconds: Some(60), starts: None };
        handle.create(&alice, create, Amount(PLENTY)).await?.into_result()?;
        let game_id = GameId(1);
        handle.join(&bob, game_id).await?.into_result()?;
        handle.play(&alice, Play { game_id, row: 0, col: 0, round: Some(1) }).await?.into_result()?;
        handle.play(&bob, Play { game_id, row: 1, col: 1, round: Some(1) }).await?.into_result()?;
        let round = AboutRound { game_id, round: Some(1) };
        handle.resign(&bob, round).await?.into_result()?;
        let game = handle.get_game(game_id).await?.expect("the game is there");
        assert_eq!(game.status, Status::Won);
        assert_eq!(handle.find_game(&[alice.id(), bob.id()]).await?, Some(game_id));
        handle.restart(&bob, round).await?.into_result()?;
        handle.close(&alice, game_id).await?.into_result()?;
        handle.storage_withdraw(&alice, None).await?.into_result()?;
        handle.storage_unregister(&alice).await?.into_result()?;
        assert_eq!(handle.storage_balance_of(alice.id()).await?, None);
        Ok(())
    })
}
