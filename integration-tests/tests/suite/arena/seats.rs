//! Who sits where: making games, free seats, joining, and one game for each seating.

use anyhow::Result;
use integration_tests::node::{on_node, with_more_keys};
use integration_tests::test_game::RefusalReason;
use serde_json::{Value, json};

use super::test_arena::{PLENTY, SentCall, TestArena};

#[test]
fn a_fresh_arena_works_without_init_and_shows_nothing() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        assert_eq!(arena.game("1").await?, Value::Null);
        let nothing = json!({ "open": 0, "of_account": null, "last_game_id": null });
        assert_eq!(arena.view("get_counts", json!({})).await?, nothing);
        assert_eq!(arena.view("get_games", json!({})).await?, json!({ "games": [], "next": null }));
        arena.check().await?;

        assert_eq!(arena.create(&alice, &[&alice, &bob]).await?, "1");
        arena.check().await
    })
}

#[test]
fn get_game_shows_every_field_and_no_other() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play_out(&game, &[&alice, &bob], "1 3 5\n2 4 .\n. . .").await?;
        let won = arena.game(&game).await?;
        assert_eq!(won["winning_line"], json!([[0, 0], [0, 1], [0, 2]]));
        assert_eq!(
            (&won["turn"], &won["turn_since"], &won["winner"]),
            (&Value::Null, &Value::Null, &json!(1))
        );

        arena.accept(&bob, "restart", json!({ "game_id": game })).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.play(&bob, &game, [1, 1]).await?;
        let shown = arena.game(&game).await?;
        let expected = json!({
            "game_id": "1",
            "players": [alice.id(), bob.id()],
            "rules": { "grid": { "rows": 3, "cols": 3, "in_a_row": 3 } },
            "starts": "host",
            "round": 2,
            "rows": 3,
            "cols": 3,
            "board": [1, 0, 0, 0, 2, 0, 0, 0, 0],
            "moves": 2,
            "status": "in_progress",
            "turn": 1,
            "out": [],
            "winner": null,
            "winning_line": null,
            "score": { "wins": [1, 0], "draws": 0 },
            "turn_seconds": null,
            "turn_since": shown["turn_since"],
            "ultimate": null,
        });
        assert_eq!(shown, expected);
        arena.check().await
    })
}

#[test]
fn an_ultimate_game_shows_its_fields_and_where_to_go_on() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let (players, rules) = (json!([alice.id(), bob.id()]), json!({ "ultimate": { "capture": "any" } }));
        let game = arena.create_with(&alice, json!({ "players": players, "rules": rules })).await?;
        let fresh = arena.game(&game).await?;
        assert_eq!(
            (&fresh["rows"], &fresh["cols"], &fresh["ultimate"]["next_field"]),
            (&json!(9), &json!(9), &Value::Null)
        );

        // (mini-field, cell): afterwards the first field has a line of each.
        let moves = [
            (0, 0),
            (0, 3),
            (3, 0),
            (0, 4),
            (4, 0),
            (0, 5),
            (5, 1),
            (1, 0),
            (0, 1),
            (1, 2),
            (2, 6),
            (6, 0),
            (0, 2),
        ];
        for ((field, cell), by) in moves.into_iter().zip([&alice, &bob].into_iter().cycle()) {
            arena.play(by, &game, [field / 3 * 3 + cell / 3, field % 3 * 3 + cell % 3]).await?;
        }
        let ultimate = &arena.game(&game).await?["ultimate"];
        assert_eq!(ultimate["fields"], json!([3, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(ultimate["next_field"], 2);
        let lines = json!([
            { "seat": 2, "line": [[1, 0], [1, 1], [1, 2]] },
            { "seat": 1, "line": [[0, 0], [0, 1], [0, 2]] },
        ]);
        assert_eq!(ultimate["field_lines"], json!([lines, [], [], [], [], [], [], [], []]));
        arena.check().await
    })
}

#[test]
fn a_pair_has_two_games_one_hosted_by_each_and_no_third() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let (by_alice, by_bob) = (json!([alice.id(), bob.id()]), json!([bob.id(), alice.id()]));
        let first = arena.create(&alice, &[&alice, &bob]).await?;
        let second = arena.create(&bob, &[&bob, &alice]).await?;
        arena.refuse_paid(&alice, "create", json!({ "players": by_alice }), PLENTY, "GAME_EXISTS").await?;
        arena.refuse_paid(&bob, "create", json!({ "players": by_bob }), PLENTY, "GAME_EXISTS").await?;
        let other_rules = json!({ "players": by_alice, "rules": { "ultimate": { "capture": "first" } } });
        arena.refuse_paid(&alice, "create", other_rules, PLENTY, "GAME_EXISTS").await?;
        assert_eq!(arena.view("find_game", json!({ "players": by_alice })).await?, json!(first));
        assert_eq!(arena.view("find_game", json!({ "players": by_bob })).await?, json!(second));

        arena.accept(&alice, "close", json!({ "game_id": first })).await?;
        assert_eq!(arena.view("find_game", json!({ "players": by_alice })).await?, Value::Null);
        assert_eq!(arena.create(&alice, &[&alice, &bob]).await?, "3", "ids are never used again");
        arena.check().await
    })
}

#[test]
fn the_order_of_three_or_four_players_makes_another_seating() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        arena.create(&alice, &[&alice, &bob, &carol]).await?;
        arena.create(&alice, &[&alice, &carol, &bob]).await?;
        arena.create(&alice, &[&alice, &bob, &carol, &dora]).await?;
        arena.create(&alice, &[&alice, &bob, &dora, &carol]).await?;
        arena.create(&alice, &[&alice, &bob]).await?;
        arena.create(&dora, &[&dora, &alice, &bob, &carol]).await?;
        let again = json!({ "players": [alice.id(), carol.id(), bob.id()] });
        arena.refuse_paid(&alice, "create", again, PLENTY, "GAME_EXISTS").await?;
        for stranger in [json!([]), json!([alice.id()]), json!([alice.id(), dora.id()])] {
            assert_eq!(arena.view("find_game", json!({ "players": stranger })).await?, Value::Null);
        }
        arena.check().await
    })
}

#[test]
fn free_seats_are_taken_in_order_and_the_round_begins_with_the_last() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let players = json!([alice.id(), null, bob.id(), null]);
        let game = arena.create_with(&alice, json!({ "players": players, "turn_seconds": 60 })).await?;
        let shown = arena.game(&game).await?;
        assert_eq!(
            (&shown["status"], &shown["round"], &shown["turn"]),
            (&json!("waiting"), &json!(1), &Value::Null)
        );
        assert_eq!((&shown["players"], &shown["turn_since"]), (&players, &Value::Null));

        arena.accept(&carol, "join", json!({ "game_id": game })).await?;
        arena.refuse(&carol, "join", json!({ "game_id": game }), "ALREADY_SEATED").await?;
        arena.refuse(&bob, "join", json!({ "game_id": game }), "ALREADY_SEATED").await?;
        arena.check().await?;
        arena.accept(&dora, "join", json!({ "game_id": game })).await?;
        let shown = arena.game(&game).await?;
        assert_eq!(shown["players"], json!([alice.id(), carol.id(), bob.id(), dora.id()]));
        assert_eq!(
            (&shown["status"], &shown["round"], &shown["turn"]),
            (&json!("in_progress"), &json!(1), &json!(1))
        );
        for (by, col) in [(&alice, 0), (&carol, 1), (&bob, 2)] {
            arena.play(by, &game, [0, col]).await?;
        }
        assert_eq!(arena.game(&game).await?["turn"], 4);
        arena.check().await
    })
}

#[test]
fn a_free_seat_does_not_count_until_it_is_taken() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let open = json!({ "players": [alice.id(), null] });
        let one = arena.create_with(&alice, open.clone()).await?;
        let other = arena.create_with(&alice, open.clone()).await?;
        let third = arena.create_with(&alice, open).await?;
        arena.accept(&bob, "join", json!({ "game_id": one })).await?;
        arena.refuse(&bob, "join", json!({ "game_id": other }), "GAME_EXISTS").await?;
        let named = json!({ "players": [alice.id(), bob.id()] });
        arena.refuse_paid(&alice, "create", named, PLENTY, "GAME_EXISTS").await?;
        arena.accept(&carol, "join", json!({ "game_id": other })).await?;
        arena.check().await?;

        arena.accept(&alice, "close", json!({ "game_id": one })).await?;
        arena.accept(&bob, "join", json!({ "game_id": third })).await?;
        arena.check().await
    })
}

#[test]
fn of_two_who_join_at_once_one_gets_the_seat() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let game = arena.create_with(&alice, json!({ "players": [alice.id(), null] })).await?;
        let join = |by| SentCall::new(by, "join", json!({ "game_id": game }));
        let results = arena.race([join(&bob), join(&carol)]).await?;
        assert_eq!(results.iter().filter(|result| result.is_success()).count(), 1);
        let refused = results.iter().find(|result| result.is_failure()).expect("one came too late");
        assert!(RefusalReason::from("NO_FREE_SEAT: ").matches(refused), "{refused:?}");
        Ok(())
    })
}

#[test]
fn of_two_games_made_at_once_for_one_seating_one_comes_about() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let keys = with_more_keys(&node, &alice, 2).await?;
        let players = json!({ "players": [alice.id(), bob.id()] });
        let create = |by| SentCall::new(by, "create", players.clone()).with(PLENTY);
        let results = arena.race([create(&keys[0]), create(&keys[1])]).await?;
        assert_eq!(results.iter().filter(|result| result.is_success()).count(), 1);
        Ok(())
    })
}
