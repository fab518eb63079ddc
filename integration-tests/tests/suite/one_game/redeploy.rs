//! What is stored outlives the code: a new deployment, and a later version, must read it.

use anyhow::Result;
use integration_tests::node::{self, on_node};
use integration_tests::test_game::{SETTING_UP, TestGame};
use integration_tests::view::{board_of, drawn};
use integration_tests::wasm;
use near_workspaces::Account;
use near_workspaces::Worker;
use near_workspaces::network::Sandbox;
use serde_json::{Value, json};
use tic_tac_toe_interface::one_game::Status;

/// A game in progress as version 1.0.0 stores it under the key `STATE`. Never regenerate it: chains hold
/// such bytes.
const STATE_OF_1_0_0: &[u8] = include_bytes!("state-1.0.0.borsh");

#[test]
fn a_game_in_progress_survives_a_redeploy() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        test.play(&test.alice, 1, 1).await?.into_result()?;
        let before = test.game().await?;

        test.contract.as_account().deploy(&wasm::one_game()?).await?.into_result()?;
        assert_eq!(test.game().await?, before);
        test.play(&test.bob, 0, 0).await?.into_result()?;

        let board = "
            O . .
            . X .
            . . .";
        assert_eq!(board_of(&test.game().await?), drawn(board));
        Ok(())
    })
}

#[test]
fn a_game_stored_by_version_1_0_0_can_still_be_read() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        node.patch_state(test.contract.id(), b"STATE", STATE_OF_1_0_0).await?;

        let shown: Value = test.contract.view("get_game").await?.json()?;
        let expected = json!({
            "game_id": "7",
            "p1": "alice.test.near",
            "p2": "bob.test.near",
            "board": [["X", null, null], [null, "O", null], [null, null, "X"]],
            "moves": 3,
            "status": "in_progress",
            "next": { "player": "bob.test.near", "mark": "O" },
            "winner": null,
            "winning_line": null,
        });
        assert_eq!(shown, expected);
        Ok(())
    })
}

/// Games of version 1.0.0 when the contract is upgraded: without a mark, under way, won, drawn.
const STAGES: [&str; 4] = [
    "
    . . .
    . . .
    . . .",
    "
    1 . .
    . 2 .
    . . 3",
    "
    1 3 5
    2 4 .
    . . .",
    "
    1 2 3
    5 4 6
    8 7 9",
];

/// Deploys the contract of version 1.0.0 for two players with the longest ids.
async fn version_1_0_0(node: &Worker<Sandbox>) -> Result<TestGame> {
    const LONGEST_ID: usize = 64;
    let _turn = SETTING_UP.lock().await;
    let root = node.root_account()?;
    let width = LONGEST_ID - 1 - root.id().len();
    let player = |name: &str| format!("{name:0>width$}");
    let account = async |name| node::account(node, &root, &player(name), node::MONEY).await;
    let (alice, bob) = (account("alice").await?, account("bob").await?);
    let contract = node.dev_deploy(&wasm::frozen_one_game()?).await?;
    Ok(TestGame { node: node.clone(), contract, alice, bob })
}

#[test]
fn games_that_version_1_0_0_has_stored_go_on_today_from_every_stage() -> Result<()> {
    on_node(async |node| {
        let test = version_1_0_0(&node).await?;
        let deploy = async |wasm: Vec<u8>| {
            test.contract.as_account().deploy(&wasm).await?.into_result()?;
            anyhow::Ok(())
        };
        deploy(wasm::one_game()?).await?;
        assert_eq!(test.get_game().await?, None, "nothing is stored before the first game");

        for stage in STAGES {
            deploy(wasm::frozen_one_game()?).await?;
            test.new_game(&test.alice, test.alice.id(), test.bob.id()).await?.into_result()?;
            test.play_out([&test.alice, &test.bob], stage).await?;
            let (before, stored) = (test.game_json().await?, test.storage().await?.records);

            deploy(wasm::one_game()?).await?;
            assert_eq!(test.game_json().await?, before);
            assert_eq!(test.storage().await?.records, stored, "upgrading changes no record");
            go_on(&test).await?;
        }
        Ok(())
    })
}

/// Makes the next move, or starts the next game where one is over.
async fn go_on(test: &TestGame) -> Result<()> {
    let before = test.game().await?;
    if before.status == Status::InProgress {
        let players: [&Account; 2] = [&test.alice, &test.bob];
        test.play(players[usize::try_from(before.moves)? % 2], 2, 0).await?.into_result()?;
        assert_eq!(test.game().await?.moves, before.moves + 1);
    } else {
        test.new_game(&test.bob, test.bob.id(), test.alice.id()).await?.into_result()?;
        assert_eq!(test.game().await?.game_id.0, before.game_id.0 + 1);
    }
    Ok(())
}
