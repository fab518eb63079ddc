//! Rounds and their ends: restarting, resigning, closing, and what each does to the score.

use anyhow::Result;
use integration_tests::node::on_node;
use serde_json::{Value, json};

use super::test_arena::TestArena;

fn score(wins: &[u64], draws: u64) -> Value {
    json!({ "wins": wins, "draws": draws })
}

#[test]
fn any_player_restarts_at_any_time_and_the_host_moves_first_again() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let restart = json!({ "game_id": game });

        arena.accept(&bob, "restart", restart.clone()).await?;
        arena.play(&alice, &game, [1, 1]).await?;
        arena.accept(&alice, "restart", restart.clone()).await?;
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["round"], &shown["moves"], &shown["turn"]), (&json!(3), &json!(0), &json!(1)));
        assert_eq!(shown["score"], score(&[0, 0], 0), "an abandoned round counts for nobody");

        arena.play_out(&game, &[&alice, &bob], "2 4 6\n1 3 .\n5 . .").await?;
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 1], 0));
        arena.accept(&bob, "restart", json!({ "game_id": game, "round": 3 })).await?;
        arena.play_out(&game, &[&alice, &bob], "1 4 3\n7 2 6\n8 5 9").await?;
        assert_eq!(arena.game(&game).await?["status"], "draw");
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 1], 1));
        arena.accept(&alice, "restart", restart).await?;
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 1], 1));
        arena.check().await
    })
}

#[test]
fn a_call_for_a_round_that_is_over_is_refused_and_one_for_the_current_round_accepted() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.accept(&bob, "restart", json!({ "game_id": game, "round": 1 })).await?;
        let play = |round: u64| json!({ "game_id": game, "row": 0, "col": 0, "round": round });
        arena.refuse(&alice, "play", play(1), "WRONG_ROUND").await?;
        arena.accept(&alice, "play", play(2)).await?;
        arena.refuse(&bob, "resign", json!({ "game_id": game, "round": 1 }), "WRONG_ROUND").await?;
        arena.accept(&bob, "resign", json!({ "game_id": game, "round": 2 })).await?;
        arena.refuse(&bob, "restart", json!({ "game_id": game, "round": 1 }), "WRONG_ROUND").await?;
        arena.accept(&bob, "restart", json!({ "game_id": game, "round": 2 })).await?;
        arena.check().await
    })
}

#[test]
fn resigning_against_one_player_loses_and_the_win_counts_from_two_marks_on() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let this = json!({ "game_id": game });

        // Nobody came: no marks, then one.
        arena.accept(&bob, "resign", this.clone()).await?;
        let shown = arena.game(&game).await?;
        assert_eq!(
            (&shown["status"], &shown["winner"], &shown["out"]),
            (&json!("won"), &json!(1), &json!([2]))
        );
        assert_eq!((&shown["winning_line"], &shown["score"]), (&Value::Null, &score(&[0, 0], 0)));
        arena.accept(&alice, "restart", this.clone()).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.accept(&alice, "resign", this.clone()).await?;
        assert_eq!(arena.game(&game).await?["winner"], 2);
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 0], 0));

        // Two marks are a game: first the player to move resigns, then the other one.
        for (by, wins) in [(&alice, [0, 1]), (&bob, [1, 1])] {
            arena.accept(&alice, "restart", this.clone()).await?;
            arena.play_out(&game, &[&alice, &bob], "1 2 .\n. . .\n. . .").await?;
            arena.accept(by, "resign", this.clone()).await?;
            assert_eq!(arena.game(&game).await?["score"], score(&wins, 0));
        }
        arena.check().await
    })
}

#[test]
fn turns_skip_a_player_who_is_out_and_the_last_of_three_wins() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob, &carol]).await?;
        let this = json!({ "game_id": game });
        arena.play(&alice, &game, [0, 0]).await?;
        arena.accept(&bob, "resign", this.clone()).await?;
        assert_eq!(arena.game(&game).await?["turn"], 3);
        arena.play(&carol, &game, [0, 1]).await?;
        arena.play(&alice, &game, [1, 0]).await?;
        assert_eq!(arena.game(&game).await?["turn"], 3, "Bob is passed over");
        arena.accept(&alice, "resign", this.clone()).await?;
        let shown = arena.game(&game).await?;
        assert_eq!(
            (&shown["winner"], &shown["out"], &shown["moves"]),
            (&json!(3), &json!([1, 2]), &json!(3))
        );
        assert_eq!(shown["score"], score(&[0, 0, 1], 0));

        arena.accept(&bob, "restart", this).await?;
        assert_eq!(arena.game(&game).await?["out"], json!([]), "a new round has everybody");
        arena.check().await
    })
}

#[test]
fn with_four_players_each_may_leave_in_or_out_of_turn() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let rules = json!({ "grid": { "rows": 5, "cols": 5, "in_a_row": 4 } });
        let players = json!([alice.id(), bob.id(), carol.id(), dora.id()]);
        let game = arena.create_with(&alice, json!({ "players": players, "rules": rules })).await?;
        let this = json!({ "game_id": game });

        // The host leaves before the first mark, in turn; the others play on.
        arena.accept(&alice, "resign", this.clone()).await?;
        assert_eq!(arena.game(&game).await?["turn"], 2);
        arena.play(&bob, &game, [0, 0]).await?;
        // Out of turn: it stays Carol's.
        arena.accept(&dora, "resign", this.clone()).await?;
        assert_eq!(arena.game(&game).await?["turn"], 3);
        arena.play(&carol, &game, [0, 1]).await?;
        assert_eq!(arena.game(&game).await?["turn"], 2);
        arena.refuse(&alice, "play", json!({ "game_id": game, "row": 4, "col": 4 }), "ALREADY_OUT").await?;
        arena.accept(&bob, "resign", this.clone()).await?;
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 0, 1, 0], 0));

        // Somebody who is out may still restart.
        arena.accept(&alice, "restart", this.clone()).await?;
        arena.accept(&bob, "resign", this.clone()).await?;
        arena.accept(&bob, "restart", this).await?;
        assert_eq!(arena.game(&game).await?["round"], 3);
        arena.check().await
    })
}

#[test]
fn two_who_are_left_of_four_can_still_win_by_a_line_or_draw() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob, &carol, &dora]).await?;
        arena.accept(&carol, "resign", json!({ "game_id": game })).await?;
        arena.accept(&alice, "resign", json!({ "game_id": game })).await?;
        arena.play_out(&game, &[&bob, &dora], "2 4 6\n1 3 .\n5 . .").await?;
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["winning_line"]), (&json!(4), &json!([[0, 0], [0, 1], [0, 2]])));

        arena.accept(&carol, "restart", json!({ "game_id": game })).await?;
        arena.accept(&carol, "resign", json!({ "game_id": game })).await?;
        arena.accept(&dora, "resign", json!({ "game_id": game })).await?;
        arena.play_out(&game, &[&alice, &bob], "1 4 3\n7 2 6\n8 5 9").await?;
        assert_eq!(arena.game(&game).await?["score"], score(&[0, 0, 0, 1], 1));
        arena.check().await
    })
}

#[test]
fn the_host_closes_at_any_time_and_gets_everything_back() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let open = json!({ "players": [alice.id(), null, bob.id()] });
        let whole = arena.create(&alice, &[&alice, &bob]).await?;
        let waiting = arena.create_with(&alice, open).await?;
        let over = arena.create(&alice, &[&alice, &carol]).await?;
        arena.play_out(&whole, &[&alice, &bob], "1 2 .\n3 . .\n. . .").await?;
        arena.play_out(&over, &[&alice, &carol], "1 3 5\n2 4 .\n. . .").await?;
        for game in [whole, waiting, over] {
            arena.accept(&alice, "close", json!({ "game_id": game })).await?;
            arena.check().await?;
        }
        assert_eq!(arena.accept_paid(&alice, "storage_unregister", json!({}), 1).await?, json!(true));
        let records = arena.storage().await?.records;
        assert_eq!(records.len(), 1, "only the arena's own record is left: {records:?}");
        Ok(())
    })
}

#[test]
fn a_named_challenger_declines_until_they_have_come_themselves() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        // Neither the host's moves nor new rounds take that away.
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.accept(&alice, "restart", json!({ "game_id": game })).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.refuse(&carol, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.accept(&bob, "close", json!({ "game_id": game })).await?;
        arena.check().await?;

        // Nor do those of another challenger, who can decline no more.
        let game = arena.create(&alice, &[&alice, &bob, &carol]).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.play(&bob, &game, [0, 1]).await?;
        arena.refuse(&bob, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.accept(&alice, "restart", json!({ "game_id": game })).await?;
        arena.refuse(&bob, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.accept(&carol, "close", json!({ "game_id": game })).await?;
        arena.check().await
    })
}

#[test]
fn where_the_start_rotates_each_seat_moves_first_in_its_round() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let players = [alice.id(), bob.id(), carol.id()];
        let game = arena.create_with(&alice, json!({ "players": players, "starts": "rotates" })).await?;
        for (round, first) in [(1, &alice), (2, &bob), (3, &carol), (4, &alice)] {
            let shown = arena.game(&game).await?;
            assert_eq!((&shown["round"], &shown["starts"]), (&json!(round), &json!("rotates")));
            arena.play(first, &game, [1, 1]).await?;
            arena.check().await?;
            arena.accept(&bob, "restart", json!({ "game_id": game, "round": round })).await?;
        }
        Ok(())
    })
}

#[test]
fn a_player_who_joined_cannot_close_and_a_named_one_may_even_while_seats_are_free() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let players = json!({ "players": [alice.id(), null, bob.id(), null] });
        let game = arena.create_with(&alice, players.clone()).await?;
        arena.accept(&carol, "join", json!({ "game_id": game })).await?;
        arena.refuse(&carol, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.refuse(&dora, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.accept(&bob, "close", json!({ "game_id": game })).await?;
        arena.check().await?;

        // Who joined can't close, who was named can until they have come.
        let game = arena.create_with(&alice, players).await?;
        for by in [&carol, &dora] {
            arena.accept(by, "join", json!({ "game_id": game })).await?;
        }
        arena.refuse(&dora, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.play(&carol, &game, [0, 1]).await?;
        arena.refuse(&carol, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        arena.accept(&carol, "resign", json!({ "game_id": game })).await?;
        arena.accept(&bob, "close", json!({ "game_id": game })).await?;
        arena.check().await
    })
}
