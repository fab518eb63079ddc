//! What is stored outlives the code: a new deployment, and a later version, must read it.

use anyhow::Result;
use integration_tests::node::on_node;
use integration_tests::test_game::TestGame;
use integration_tests::view::{board_of, drawn};
use integration_tests::wasm;
use serde_json::{Value, json};

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
