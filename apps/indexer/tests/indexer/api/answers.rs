//! What every address answers.

use rstest::rstest;
use serde_json::{Value, json};

use super::example::{ArenaGame, TestChain, example_blocks};
use super::server::{DatabaseKind, TestServer};

fn ids(games: &[Value]) -> Vec<String> {
    let id = |game: &Value| {
        format!("{} {}", game["contract"].as_str().unwrap(), game["game_id"].as_str().unwrap())
    };
    games.iter().map(id).collect()
}

#[rstest]
#[tokio::test]
async fn games_are_listed_from_the_newest_and_narrowed(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    let all = [
        "arena.near 5",
        "tictactoe.near 2",
        "tictactoe.near 1",
        "arena.near 2",
        "arena.near 4",
        "arena.near 3",
        "arena.near 1",
    ];
    for (query, expected) in [
        ("", &all[..]),
        ("player=carol.near", &["tictactoe.near 2", "arena.near 2", "arena.near 4", "arena.near 3"]),
        ("player=carol.near&status=closed", &["arena.near 3"]),
        ("player=alice.near&contract=tictactoe.near", &["tictactoe.near 1"]),
        ("player=alice.near&rules=5x7:4&status=in_progress", &["arena.near 4"]),
        ("player=nobody.near", &[]),
        ("rules=ultimate:any", &["arena.near 3"]),
        ("rules=classic&contract=arena.near", &["arena.near 5", "arena.near 2", "arena.near 1"]),
        ("rules=19x19:5", &[]),
        ("status=waiting", &["arena.near 5"]),
        ("status=won", &["tictactoe.near 2", "arena.near 1"]),
        ("status=in_progress&rules=3x3:3", &["arena.near 2"]),
        ("contract=other.near", &[]),
        ("contract=other.near&player=alice.near", &[]),
    ] {
        for limit in [1, 2, 100] {
            let path = format!("/v1/games?limit={limit}&{query}");
            assert_eq!(ids(&server.must_get_all(&path, "games").await), expected, "{path}");
        }
    }
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_game_is_answered_with_its_rounds(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    assert_eq!(
        server.must_get("/v1/games/arena.near/1").await,
        json!({
            "contract": "arena.near",
            "kind": "arena",
            "game_id": "1",
            "rules": "3x3:3",
            "players": ["alice.near", "bob.near"],
            "turn_seconds": null,
            "starts": "host",
            "status": "won",
            "round": 2,
            "moves": 2,
            "created": {"height": 1, "time": "1763300001000000000"},
            "active": {"height": 2, "time": "1763300002000000000"},
            "closed": null,
            "incomplete": false,
            "rounds": [
                {
                    "round": 1,
                    "result": "won",
                    "winner": "alice.near",
                    "seat": 1,
                    "by": "alice.near",
                    "counts": true,
                    "moves": 5,
                    "started": {"height": 1, "time": "1763300001000000000"},
                    "ended": {"height": 1, "time": "1763300001000000000"},
                },
                {
                    "round": 2,
                    "result": "won",
                    "winner": "alice.near",
                    "seat": 1,
                    "by": "bob.near",
                    "counts": true,
                    "moves": 2,
                    "started": {"height": 2, "time": "1763300002000000000"},
                    "ended": {"height": 2, "time": "1763300002000000000"},
                },
            ],
            "next_round": null,
        })
    );
    let closed = server.must_get("/v1/games/arena.near/3").await;
    assert_eq!(closed["closed"]["height"], 3);
    assert_eq!(closed["rounds"][0]["result"], "abandoned");
    assert_eq!(closed["rounds"][0]["counts"], false);
    let waiting = server.must_get("/v1/games/arena.near/5").await;
    assert_eq!(waiting["players"], json!(["erin.near", null]));
    assert_eq!(waiting["rounds"], json!([]));
    let one_game = server.must_get("/v1/games/tictactoe.near/1").await;
    assert_eq!((&one_game["kind"], &one_game["status"]), (&json!("one_game"), &json!("closed")));
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn many_rounds_come_a_hundred_at_a_time(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let game = ArenaGame::classic(1, ["alice.near", "bob.near"]);
    let mut blocks = vec![chain.block(vec![game.created()])];
    for round in 1..=120 {
        let events = [game.started(round)].into_iter().chain(game.quick_win(round)).collect();
        blocks.push(chain.block(events));
    }
    let server = TestServer::with(&database.location, &blocks).await;

    let first = server.must_get("/v1/games/arena.near/1").await;
    assert_eq!(first["rounds"].as_array().unwrap().len(), 100);
    assert_eq!(first["next_round"], 101);
    let rest = server.must_get("/v1/games/arena.near/1?from_round=101").await;
    assert_eq!(rest["rounds"].as_array().unwrap().len(), 20);
    assert_eq!(rest["next_round"], Value::Null);
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_replay_has_moves_and_outs_in_order(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;
    let summary = |steps: &[Value]| -> Vec<String> {
        let step = |step: &Value| match step["kind"].as_str().unwrap() {
            "move" => format!(
                "{} {}: {} at {},{}",
                step["round"], step["number"], step["seat"], step["row"], step["col"]
            ),
            _ => format!(
                "{} {}: {} {}",
                step["round"],
                step["after"],
                step["seat"],
                step["reason"].as_str().unwrap()
            ),
        };
        steps.iter().map(step).collect()
    };

    let shrinking =
        ["1 1: 1 at 0,0", "1 1: 2 timed_out", "1 2: 3 at 1,1", "1 2: 4 resigned", "1 3: 1 at 0,1"];
    let second_round = ["2 1: 1 at 0,0", "2 2: 2 at 1,1", "2 2: 2 resigned"];
    for limit in [1, 2, 1000] {
        let path = format!("/v1/games/arena.near/4/moves?limit={limit}");
        assert_eq!(summary(&server.must_get_all(&path, "steps").await), shrinking, "{path}");
        let path = format!("/v1/games/arena.near/1/moves?round=2&limit={limit}");
        assert_eq!(summary(&server.must_get_all(&path, "steps").await), second_round, "{path}");
        let path = format!("/v1/games/arena.near/1/moves?limit={limit}");
        let both = server.must_get_all(&path, "steps").await;
        assert_eq!((both.len(), &summary(&both)[5..]), (8, &second_round.map(str::to_owned)[..]), "{path}");
    }
    let whole = server.must_get("/v1/games/arena.near/4/moves").await;
    assert_eq!(whole["rules"], "5x7:4");
    assert_eq!(whole["players"][0], "dave.near");
    assert_eq!(
        whole["steps"][1],
        json!({
            "kind": "out",
            "round": 1,
            "after": 1,
            "seat": 2,
            "reason": "timed_out",
            "at": {"height": 4, "time": "1763300004000000000"},
            "receipt": "receipt4-3",
        })
    );
    assert_eq!(server.must_get("/v1/games/arena.near/1/moves?round=9").await["steps"], json!([]));
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_player_has_results_by_rules_and_overall(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;

    // Alice won twice in the arena and once in the one-game contract; Bob walked away from one of them.
    let alice = server.must_get("/v1/players/alice.near").await;
    assert_eq!(alice["player"], "alice.near");
    assert_eq!((&alice["overall"]["won"], &alice["overall"]["lost"]), (&json!(3), &json!(0)));
    let classic = &alice["by_rules"][0];
    assert_eq!((&classic["rules"], &classic["won"]), (&json!("3x3:3"), &json!(3)));
    let bob = server.must_get("/v1/players/bob.near").await;
    assert_eq!((&bob["overall"]["lost"], &bob["overall"]["walked_away"]), (&json!(3), &json!(1)));
    let rating = |player: &Value| player["overall"]["rating"].as_i64().unwrap();
    assert!(rating(&alice) > 1540 && rating(&bob) < 1460, "{alice} {bob}");

    // Erin waits for somebody, and has played nothing yet.
    let erin = server.must_get("/v1/players/erin.near").await;
    let nothing = json!({"won": 0, "lost": 0, "drawn": 0, "walked_away": 0, "rating": 1500});
    assert_eq!(erin, json!({"player": "erin.near", "overall": nothing, "by_rules": []}));
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn leaderboards_go_by_wins_or_rating_and_page_through_ties(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let pairs = [
        ["anna.near", "bill.near"],
        ["cleo.near", "dora.near"],
        ["emil.near", "fred.near"],
        ["anna.near", "cleo.near"],
        ["gina.near", "hans.near"],
    ];
    let blocks: Vec<_> = (1..)
        .zip(pairs)
        .map(|(id, players)| {
            let game = ArenaGame::classic(id, players);
            let mut events = vec![game.created(), game.started(1)];
            events.extend(game.quick_win(1));
            chain.block(events)
        })
        .collect();
    let server = TestServer::with(&database.location, &blocks).await;

    for (by, first) in [("wins", ["anna.near", "cleo.near"]), ("rating", ["anna.near", "emil.near"])] {
        let whole = server.must_get(&format!("/v1/leaderboard?by={by}")).await;
        assert_eq!((&whole["by"], &whole["rules"], &whole["next"]), (&json!(by), &Value::Null, &Value::Null));
        let players = whole["players"].as_array().unwrap();
        assert_eq!([&players[0]["player"], &players[1]["player"]], first, "by {by}");
        let places: Vec<_> = players.iter().map(|player| player["place"].as_i64().unwrap()).collect();
        assert_eq!(places, [1, 2, 3, 4, 5, 6, 7, 8]);
        for limit in [1, 3] {
            let path = format!("/v1/leaderboard?by={by}&rules=3x3:3&limit={limit}");
            assert_eq!(&server.must_get_all(&path, "players").await, players, "{path}");
        }
    }
    let nobody = server.must_get("/v1/leaderboard?rules=ultimate").await;
    assert_eq!((&nobody["rules"], &nobody["players"]), (&json!("ultimate:first"), &json!([])));
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn only_the_chain_that_is_followed_is_answered(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &example_blocks(&mut chain)).await;
    let mut live = server.listen("/v1/events", None).await;

    // The dev node starts anew: another chain with the same contracts.
    let contracts = [super::example::account("arena.near")];
    server.store.begin("another genesis", &contracts, Some(0)).await.unwrap();
    let game = ArenaGame::classic(1, ["zoe.near", "yan.near"]);
    server.record(&[chain.block(vec![game.created(), game.started(1)])]).await;

    assert_eq!(live.next().await.unwrap().0, "reset");
    let games = server.must_get_all("/v1/games", "games").await;
    assert_eq!(ids(&games), ["arena.near 1"]);
    assert_eq!(games[0]["players"], json!(["zoe.near", "yan.near"]));
    assert_eq!(server.get("/v1/players/alice.near").await.status, 404);
    assert_eq!(server.get("/healthz").await.body["chain"], "another genesis");
    server.end().await;
}
