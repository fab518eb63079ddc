//! Calls the contract refuses: each names its reason and leaves the storage as it was.

use anyhow::Result;
use integration_tests::node::{on_node, send_once, settle};
use integration_tests::test_game::{TestGame, must_be_refused};
use near_workspaces::types::NearToken;
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_interface::one_game::Code;

/// How near-sdk's refusal of arguments begins.
const BAD_ARGUMENTS: &str = "Failed to deserialize input from JSON";

#[test]
fn a_move_before_any_game_is_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        test.must_refuse(&test.alice, "play", json!({ "row": 0, "col": 0 }), Code::NoGame).await?;
        assert_eq!(test.get_game().await?, None);
        Ok(())
    })
}

#[rstest]
#[case::after_a_win("1 3 5   2 4 .   . . .")]
#[case::after_a_draw("1 4 3   7 2 6   8 5 9")]
fn a_move_after_the_end_is_refused(#[case] moves: &str) -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        test.play_out([&test.alice, &test.bob], moves).await?;
        for player in [&test.alice, &test.bob] {
            test.must_refuse(player, "play", json!({ "row": 2, "col": 2 }), Code::GameOver).await?;
        }
        Ok(())
    })
}

#[test]
fn an_outsider_is_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let outsider = node.dev_create_account().await?;
        test.must_refuse(&outsider, "play", json!({ "row": 0, "col": 0 }), Code::NotAPlayer).await
    })
}

#[test]
fn a_player_out_of_turn_is_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let corner = json!({ "row": 0, "col": 0 });
        test.must_refuse(&test.bob, "play", corner, Code::NotYourTurn).await?;

        test.play(&test.alice, 0, 0).await?.into_result()?;
        let next = test.game().await?.next;
        test.must_refuse(&test.alice, "play", json!({ "row": 1, "col": 1 }), Code::NotYourTurn).await?;
        assert_eq!(test.game().await?.next, next, "it is still Bob's turn");
        Ok(())
    })
}

#[test]
fn a_taken_cell_is_refused_whoever_took_it() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let moves = "
            1 . .
            . 2 .
            . . .";
        test.play_out([&test.alice, &test.bob], moves).await?;
        let (own, opponents) = (json!({ "row": 0, "col": 0 }), json!({ "row": 1, "col": 1 }));
        test.must_refuse(&test.alice, "play", own, Code::CellTaken).await?;
        test.must_refuse(&test.alice, "play", opponents, Code::CellTaken).await
    })
}

#[rstest]
#[case::row_just_outside(json!({ "row": 3, "col": 0 }))]
#[case::column_just_outside(json!({ "row": 0, "col": 3 }))]
#[case::both_just_outside(json!({ "row": 3, "col": 3 }))]
#[case::row_as_large_as_a_byte(json!({ "row": 255, "col": 0 }))]
#[case::column_as_large_as_a_byte(json!({ "row": 0, "col": 255 }))]
#[case::both_as_large_as_a_byte(json!({ "row": 255, "col": 255 }))]
#[case::row_beyond_a_byte(json!({ "row": 256, "col": 0 }))]
#[case::column_beyond_a_byte(json!({ "row": 0, "col": 256 }))]
#[case::as_large_as_numbers_get(json!({ "row": u64::MAX, "col": u64::MAX }))]
fn a_cell_outside_the_board_is_refused(#[case] args: Value) -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        test.must_refuse(&test.alice, "play", args, Code::OutOfBounds).await
    })
}

#[test]
fn moves_that_are_not_two_whole_numbers_are_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let not_coordinates = [json!(-1), json!(1.5), json!(1e30), json!("1"), json!(null), json!([1])];
        for wrong in not_coordinates {
            for args in [json!({ "row": wrong, "col": 0 }), json!({ "row": 0, "col": wrong })] {
                test.must_refuse(&test.alice, "play", args, BAD_ARGUMENTS).await?;
            }
        }
        for missing in [json!({}), json!({ "row": 0 }), json!({ "col": 0 }), json!(null)] {
            test.must_refuse(&test.alice, "play", missing, BAD_ARGUMENTS).await?;
        }
        Ok(())
    })
}

#[test]
fn a_game_id_that_is_not_a_number_in_quotes_is_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        for wrong in [json!(1), json!("one"), json!("-1"), json!("18446744073709551616"), json!("")] {
            let args = json!({ "row": 0, "col": 0, "game_id": wrong });
            test.must_refuse(&test.alice, "play", args, BAD_ARGUMENTS).await?;
        }
        Ok(())
    })
}

#[test]
fn arguments_nobody_asked_for_are_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let players = json!({ "p1": test.alice.id(), "p2": test.bob.id(), "stake": "1000" });
        test.must_refuse(&test.alice, "new_game", players, BAD_ARGUMENTS).await?;
        // Misspelt, so that it would guard nothing.
        let cell = json!({ "row": 0, "col": 0, "game": "1" });
        test.must_refuse(&test.alice, "play", cell, BAD_ARGUMENTS).await?;
        assert_eq!(test.game().await?.moves, 0);
        Ok(())
    })
}

#[test]
fn arguments_of_many_kilobytes_are_refused_like_any_other() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        // Six bytes of JSON each, and longer than the pages of memory that the contract starts with.
        let long = "\u{1}".repeat(40_000);
        let play = |args: Value| {
            let call = test.alice.call(test.contract.id(), "play").args_json(args).max_gas();
            send_once(&node, call.transact_async())
        };
        let bad_id = play(json!({ "row": 0, "col": 0, "game_id": long })).await?;
        must_be_refused(&bad_id, BAD_ARGUMENTS);
        let unknown = play(json!({ "row": 0, "col": 0, "comment": long })).await?;
        must_be_refused(&unknown, BAD_ARGUMENTS);
        assert_eq!(test.game().await?.moves, 0);
        Ok(())
    })
}

#[test]
fn a_new_game_needs_two_valid_account_ids() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        let too_long = "a".repeat(65);
        let invalid =
            ["", "a", "Alice.near", "a..near", ".near", "near.", "al ice.near", "álice.near", &too_long];
        for id in invalid {
            for args in [json!({ "p1": id, "p2": test.bob.id() }), json!({ "p1": test.bob.id(), "p2": id })] {
                test.must_refuse(&test.alice, "new_game", args, BAD_ARGUMENTS).await?;
            }
        }
        for missing in [json!({}), json!({ "p1": test.bob.id() }), json!({ "p1": 1, "p2": null })] {
            test.must_refuse(&test.alice, "new_game", missing, BAD_ARGUMENTS).await?;
        }
        assert_eq!(test.get_game().await?, None);
        Ok(())
    })
}

#[test]
fn a_contract_cannot_be_named_as_a_player() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let contract_only = format!("0s{}", "ab".repeat(20));
        for contract in [test.contract.id().as_str(), &contract_only] {
            let bob = test.bob.id();
            for args in [json!({ "p1": contract, "p2": bob }), json!({ "p1": bob, "p2": contract })] {
                test.must_refuse(&test.alice, "new_game", args, Code::PlayerIsContract).await?;
            }
        }
        Ok(())
    })
}

#[test]
fn a_move_meant_for_a_game_that_was_replaced_is_refused() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let seen = test.game().await?.game_id;
        let stranger = node.dev_create_account().await?;
        test.new_game(&stranger, test.alice.id(), test.bob.id()).await?.into_result()?;

        let stale = json!({ "row": 0, "col": 0, "game_id": seen });
        test.must_refuse(&test.alice, "play", stale, Code::WrongGame).await?;
        let current = json!({ "row": 0, "col": 0, "game_id": test.game().await?.game_id });
        test.call(&test.alice, "play", current).await?.into_result()?;
        assert_eq!(test.game().await?.moves, 1);
        Ok(())
    })
}

#[test]
fn a_deposit_is_refused_and_returned() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let calls = [
            ("play", json!({ "row": 0, "col": 0 })),
            ("new_game", json!({ "p1": test.alice.id(), "p2": test.bob.id() })),
        ];
        for (method, args) in calls {
            let storage = test.storage().await?;
            let before = test.alice.view_account().await?.balance;
            let call = test.alice.call(test.contract.id(), method).args_json(args);
            let call = call.deposit(NearToken::from_near(5));
            let result = send_once(&node, call.transact_async()).await?;
            must_be_refused(&result, format!("Method {method} doesn't accept deposit").as_str());
            assert_eq!(test.storage().await?, storage);

            settle(&node, &result).await?;
            let paid = before.saturating_sub(test.alice.view_account().await?.balance);
            assert!(paid < NearToken::from_millinear(10), "Alice paid {paid}");
        }
        Ok(())
    })
}
