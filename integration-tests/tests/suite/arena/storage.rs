//! Storage to the letter of NEP-145: who pays, what is locked, and that every yoctoNEAR comes back. The arena compares
//! the caller's balance to the last yoctoNEAR after each of these calls.

use anyhow::Result;
use integration_tests::node::on_node;
use near_workspaces::types::NearToken;
use serde_json::{Value, json};

use super::test_arena::{BYTE_PRICE, PLENTY, TestArena, yocto};

/// The most that a 3x3 game of two may lock: 0.01 NEAR.
const MOST_FOR_A_GAME: u128 = 10_u128.pow(22);

fn balance(total: u128, available: u128) -> Value {
    json!({ "total": total.to_string(), "available": available.to_string() })
}

#[test]
fn registering_takes_the_minimum_and_has_no_maximum() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let bounds = arena.view("storage_balance_bounds", json!({})).await?;
        let min = yocto(&bounds["min"])?;
        assert_eq!(bounds, json!({ "min": min.to_string(), "max": null }));
        assert_eq!(arena.view("storage_balance_of", json!({ "account_id": alice.id() })).await?, Value::Null);

        arena.refuse(&alice, "storage_deposit", json!({}), "DEPOSIT_TOO_LOW").await?;
        arena.refuse_paid(&alice, "storage_deposit", json!({}), min - 1, "DEPOSIT_TOO_LOW").await?;
        let only = json!({ "registration_only": true });
        arena.refuse_paid(&alice, "storage_deposit", only.clone(), min - 1, "DEPOSIT_TOO_LOW").await?;

        // The rest comes back; to an account that is registered already, everything does.
        let registered = arena.accept_paid(&alice, "storage_deposit", only.clone(), min + 7).await?;
        assert_eq!(registered, balance(min, 0));
        let again = arena.accept_paid(&alice, "storage_deposit", only.clone(), PLENTY).await?;
        assert_eq!(again, balance(min, 0));
        arena.accept(&alice, "storage_deposit", only).await?;

        // Without the flag it is all kept.
        let more = arena.accept_paid(&alice, "storage_deposit", json!({}), 5).await?;
        assert_eq!(more, balance(min + 5, 5));
        let no_flag = json!({ "account_id": null, "registration_only": false });
        assert_eq!(arena.accept_paid(&bob, "storage_deposit", no_flag, min + 3).await?, balance(min + 3, 3));
        arena.check().await
    })
}

#[test]
fn deposits_belong_to_the_account_they_were_credited_to() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let min = arena.min().await?;
        let for_bob = json!({ "account_id": bob.id() });
        assert_eq!(
            arena.accept_paid(&alice, "storage_deposit", for_bob.clone(), min + 9).await?,
            balance(min + 9, 9)
        );
        arena.refuse_paid(&alice, "storage_withdraw", json!({}), 1, "NOT_REGISTERED").await?;
        assert_eq!(arena.accept_paid(&alice, "storage_unregister", json!({}), 1).await?, json!(false));
        // The rest of a registration goes back to the account that paid.
        let only = json!({ "account_id": bob.id(), "registration_only": true });
        arena.accept_paid(&alice, "storage_deposit", only, PLENTY).await?;
        assert_eq!(arena.accept_paid(&bob, "storage_withdraw", json!({}), 1).await?, balance(min, 0));
        assert_eq!(arena.accept_paid(&bob, "storage_unregister", json!({}), 1).await?, json!(true));
        arena.check().await
    })
}

#[test]
fn withdrawing_takes_one_yoctonear_and_no_more_than_is_available() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let (min, cost) = (arena.min().await?, arena.cost(2, &Value::Null).await?);
        let amount = |amount: u128| json!({ "amount": amount.to_string() });
        for deposit in [0, 2, PLENTY] {
            arena.refuse_paid(&alice, "storage_withdraw", amount(u128::MAX), deposit, "ONE_YOCTO").await?;
        }
        arena.refuse_paid(&alice, "storage_withdraw", amount(u128::MAX), 1, "NOT_REGISTERED").await?;
        let args = json!({ "players": [alice.id(), bob.id()] });
        arena.accept_paid(&alice, "create", args, min + cost + 100).await?;
        arena.refuse_paid(&bob, "storage_withdraw", json!({}), 1, "NOT_REGISTERED").await?;

        for too_much in [101, u128::MAX] {
            arena.refuse_paid(&alice, "storage_withdraw", amount(too_much), 1, "BALANCE_TOO_LOW").await?;
        }
        let left = arena.accept_paid(&alice, "storage_withdraw", amount(40), 1).await?;
        assert_eq!(left, balance(min + cost + 60, 60));
        let left = arena.accept_paid(&alice, "storage_withdraw", amount(0), 1).await?;
        assert_eq!(left, balance(min + cost + 60, 60));
        let left = arena.accept_paid(&alice, "storage_withdraw", json!({ "amount": null }), 1).await?;
        assert_eq!(left, balance(min + cost, 0));
        arena.accept_paid(&alice, "storage_withdraw", json!({}), 1).await?;
        arena.refuse_paid(&alice, "storage_withdraw", amount(1), 1, "BALANCE_TOO_LOW").await?;
        arena.check().await
    })
}

#[test]
fn a_host_of_games_cannot_unregister_with_or_without_force() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.accept_paid(&bob, "storage_deposit", json!({}), PLENTY).await?;
        for deposit in [0, 2] {
            let args = json!({ "force": true });
            arena.refuse_paid(&alice, "storage_unregister", args, deposit, "ONE_YOCTO").await?;
        }
        for force in [json!(null), json!(false), json!(true)] {
            let args = json!({ "force": force });
            arena.refuse_paid(&alice, "storage_unregister", args, 1, "HAS_GAMES").await?;
        }
        // A seat in somebody else's game holds nobody.
        assert_eq!(
            arena.accept_paid(&bob, "storage_unregister", json!({ "force": false }), 1).await?,
            json!(true)
        );
        arena.check().await?;
        assert_eq!(arena.accept_paid(&bob, "storage_unregister", json!({}), 1).await?, json!(false));
        arena.play(&alice, &game, [0, 0]).await?;
        arena.play(&bob, &game, [0, 1]).await?;

        arena.accept(&alice, "close", json!({ "game_id": game })).await?;
        assert_eq!(arena.accept_paid(&alice, "storage_unregister", json!({}), 1).await?, json!(true));
        arena.check().await?;
        assert_eq!(arena.storage().await?.records.len(), 1, "only the arena's own record is left");
        Ok(())
    })
}

#[test]
fn a_challenger_may_register_and_leave_while_seated_and_nothing_gets_lost() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        assert_eq!(arena.view("storage_balance_of", json!({ "account_id": bob.id() })).await?, Value::Null);
        let back = arena.create(&bob, &[&bob, &alice]).await?;
        let side = arena.create(&carol, &[&carol, &bob]).await?;
        arena.check().await?;
        arena.accept(&bob, "close", json!({ "game_id": back })).await?;
        arena.accept_paid(&bob, "storage_unregister", json!({}), 1).await?;
        arena.check().await?;
        arena.accept(&alice, "close", json!({ "game_id": game })).await?;
        arena.check().await?;
        arena.accept(&carol, "close", json!({ "game_id": side })).await?;
        for account in [&alice, &carol] {
            arena.accept_paid(account, "storage_unregister", json!({}), 1).await?;
        }
        arena.check().await?;
        assert_eq!(arena.storage().await?.records.len(), 1, "only the arena's own record is left");
        Ok(())
    })
}

#[test]
fn what_a_game_locks_is_known_in_advance_and_depends_on_seats_and_rules_alone() -> Result<()> {
    on_node(async |node| {
        let arena = TestArena::open(&node, 0).await?;
        let classic = arena.cost(2, &Value::Null).await?;
        assert_eq!(
            classic,
            arena.cost(2, &json!({ "grid": { "rows": 3, "cols": 3, "in_a_row": 3 } })).await?
        );
        assert!(classic <= MOST_FOR_A_GAME, "a 3x3 game locks {}", NearToken::from_yoctonear(classic));
        assert_eq!(classic % BYTE_PRICE, 0, "whole bytes are paid for");
        assert!(
            classic < arena.cost(3, &Value::Null).await?
                && arena.cost(3, &Value::Null).await? < arena.cost(4, &Value::Null).await?
        );

        for (players, code) in
            [(0, "BAD_PLAYERS"), (1, "BAD_PLAYERS"), (5, "BAD_PLAYERS"), (u64::MAX, "BAD_PLAYERS")]
        {
            let rules = json!({ "grid": { "rows": 2, "cols": 3, "in_a_row": 3 } });
            must_not_answer(&arena, json!({ "players": players, "rules": rules }), code).await;
        }
        let large = json!({ "grid": { "rows": 20, "cols": 3, "in_a_row": 3 } });
        must_not_answer(&arena, json!({ "players": 2, "rules": large }), "BAD_RULES").await;
        let ultimate = json!({ "ultimate": { "capture": "first" } });
        must_not_answer(&arena, json!({ "players": 3, "rules": ultimate }), "BAD_RULES").await;
        Ok(())
    })
}

async fn must_not_answer(arena: &TestArena, args: Value, code: &str) {
    let answer = arena.contract.view("get_cost").args_json(&args).await;
    let refused = format!("{:?}", answer.expect_err("no such game"));
    assert!(refused.contains(&format!("{code}: ")), "{args}: {refused}");
}
