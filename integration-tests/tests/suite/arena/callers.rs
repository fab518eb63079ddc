//! Who may call: accounts with any of their keys, contracts, and who has others send for them.

use anyhow::Result;
use integration_tests::node::on_node;
use integration_tests::transport::Node;
use integration_tests::wasm;
use near_workspaces::types::{AccessKey, Gas, KeyType, NearToken, SecretKey};
use near_workspaces::{Account, Contract};
use serde_json::{Value, json};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{AboutRound, Amount, Arena, Create, Play, Status};

use super::hall::{Hall, PLENTY, Sent, json_of};
use crate::callers::relay;

/// Enough for a call that makes another.
const TWENTY_TGAS: Gas = Gas::from_tgas(20);

#[test]
fn after_one_deposit_a_key_for_calls_can_do_everything_but_move_money() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        hall.accept_paid(&alice, "storage_deposit", json!({}), PLENTY).await?;
        let mut apps = Vec::new();
        for guest in [&alice, &bob] {
            let key = SecretKey::from_random(KeyType::ED25519);
            let calls =
                AccessKey::function_call_access(hall.contract.id(), &[], Some(NearToken::from_near(1)));
            guest.batch(guest.id()).add_key(key.public_key(), calls).transact().await?.into_result()?;
            hall.forget_purse(guest);
            apps.push(Account::from_secret_key(guest.id().clone(), key, &node));
        }
        let (alices, bobs) = (&apps[0], &apps[1]);

        let game = json!({ "game_id": "1" });
        hall.accept(alices, "create", json!({ "players": [alice.id(), null], "turn_seconds": 30 })).await?;
        hall.accept(bobs, "join", game.clone()).await?;
        hall.play(alices, "1", [0, 0]).await?;
        hall.play(bobs, "1", [1, 1]).await?;
        hall.accept(alices, "resign", game.clone()).await?;
        hall.accept(bobs, "restart", game.clone()).await?;
        hall.refuse(alices, "claim_timeout", game.clone(), "NOT_YET").await?;
        hall.accept(alices, "close", game).await?;
        hall.refuse(alices, "storage_withdraw", json!({}), "ONE_YOCTO").await?;
        hall.refuse(alices, "storage_unregister", json!({}), "ONE_YOCTO").await?;

        let withdraw = Sent::new(alices, "storage_withdraw", json!({})).with(1);
        let refused = hall.send(&withdraw).await.expect_err("such a key cannot attach money");
        assert!(format!("{refused:?}").contains("DepositWithFunctionCall"), "{refused:?}");
        hall.check().await
    })
}

/// A contract as a player: Alice only makes it act.
struct Machine {
    proxy: Contract,
    operator: Account,
}

impl Machine {
    /// Makes the machine call the arena in its own name.
    async fn call(&self, hall: &mut Hall, method: &'static str, args: Value, deposit: u128) -> Result<Value> {
        let sent = Sent::new(self.proxy.as_account(), method, args.clone()).with(deposit);
        hall.ask_cost(&sent).await?;
        let pass_on = json!({ "to": hall.contract.id(), "method": method, "args": args });
        let call = self.operator.call(self.proxy.id(), "pass_on").args_json(pass_on).gas(TWENTY_TGAS);
        let result = call.deposit(NearToken::from_yoctonear(deposit)).transact().await?;
        hall.compare(&sent, &result).await?.map_err(|code| anyhow::anyhow!("refused: {code}"))?;
        json_of(&result)
    }
}

#[test]
fn a_contract_hosts_plays_and_gets_its_money_back_like_anybody() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        let machine = Machine { proxy: node.dev_deploy(&wasm::proxy()?).await?, operator: alice.clone() };
        let players = json!({ "players": [machine.proxy.id(), bob.id()] });
        hall.refuse_paid(&alice, "create", players.clone(), PLENTY, "NOT_HOST").await?;

        assert_eq!(machine.call(&mut hall, "create", players, PLENTY).await?, json!("1"));
        let cell = |row: u64, col: u64| json!({ "game_id": "1", "row": row, "col": col, "round": 1 });
        machine.call(&mut hall, "play", cell(0, 0), 0).await?;
        hall.refuse(&alice, "play", cell(2, 2), "NOT_A_PLAYER").await?;
        hall.accept(&bob, "play", cell(1, 1)).await?;
        let refused = machine.call(&mut hall, "play", cell(1, 1), 0).await;
        assert!(format!("{refused:?}").contains("CELL_TAKEN"), "{refused:?}");
        machine.call(&mut hall, "restart", json!({ "game_id": "1" }), 0).await?;
        hall.check().await?;
        machine.call(&mut hall, "close", json!({ "game_id": "1" }), 0).await?;
        assert_eq!(machine.call(&mut hall, "storage_unregister", json!({}), 1).await?, json!(true));
        hall.check().await?;
        assert_eq!(hall.storage().await?.records.len(), 1, "nothing of the machine is left");
        Ok(())
    })
}

#[test]
fn a_relayed_move_counts_as_its_signers() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 3).await?;
        let [alice, bob, relayer] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob]).await?;
        let play = json!({ "game_id": game, "row": 1, "col": 1 });
        relay(&node, &hall.contract, &relayer, &alice, "play", play).await?;
        assert_eq!(hall.game(&game).await?["board"], json!([0, 0, 0, 0, 1, 0, 0, 0, 0]));
        Ok(())
    })
}

#[test]
fn a_program_plays_through_the_handle_that_all_clients_share() -> Result<()> {
    on_node(async |node| {
        let hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        let arena = Arena::new(Node(node.clone()), hall.contract.id().clone());
        let players = [Some(alice.id().as_ref()), None];
        let create = Create { players: &players, rules: None, turn_seconds: Some(60) };
        arena.create(&alice, create, Amount(PLENTY)).await?.into_result()?;
        let game_id = GameId(1);
        arena.join(&bob, game_id).await?.into_result()?;
        arena.play(&alice, Play { game_id, row: 0, col: 0, round: Some(1) }).await?.into_result()?;
        arena.play(&bob, Play { game_id, row: 1, col: 1, round: Some(1) }).await?.into_result()?;
        let round = AboutRound { game_id, round: Some(1) };
        arena.resign(&bob, round).await?.into_result()?;
        let game = arena.get_game(game_id).await?.expect("the game is there");
        assert_eq!(game.status, Status::Won);
        assert_eq!(arena.find_game(&[alice.id(), bob.id()]).await?, Some(game_id));
        arena.restart(&bob, round).await?.into_result()?;
        arena.close(&alice, game_id).await?.into_result()?;
        arena.storage_withdraw(&alice, None).await?.into_result()?;
        arena.storage_unregister(&alice).await?.into_result()?;
        assert_eq!(arena.storage_balance_of(alice.id()).await?, None);
        Ok(())
    })
}
