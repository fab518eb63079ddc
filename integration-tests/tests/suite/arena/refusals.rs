//! What the arena refuses: each code alone and before those that come after it, for every method. A refused call
//! changes no byte, logs nothing and keeps no money; the arena checks that each time.

use anyhow::Result;
use integration_tests::node::on_node;
use serde_json::{Value, json};

use super::test_arena::{PLENTY, TestArena};

/// How near-sdk's refusal of arguments begins.
const BAD_ARGUMENTS: &str = "Failed to deserialize input from JSON";

fn grid(rows: u64, cols: u64, in_a_row: u64) -> Value {
    json!({ "grid": { "rows": rows, "cols": cols, "in_a_row": in_a_row } })
}

#[test]
fn create_refuses_in_the_order_of_its_checks() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let (a, b, c, contract) = (alice.id(), bob.id(), carol.id(), arena.contract.id().clone());
        arena.create(&alice, &[&alice, &bob]).await?;

        let unplayable = grid(2, 3, 3);
        for players in
            [json!([]), json!([null]), json!([null, a]), json!([b, a]), json!([b, b]), json!([contract])]
        {
            let args = json!({ "players": players, "rules": unplayable, "turn_seconds": 1 });
            arena.refuse_paid(&alice, "create", args, PLENTY, "NOT_HOST").await?;
        }
        let crowds = [
            json!([a]),
            json!([a, null, null, null, null]),
            json!([a, a]),
            json!([a, null, a]),
            json!([a, b, b]),
            json!([a, contract]),
            json!([a, b, c, contract]),
        ];
        for players in crowds {
            let args = json!({ "players": players, "rules": unplayable });
            arena.refuse_paid(&alice, "create", args, PLENTY, "BAD_PLAYERS").await?;
        }
        // The pair has a game, and nothing is attached.
        let args = json!({ "players": [a, b], "rules": unplayable });
        arena.refuse(&alice, "create", args, "BAD_RULES").await?;
        arena.refuse(&alice, "create", json!({ "players": [a, b], "turn_seconds": 29 }), "BAD_RULES").await?;
        let args = json!({ "players": [b, a] });
        arena.refuse(&bob, "create", args.clone(), "STORAGE_TOO_LOW").await?;
        arena.create_with(&bob, args.clone()).await?;
        arena.refuse(&bob, "create", args, "GAME_EXISTS").await?;
        arena.check().await
    })
}

#[test]
fn create_refuses_rules_that_make_no_game() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let unplayable = [
            grid(2, 3, 3),
            grid(3, 2, 3),
            grid(20, 3, 3),
            grid(3, 20, 3),
            grid(0, 0, 0),
            grid(3, 3, 0),
            grid(3, 3, 1),
            grid(3, 4, 5),
            grid(19, 19, 20),
            grid(259, 3, 3),
            grid(3, 3, 259),
            grid(u64::MAX, u64::MAX, u64::MAX),
        ];
        for rules in unplayable {
            let args = json!({ "players": [alice.id(), bob.id()], "rules": rules });
            arena.refuse_paid(&alice, "create", args, PLENTY, "BAD_RULES").await?;
        }
        for players in [json!([alice.id(), bob.id(), null]), json!([alice.id(), null, null, null])] {
            let args = json!({ "players": players, "rules": { "ultimate": { "capture": "any" } } });
            arena.refuse_paid(&alice, "create", args, PLENTY, "BAD_RULES").await?;
        }
        for seconds in [0, 1, 29, 2_592_001, u64::MAX] {
            let args = json!({ "players": [alice.id(), bob.id()], "turn_seconds": seconds });
            arena.refuse_paid(&alice, "create", args, PLENTY, "BAD_RULES").await?;
        }
        Ok(())
    })
}

#[test]
fn create_takes_rules_at_their_very_limits() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 1).await?;
        let [alice] = arena.accounts();
        let open = |seats: usize| {
            let mut players = vec![Value::Null; seats];
            players[0] = json!(alice.id());
            players
        };
        for rules in [grid(3, 3, 2), grid(19, 19, 19), grid(3, 19, 19), grid(19, 3, 19), grid(3, 4, 4)] {
            arena.create_with(&alice, json!({ "players": open(4), "rules": rules })).await?;
        }
        for capture in ["first", "any", "closing"] {
            let rules = json!({ "ultimate": { "capture": capture } });
            arena.create_with(&alice, json!({ "players": open(2), "rules": rules })).await?;
        }
        for seconds in [30, 2_592_000] {
            let args = json!({ "players": open(3), "rules": null, "turn_seconds": seconds });
            arena.create_with(&alice, args).await?;
        }
        arena.check().await
    })
}

#[test]
fn a_game_that_is_paid_for_by_one_yoctonear_too_little_is_refused() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let args = json!({ "players": [alice.id(), bob.id()] });
        let (min, cost) = (arena.min().await?, arena.cost(2, &Value::Null).await?);
        arena.refuse_paid(&alice, "create", args.clone(), min + cost - 1, "STORAGE_TOO_LOW").await?;
        arena.accept_paid(&alice, "create", args, min + cost).await?;

        // Registered now, with nothing left.
        let args = json!({ "players": [alice.id(), null] });
        arena.refuse_paid(&alice, "create", args.clone(), cost - 1, "STORAGE_TOO_LOW").await?;
        arena.refuse(&alice, "create", args.clone(), "STORAGE_TOO_LOW").await?;
        arena.accept_paid(&alice, "create", args, cost).await?;
        arena.check().await
    })
}

#[test]
fn join_refuses_in_the_order_of_its_checks() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let full = arena.create(&alice, &[&alice, &bob]).await?;
        let open = arena.create_with(&alice, json!({ "players": [alice.id(), null] })).await?;

        for missing in ["0", "3", "18446744073709551615"] {
            arena.refuse(&bob, "join", json!({ "game_id": missing }), "NO_GAME").await?;
        }
        for anybody in [&alice, &bob, &carol] {
            arena.refuse(anybody, "join", json!({ "game_id": full }), "NO_FREE_SEAT").await?;
        }
        arena.refuse(&alice, "join", json!({ "game_id": open }), "ALREADY_SEATED").await?;
        arena.refuse(&bob, "join", json!({ "game_id": open }), "GAME_EXISTS").await?;
        arena.accept(&carol, "join", json!({ "game_id": open })).await?;
        arena.check().await
    })
}

/// Games in every state that a refusal can depend on: waiting, over, with a player who is out, and ultimate.
struct GamesInEveryState {
    arena: TestArena,
    waiting: String,
    over: String,
    three: String,
    ultimate: String,
}

impl GamesInEveryState {
    /// Creates the games, all hosted by Alice; in the game of three Bob is out and Carol is to move, in ultimate
    /// Alice has begun in the centre of the centre and Carol has answered next to it.
    async fn create(node: &near_workspaces::Worker<near_workspaces::network::Sandbox>) -> Result<Self> {
        let mut arena = TestArena::open(node, 4).await?;
        let [alice, bob, carol, _stranger] = arena.accounts();
        let waiting = arena.create_with(&alice, json!({ "players": [alice.id(), null] })).await?;
        let over = arena.create(&alice, &[&alice, &bob]).await?;
        arena.play_out(&over, &[&alice, &bob], "1 3 5\n2 4 .\n. . .").await?;
        let three = arena.create(&alice, &[&alice, &bob, &carol]).await?;
        arena.play(&alice, &three, [0, 0]).await?;
        arena.accept(&bob, "resign", json!({ "game_id": three })).await?;
        let players = json!([alice.id(), carol.id()]);
        let rules = json!({ "ultimate": { "capture": "closing" } });
        let ultimate = arena.create_with(&alice, json!({ "players": players, "rules": rules })).await?;
        arena.play(&alice, &ultimate, [4, 4]).await?;
        arena.play(&carol, &ultimate, [4, 5]).await?;
        Ok(Self { arena, waiting, over, three, ultimate })
    }
}

#[test]
fn play_refuses_in_the_order_of_its_checks() -> Result<()> {
    on_node(async |node| {
        let GamesInEveryState { mut arena, waiting, over, three, ultimate } =
            GamesInEveryState::create(&node).await?;
        let [alice, bob, carol, stranger] = arena.accounts();
        let play = |game: &str, row: u64, col: u64| json!({ "game_id": game, "row": row, "col": col });
        let in_round =
            |game: &str, round: u64| json!({ "game_id": game, "row": 99, "col": 99, "round": round });

        arena.refuse(&stranger, "play", in_round("5", 7), "NO_GAME").await?;
        for game in [&waiting, &over, &three, &ultimate] {
            for round in [0, 2, u64::MAX] {
                arena.refuse(&stranger, "play", in_round(game, round), "WRONG_ROUND").await?;
            }
        }
        for anybody in [&alice, &stranger] {
            arena.refuse(anybody, "play", in_round(&waiting, 1), "WAITING").await?;
        }
        for anybody in [&alice, &bob, &stranger] {
            arena.refuse(anybody, "play", in_round(&over, 1), "GAME_OVER").await?;
        }
        arena.refuse(&stranger, "play", in_round(&three, 1), "NOT_A_PLAYER").await?;
        arena.refuse(&bob, "play", play(&three, 99, 99), "ALREADY_OUT").await?;
        arena.refuse(&alice, "play", play(&three, 99, 99), "NOT_YOUR_TURN").await?;
        for (row, col) in [(3, 0), (0, 3), (256, 0), (0, 256), (u64::MAX, u64::MAX)] {
            arena.refuse(&carol, "play", play(&three, row, col), "OUT_OF_BOUNDS").await?;
        }
        arena.refuse(&carol, "play", play(&three, 0, 0), "CELL_TAKEN").await?;
        for (row, col) in [(9, 0), (0, 9), (9, 9)] {
            arena.refuse(&alice, "play", play(&ultimate, row, col), "OUT_OF_BOUNDS").await?;
        }
        // Alice is sent to the field on the right of the middle; the middle's own cells are taken.
        for (row, col) in [(0, 0), (4, 4), (4, 5)] {
            arena.refuse(&alice, "play", play(&ultimate, row, col), "WRONG_FIELD").await?;
        }
        arena.play(&alice, &ultimate, [4, 7]).await?;
        arena.refuse(&carol, "play", play(&ultimate, 4, 5), "CELL_TAKEN").await?;
        arena.check().await
    })
}

#[test]
fn under_closing_a_closed_field_is_refused_to_who_may_play_anywhere_else() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let rules = json!({ "ultimate": { "capture": "closing" } });
        let players = json!([alice.id(), bob.id()]);
        let game = arena.create_with(&alice, json!({ "players": players, "rules": rules })).await?;
        // Bob captures the middle along its lower row, and Alice sends him back to it.
        let moves = [[4, 4], [4, 3], [4, 1], [3, 4], [1, 4], [5, 4], [7, 4], [5, 3], [7, 1], [5, 5], [7, 7]];
        for (cell, by) in moves.into_iter().zip([&alice, &bob].into_iter().cycle()) {
            arena.play(by, &game, cell).await?;
        }
        let shown = arena.game(&game).await?;
        assert_eq!(
            (&shown["ultimate"]["fields"][4], &shown["ultimate"]["next_field"]),
            (&json!(2), &Value::Null)
        );
        for (row, col) in [(4, 5), (4, 4)] {
            let args = json!({ "game_id": game, "row": row, "col": col });
            arena.refuse(&bob, "play", args, "WRONG_FIELD").await?;
        }
        arena.refuse(&bob, "play", json!({ "game_id": game, "row": 7, "col": 7 }), "CELL_TAKEN").await?;
        arena.play(&bob, &game, [0, 0]).await?;
        arena.check().await
    })
}

#[test]
fn restart_and_resign_refuse_in_the_order_of_their_checks() -> Result<()> {
    on_node(async |node| {
        let GamesInEveryState { mut arena, waiting, over, three, .. } =
            GamesInEveryState::create(&node).await?;
        let [alice, bob, carol, stranger] = arena.accounts();
        let in_round = |game: &str, round: u64| json!({ "game_id": game, "round": round });
        for method in ["restart", "resign"] {
            arena.refuse(&stranger, method, in_round("99", 7), "NO_GAME").await?;
            for game in [&waiting, &over, &three] {
                arena.refuse(&stranger, method, in_round(game, 2), "WRONG_ROUND").await?;
            }
            for anybody in [&alice, &stranger] {
                arena.refuse(anybody, method, in_round(&waiting, 1), "WAITING").await?;
            }
            arena.refuse(&stranger, method, json!({ "game_id": three }), "NOT_A_PLAYER").await?;
        }
        arena.refuse(&stranger, "restart", json!({ "game_id": over }), "NOT_A_PLAYER").await?;
        for anybody in [&alice, &bob, &stranger] {
            arena.refuse(anybody, "resign", in_round(&over, 1), "GAME_OVER").await?;
        }
        arena.refuse(&bob, "resign", in_round(&three, 1), "ALREADY_OUT").await?;
        let timed = json!({ "players": [alice.id(), bob.id(), carol.id(), null], "turn_seconds": 2_592_000 });
        let timed = arena.create_with(&alice, timed).await?;
        arena.accept(&stranger, "join", json!({ "game_id": timed })).await?;
        arena.refuse(&bob, "restart", in_round(&timed, 1), "ROUND_UNDER_WAY").await
    })
}

#[test]
fn claim_timeout_refuses_in_the_order_of_its_checks() -> Result<()> {
    on_node(async |node| {
        let GamesInEveryState { mut arena, waiting, over, three, .. } =
            GamesInEveryState::create(&node).await?;
        let [alice, bob, _carol, stranger] = arena.accounts();
        let timed = json!({ "players": [bob.id(), alice.id()], "turn_seconds": 2_592_000 });
        let timed = arena.create_with(&bob, timed).await?;
        let in_round = |game: &str, round: u64| json!({ "game_id": game, "round": round });

        arena.refuse(&stranger, "claim_timeout", in_round("99", 7), "NO_GAME").await?;
        for game in [&waiting, &over, &three, &timed] {
            arena.refuse(&stranger, "claim_timeout", in_round(game, 2), "WRONG_ROUND").await?;
        }
        arena.refuse(&stranger, "claim_timeout", in_round(&waiting, 1), "WAITING").await?;
        arena.refuse(&stranger, "claim_timeout", in_round(&over, 1), "GAME_OVER").await?;
        for anybody in [&alice, &stranger] {
            arena.refuse(anybody, "claim_timeout", in_round(&three, 1), "NO_TIME_LIMIT").await?;
            arena.refuse(anybody, "claim_timeout", in_round(&timed, 1), "NOT_YET").await?;
        }
        Ok(())
    })
}

#[test]
fn a_closed_game_is_gone_for_every_method() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        arena.refuse(&bob, "close", json!({ "game_id": "2" }), "NO_GAME").await?;
        arena.accept(&alice, "close", json!({ "game_id": game })).await?;
        for method in ["join", "restart", "resign", "claim_timeout", "close"] {
            arena.refuse(&alice, method, json!({ "game_id": game }), "NO_GAME").await?;
        }
        arena.refuse(&alice, "play", json!({ "game_id": game, "row": 0, "col": 0 }), "NO_GAME").await?;
        assert_eq!(arena.game(&game).await?, Value::Null);
        arena.check().await
    })
}

#[test]
fn money_is_refused_and_returned_where_none_is_taken() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 3).await?;
        let [alice, bob, carol] = arena.accounts();
        let players = json!([alice.id(), bob.id()]);
        let game = arena.create_with(&alice, json!({ "players": players, "turn_seconds": 30 })).await?;
        let open = arena.create_with(&alice, json!({ "players": [alice.id(), null] })).await?;
        let calls = [
            (&carol, "join", json!({ "game_id": open })),
            (&alice, "play", json!({ "game_id": game, "row": 0, "col": 0 })),
            (&alice, "restart", json!({ "game_id": game })),
            (&alice, "resign", json!({ "game_id": game })),
            (&bob, "claim_timeout", json!({ "game_id": game })),
            (&alice, "close", json!({ "game_id": game })),
        ];
        for (by, method, args) in calls {
            let why = format!("Method {method} doesn't accept deposit");
            for deposit in [1, PLENTY] {
                arena.refuse_unread(by, method, args.clone(), deposit, &why).await?;
            }
        }
        arena.check().await
    })
}

#[test]
fn arguments_that_do_not_parse_are_refused_and_money_comes_back() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let (a, b) = (alice.id(), bob.id());
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        let capture = |name: &str| json!({ "ultimate": { "capture": name } });
        let creations = [
            json!({}),
            json!({ "players": null }),
            json!({ "players": a }),
            json!({ "players": [a, 1] }),
            json!({ "players": [a, "Not An Account"] }),
            json!({ "players": [a, b], "rules": "grid" }),
            json!({ "players": [a, b], "rules": capture("last") }),
            json!({ "players": [a, b], "rules": capture("First") }),
            json!({ "players": [a, b], "rules": { "grid": { "rows": 3, "cols": 3 } } }),
            json!({ "players": [a, b], "rules": { "grid": { "rows": -3, "cols": 3, "in_a_row": 3 } } }),
            json!({ "players": [a, b], "rules": { "grid": { "rows": 3.5, "cols": 3, "in_a_row": 3 } } }),
            json!({ "players": [a, b], "rules": { "grid": { "rows": "3", "cols": 3, "in_a_row": 3 } } }),
            json!({ "players": [a, b], "turn_seconds": -1 }),
            json!({ "players": [a, b], "turn_seconds": "30" }),
            json!({ "players": [a, b], "turn_second": 30 }),
            json!({ "players": [a, b], "starts": "guest" }),
            json!({ "players": [a, b], "starts": "Rotates" }),
        ];
        for args in creations {
            arena.refuse_unread(&alice, "create", args, PLENTY, BAD_ARGUMENTS).await?;
        }
        for id in [json!(1), json!("one"), json!("-1"), json!("18446744073709551616"), json!(""), json!(null)]
        {
            for method in ["join", "restart", "resign", "claim_timeout", "close"] {
                arena.refuse_unread(&alice, method, json!({ "game_id": id }), 0, BAD_ARGUMENTS).await?;
            }
        }
        for wrong in [json!(-1), json!(1.5), json!("1"), json!(null)] {
            let args = json!({ "game_id": game, "row": wrong, "col": 0 });
            arena.refuse_unread(&alice, "play", args, 0, BAD_ARGUMENTS).await?;
        }
        let args = json!({ "game_id": game, "row": 0, "col": 0, "round": "1" });
        arena.refuse_unread(&alice, "play", args, 0, BAD_ARGUMENTS).await
    })
}

#[test]
fn arguments_that_a_method_does_not_have_are_refused_except_by_nep_145() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 2).await?;
        let [alice, bob] = arena.accounts();
        let game = arena.create(&alice, &[&alice, &bob]).await?;
        for method in ["restart", "resign", "claim_timeout"] {
            let args = json!({ "game_id": game, "rounds": 1 });
            arena.refuse_unread(&alice, method, args, 0, BAD_ARGUMENTS).await?;
        }
        for method in ["join", "close"] {
            let args = json!({ "game_id": game, "round": 1 });
            arena.refuse_unread(&alice, method, args, 0, BAD_ARGUMENTS).await?;
        }
        let args = json!({ "game_id": game, "row": 0, "col": 0, "rounds": 1 });
        arena.refuse_unread(&alice, "play", args, 0, BAD_ARGUMENTS).await?;
        let args = json!({ "account_id": bob.id(), "memo": "for bob" });
        arena.accept_paid(&alice, "storage_deposit", args, PLENTY).await?;
        arena.check().await
    })
}
