//! Rounds and their ends: restarting, resigning, closing, and what each does to the score.

use anyhow::Result;
use integration_tests::node::on_node;
use serde_json::{Value, json};

use super::hall::Hall;

fn score(wins: &[u64], draws: u64) -> Value {
    json!({ "wins": wins, "draws": draws })
}

#[test]
fn any_player_restarts_at_any_time_and_the_host_moves_first_again() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob]).await?;
        let restart = json!({ "game_id": game });

        hall.accept(&bob, "restart", restart.clone()).await?;
        hall.play(&alice, &game, [1, 1]).await?;
        hall.accept(&alice, "restart", restart.clone()).await?;
        let shown = hall.game(&game).await?;
        assert_eq!((&shown["round"], &shown["moves"], &shown["turn"]), (&json!(3), &json!(0), &json!(1)));
        assert_eq!(shown["score"], score(&[0, 0], 0), "an abandoned round counts for nobody");

        hall.play_out(&game, &[&alice, &bob], "2 4 6\n1 3 .\n5 . .").await?;
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 1], 0));
        hall.accept(&bob, "restart", json!({ "game_id": game, "round": 3 })).await?;
        hall.play_out(&game, &[&alice, &bob], "1 4 3\n7 2 6\n8 5 9").await?;
        assert_eq!(hall.game(&game).await?["status"], "draw");
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 1], 1));
        hall.accept(&alice, "restart", restart).await?;
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 1], 1));
        hall.check().await
    })
}

#[test]
fn a_call_for_a_round_that_is_over_is_refused_and_one_for_the_current_round_accepted() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob]).await?;
        hall.accept(&bob, "restart", json!({ "game_id": game, "round": 1 })).await?;
        let play = |round: u64| json!({ "game_id": game, "row": 0, "col": 0, "round": round });
        hall.refuse(&alice, "play", play(1), "WRONG_ROUND").await?;
        hall.accept(&alice, "play", play(2)).await?;
        hall.refuse(&bob, "resign", json!({ "game_id": game, "round": 1 }), "WRONG_ROUND").await?;
        hall.accept(&bob, "resign", json!({ "game_id": game, "round": 2 })).await?;
        hall.refuse(&bob, "restart", json!({ "game_id": game, "round": 1 }), "WRONG_ROUND").await?;
        hall.accept(&bob, "restart", json!({ "game_id": game, "round": 2 })).await?;
        hall.check().await
    })
}

#[test]
fn who_resigns_against_one_loses_and_the_win_counts_from_two_marks_on() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 2).await?;
        let [alice, bob] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob]).await?;
        let this = json!({ "game_id": game });

        // Nobody came: no marks, then one.
        hall.accept(&bob, "resign", this.clone()).await?;
        let shown = hall.game(&game).await?;
        assert_eq!(
            (&shown["status"], &shown["winner"], &shown["out"]),
            (&json!("won"), &json!(1), &json!([2]))
        );
        assert_eq!((&shown["winning_line"], &shown["score"]), (&Value::Null, &score(&[0, 0], 0)));
        hall.accept(&alice, "restart", this.clone()).await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.accept(&alice, "resign", this.clone()).await?;
        assert_eq!(hall.game(&game).await?["winner"], 2);
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 0], 0));

        // Two marks are a game: by who is to move, then by who is not.
        for (by, wins) in [(&alice, [0, 1]), (&bob, [1, 1])] {
            hall.accept(&alice, "restart", this.clone()).await?;
            hall.play_out(&game, &[&alice, &bob], "1 2 .\n. . .\n. . .").await?;
            hall.accept(by, "resign", this.clone()).await?;
            assert_eq!(hall.game(&game).await?["score"], score(&wins, 0));
        }
        hall.check().await
    })
}

#[test]
fn turns_pass_over_who_is_out_and_the_last_of_three_wins() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 3).await?;
        let [alice, bob, carol] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob, &carol]).await?;
        let this = json!({ "game_id": game });
        hall.play(&alice, &game, [0, 0]).await?;
        hall.accept(&bob, "resign", this.clone()).await?;
        assert_eq!(hall.game(&game).await?["turn"], 3);
        hall.play(&carol, &game, [0, 1]).await?;
        hall.play(&alice, &game, [1, 0]).await?;
        assert_eq!(hall.game(&game).await?["turn"], 3, "Bob is passed over");
        hall.accept(&alice, "resign", this.clone()).await?;
        let shown = hall.game(&game).await?;
        assert_eq!(
            (&shown["winner"], &shown["out"], &shown["moves"]),
            (&json!(3), &json!([1, 2]), &json!(3))
        );
        assert_eq!(shown["score"], score(&[0, 0, 1], 0));

        hall.accept(&bob, "restart", this).await?;
        assert_eq!(hall.game(&game).await?["out"], json!([]), "a new round has everybody");
        hall.check().await
    })
}

#[test]
fn with_four_players_each_may_leave_in_or_out_of_turn() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 4).await?;
        let [alice, bob, carol, dora] = hall.guests();
        let rules = json!({ "grid": { "rows": 5, "cols": 5, "in_a_row": 4 } });
        let players = json!([alice.id(), bob.id(), carol.id(), dora.id()]);
        let game = hall.create_with(&alice, json!({ "players": players, "rules": rules })).await?;
        let this = json!({ "game_id": game });

        // The host leaves before the first mark, in turn; the others play on.
        hall.accept(&alice, "resign", this.clone()).await?;
        assert_eq!(hall.game(&game).await?["turn"], 2);
        hall.play(&bob, &game, [0, 0]).await?;
        // Out of turn: it stays Carol's.
        hall.accept(&dora, "resign", this.clone()).await?;
        assert_eq!(hall.game(&game).await?["turn"], 3);
        hall.play(&carol, &game, [0, 1]).await?;
        assert_eq!(hall.game(&game).await?["turn"], 2);
        hall.refuse(&alice, "play", json!({ "game_id": game, "row": 4, "col": 4 }), "ALREADY_OUT").await?;
        hall.accept(&bob, "resign", this.clone()).await?;
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 0, 1, 0], 0));

        // Somebody who is out may still restart.
        hall.accept(&alice, "restart", this.clone()).await?;
        hall.accept(&bob, "resign", this.clone()).await?;
        hall.accept(&bob, "restart", this).await?;
        assert_eq!(hall.game(&game).await?["round"], 3);
        hall.check().await
    })
}

#[test]
fn two_who_are_left_of_four_can_still_win_by_a_line_or_draw() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 4).await?;
        let [alice, bob, carol, dora] = hall.guests();
        let game = hall.create(&alice, &[&alice, &bob, &carol, &dora]).await?;
        hall.accept(&carol, "resign", json!({ "game_id": game })).await?;
        hall.accept(&alice, "resign", json!({ "game_id": game })).await?;
        hall.play_out(&game, &[&bob, &dora], "2 4 6\n1 3 .\n5 . .").await?;
        let shown = hall.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["winning_line"]), (&json!(4), &json!([[0, 0], [0, 1], [0, 2]])));

        hall.accept(&carol, "restart", json!({ "game_id": game })).await?;
        hall.accept(&carol, "resign", json!({ "game_id": game })).await?;
        hall.accept(&dora, "resign", json!({ "game_id": game })).await?;
        hall.play_out(&game, &[&alice, &bob], "1 4 3\n7 2 6\n8 5 9").await?;
        assert_eq!(hall.game(&game).await?["score"], score(&[0, 0, 0, 1], 1));
        hall.check().await
    })
}

#[test]
fn the_host_closes_whenever_it_likes_and_gets_all_back() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 3).await?;
        let [alice, bob, carol] = hall.guests();
        let open = json!({ "players": [alice.id(), null, bob.id()] });
        let whole = hall.create(&alice, &[&alice, &bob]).await?;
        let waiting = hall.create_with(&alice, open).await?;
        let over = hall.create(&alice, &[&alice, &carol]).await?;
        hall.play_out(&whole, &[&alice, &bob], "1 2 .\n3 . .\n. . .").await?;
        hall.play_out(&over, &[&alice, &carol], "1 3 5\n2 4 .\n. . .").await?;
        for game in [whole, waiting, over] {
            hall.accept(&alice, "close", json!({ "game_id": game })).await?;
            hall.check().await?;
        }
        assert_eq!(hall.accept_paid(&alice, "storage_unregister", json!({}), 1).await?, json!(true));
        let records = hall.storage().await?.records;
        assert_eq!(records.len(), 1, "only the arena's own record is left: {records:?}");
        Ok(())
    })
}

#[test]
fn a_named_challenger_declines_until_a_challenger_has_moved() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 3).await?;
        let [alice, bob, carol] = hall.guests();
        // Neither the host's moves nor new rounds take that away.
        let game = hall.create(&alice, &[&alice, &bob]).await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.accept(&alice, "restart", json!({ "game_id": game })).await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.refuse(&carol, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        hall.accept(&bob, "close", json!({ "game_id": game })).await?;
        hall.check().await?;

        let game = hall.create(&alice, &[&alice, &bob, &carol]).await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.play(&bob, &game, [0, 1]).await?;
        for challenger in [&bob, &carol] {
            hall.refuse(challenger, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        }
        hall.accept(&alice, "restart", json!({ "game_id": game })).await?;
        for challenger in [&bob, &carol] {
            hall.refuse(challenger, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        }
        hall.accept(&alice, "close", json!({ "game_id": game })).await?;
        hall.check().await
    })
}

#[test]
fn who_joined_a_free_seat_cannot_close_and_a_named_one_may_even_while_seats_are_free() -> Result<()> {
    on_node(async |node| {
        let mut hall = Hall::open(&node, 4).await?;
        let [alice, bob, carol, dora] = hall.guests();
        let players = json!({ "players": [alice.id(), null, bob.id(), null] });
        let game = hall.create_with(&alice, players.clone()).await?;
        hall.accept(&carol, "join", json!({ "game_id": game })).await?;
        hall.refuse(&carol, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        hall.refuse(&dora, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        hall.accept(&bob, "close", json!({ "game_id": game })).await?;
        hall.check().await?;

        // The move of one who joined counts as a challenger's.
        let game = hall.create_with(&alice, players).await?;
        for by in [&carol, &dora] {
            hall.accept(by, "join", json!({ "game_id": game })).await?;
        }
        hall.refuse(&dora, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.play(&carol, &game, [0, 1]).await?;
        hall.refuse(&bob, "close", json!({ "game_id": game }), "NOT_HOST").await?;
        hall.accept(&carol, "resign", json!({ "game_id": game })).await?;
        hall.check().await
    })
}
