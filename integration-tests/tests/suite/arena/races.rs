//! Calls that meet: whatever order the chain puts them in, the model comes to the same results in that order.

use anyhow::Result;
use integration_tests::node::{on_node, with_more_keys};
use integration_tests::test_game::RefusalReason;
use near_workspaces::result::ExecutionFinalResult;
use serde_json::{Value, json};

use super::test_arena::{SentCall, TestArena};

fn play(game: &str, row: u64, col: u64) -> Value {
    json!({ "game_id": game, "row": row, "col": col, "round": 1 })
}

fn is_refused(result: &ExecutionFinalResult, code: &str) -> bool {
    RefusalReason::from(format!("{code}: ").as_str()).matches(result)
}

#[test]
fn when_both_players_take_one_cell_at_once_the_one_to_move_gets_it() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let [first, second] = arena
            .race([
                SentCall::new(&alice, "play", play(&game, 1, 1)),
                SentCall::new(&bob, "play", play(&game, 1, 1)),
            ])
            .await?;
        assert!(first.is_success() && second.is_failure());
        Ok(())
    })
}

#[test]
fn a_move_that_races_a_restart_never_lands_in_the_new_round() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let restart = SentCall::new(&bob, "restart", json!({ "game_id": game, "round": 1 }));
        let [moved, restarted] =
            arena.race([SentCall::new(&alice, "play", play(&game, 0, 0)), restart]).await?;
        assert!(restarted.is_success());
        assert!(moved.is_success() || is_refused(&moved, "WRONG_ROUND"), "{moved:?}");
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["round"], &shown["moves"]), (&json!(2), &json!(0)));
        Ok(())
    })
}

#[test]
fn of_two_restarts_of_one_round_one_counts() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let restart = |by| SentCall::new(by, "restart", json!({ "game_id": game, "round": 1 }));
        let results = arena.race([restart(&alice), restart(&bob)]).await?;
        assert_eq!(results.iter().filter(|result| is_refused(result, "WRONG_ROUND")).count(), 1);
        assert_eq!(arena.game(&game).await?["round"], 2);
        Ok(())
    })
}

#[test]
fn a_winning_move_and_a_resignation_at_once_end_the_round_once() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play_out(&game, &[&alice, &bob], "1 3 .\n2 4 .\n. . .").await?;
        let resign = SentCall::new(&bob, "resign", json!({ "game_id": game }));
        let results = arena.race([SentCall::new(&alice, "play", play(&game, 0, 2)), resign]).await?;
        assert_eq!(results.iter().filter(|result| is_refused(result, "GAME_OVER")).count(), 1);
        assert_eq!(arena.game(&game).await?["score"]["wins"], json!([1, 0]));
        Ok(())
    })
}

#[test]
fn both_players_who_resign_at_once_do_not_both_lose() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let resign = |by| SentCall::new(by, "resign", json!({ "game_id": game }));
        let results = arena.race([resign(&alice), resign(&bob)]).await?;
        assert_eq!(results.iter().filter(|result| is_refused(result, "GAME_OVER")).count(), 1);
        Ok(())
    })
}

#[test]
fn a_challengers_first_move_and_their_opponents_close_meet_without_harm() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        let close = SentCall::new(&alice, "close", json!({ "game_id": game }));
        let [closed, moved] = arena.race([close, SentCall::new(&bob, "play", play(&game, 1, 1))]).await?;
        assert!(closed.is_success());
        assert!(moved.is_success() || is_refused(&moved, "NO_GAME"), "{moved:?}");

        // The other way round: Bob moves with one key and declines with another.
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        let bobs = with_more_keys(&node, &bob, 2).await?;
        arena.forget_balance(&bob);
        let decline = SentCall::new(&bobs[0], "close", json!({ "game_id": game }));
        let results = arena.race([decline, SentCall::new(&bobs[1], "play", play(&game, 1, 1))]).await?;
        let late =
            results.iter().filter(|result| is_refused(result, "NOT_HOST") || is_refused(result, "NO_GAME"));
        assert_eq!(late.count(), 1, "either he plays or he declines");
        Ok(())
    })
}

#[test]
fn when_host_and_challenger_close_at_once_the_money_comes_back_once() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let close = |by| SentCall::new(by, "close", json!({ "game_id": game }));
        let results = arena.race([close(&alice), close(&bob)]).await?;
        assert_eq!(results.iter().filter(|result| is_refused(result, "NO_GAME")).count(), 1);
        Ok(())
    })
}
