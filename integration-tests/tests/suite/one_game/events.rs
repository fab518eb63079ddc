//! What indexers read: the exact lines, and that they are enough to know every game.

use anyhow::Result;
use integration_tests::node::{on_node, send_once};
use integration_tests::test_game::TestGame;
use serde_json::json;

use super::replica::Replica;

#[test]
fn each_call_logs_exactly_its_events() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        let (alice, bob) = (test.alice.id(), test.bob.id());

        let result = test.new_game(&test.bob, alice, bob).await?;
        let created = format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"game_created","data":{{"game_id":"1","p1":"{alice}","p2":"{bob}"}}}}"#
        );
        assert_eq!(result.logs(), [created]);

        let result = test.play(&test.alice, 2, 1).await?;
        let moved = format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{{"game_id":"1","player":"{alice}","mark":"X","row":2,"col":1}}}}"#
        );
        assert_eq!(result.logs(), [moved]);
        Ok(())
    })
}

#[test]
fn a_winning_move_logs_the_move_and_then_the_end() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let bob = test.bob.id();
        test.play_out([&test.alice, &test.bob], "2 4 .   1 3 .   . . 5").await?;

        let result = test.play(&test.bob, 0, 2).await?;
        let moved = format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{{"game_id":"1","player":"{bob}","mark":"O","row":0,"col":2}}}}"#
        );
        let over = format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{{"game_id":"1","result":"won","winner":"{bob}","mark":"O"}}}}"#
        );
        assert_eq!(result.logs(), [moved, over]);
        Ok(())
    })
}

#[test]
fn a_drawing_move_logs_the_move_and_an_end_without_winner() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let alice = test.alice.id();
        test.play_out([&test.alice, &test.bob], "1 4 3   7 2 6   8 5 .").await?;

        let result = test.play(&test.alice, 2, 2).await?;
        let moved = format!(
            r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{{"game_id":"1","player":"{alice}","mark":"X","row":2,"col":2}}}}"#
        );
        let over = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"1","result":"draw","winner":null,"mark":null}}"#;
        assert_eq!(result.logs(), [moved.as_str(), over]);
        Ok(())
    })
}

#[test]
fn a_failed_receipt_adds_nothing_even_if_its_first_move_was_legal() -> Result<()> {
    use near_workspaces::operations::Function;

    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        let alice = &test.alice;
        let mut replica = Replica::default();
        replica.read(&test.new_game(alice, alice.id(), alice.id()).await?)?;

        let play = |row: u8| Function::new("play").args_json(json!({ "row": row, "col": 0 }));
        let plays = alice.batch(test.contract.id()).call(play(0)).call(play(3));
        let result = send_once(&node, plays.transact_async()).await?;
        assert!(format!("{:?}", result.failures()).contains("OUT_OF_BOUNDS: "), "{result:?}");
        assert_eq!(result.logs().len(), 1, "the first move has logged");
        assert!(result.logs()[0].contains("move_made"), "{result:?}");
        replica.read(&result)?;

        assert_eq!(test.game().await?.moves, 0);
        assert_eq!(*replica.game(), test.game_json().await?);
        Ok(())
    })
}
