//! Questions are answered along indexes, however many games there are: the databases themselves say so.

use rstest::rstest;
use tic_tac_toe_indexer::api::{Plan, Settings};
use tic_tac_toe_indexer::store::Store;

use super::many_games::{BUSIEST, CHAIN, fill, log_games};
use super::server::{DatabaseKind, TestServer};

/// Enough for a database to prefer an index over reading everything.
const GAMES: u64 = 20_000;

/// So many rows are sorted in no time.
const FEW: u64 = 100;

/// Tables with a handful of rows, and the rows that a statement is given, are looked through by right.
const SMALL: [&str; 9] = [
    "rules",
    "contracts",
    "progress",
    "chains",
    "projections",
    "projected",
    "VALUES CLAUSE",
    "CONSTANT ROW",
    "(subquery",
];

/// Whether a statement looks through a whole table or through more of a player's seats than it needs, or sorts what an index
/// could have in order.
fn is_slow(plan: &Plan) -> bool {
    let mut is_on_seats = false;
    plan.steps.lines().any(|line| {
        is_on_seats = line.contains(" on seats") || is_on_seats && !line.contains(" on ");
        let is_large = !SMALL.iter().any(|small| line.contains(small));
        let looks_through = line.contains("SCAN ") && !line.contains("USING") || line.contains("Seq Scan");
        // SQLite does not say what it leaves out; its conditions on a player's seats have to be all in the index.
        let leaves_out = is_on_seats && line.contains("Filter: ")
            || line.contains("SEARCH seats USING INDEX")
                && !line.contains("account_id=? AND contract_id=? AND");
        let sorts =
            line.contains("USE TEMP B-TREE FOR ORDER BY") || (line.contains("Sort  (") && rows(line) > FEW);
        (looks_through && is_large) || leaves_out || sorts
    })
}

/// How many rows `PostgreSQL` expects there.
fn rows(line: &str) -> u64 {
    let number = line.split_once("rows=").and_then(|(_, rest)| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(u64::MAX)
}

#[rstest]
#[tokio::test]
async fn no_question_is_answered_by_looking_through_everything(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    fill(&database.location, GAMES).await.unwrap();
    log_games(&database.location, GAMES).await.unwrap();
    let store = Store::open(&database.location).await.unwrap();
    let server = TestServer::on(store, &database.location, Settings::default()).await;

    for path in [
        "/v1/games",
        "/v1/games?status=in_progress",
        "/v1/games?rules=15x15:5&cursor=9000",
        "/v1/games?rules=15x15:5&status=waiting",
        "/v1/games?player=player1.near",
        "/v1/games?player=player77.near&status=in_progress",
        "/v1/games?player=player1.near&contract=arena.near",
        "/v1/games?player=player1.near&contract=arena.near&status=waiting",
        "/v1/games?player=player1.near&rules=3x3:3&cursor=10000",
        "/v1/games?player=player1.near&rules=3x3:3&status=closed",
        "/v1/games/arena.near/777",
        "/v1/games/arena.near/777/moves",
        "/v1/games/arena.near/777/moves?round=1&cursor=1~2~0",
        "/v1/players/player77.near",
        "/v1/leaderboard",
        "/v1/leaderboard?by=rating",
        "/v1/leaderboard?rules=ultimate:any&by=wins&cursor=50~19~77",
        "/v1/leaderboard?rules=ultimate:any&by=rating&cursor=50~1600000~77",
        "/v1/events",
    ] {
        let path = path.replace("player1.near", BUSIEST);
        drop(server.take_plans());
        if path == "/v1/events" {
            server.listen(&path, Some(&format!("{CHAIN}~{}", GAMES - 20))).await;
        } else {
            server.must_get(&path).await;
        }
        let mut plans = server.take_plans();
        // There are a handful of contracts, and of players who left one game.
        plans.retain(|plan| !plan.sql.contains("FROM contracts") && !plan.sql.contains("FROM outs"));
        assert!(!plans.is_empty(), "{path} asks the database");
        for plan in plans {
            assert!(!is_slow(&plan), "{path}\n{}\n{}", plan.sql, plan.steps);
        }
    }
    server.end().await;
}

#[test]
fn slow_plans_are_distinguished_from_fast_ones() {
    let plan = |steps: &str| Plan { sql: String::new(), steps: steps.to_owned() };
    for slow in [
        "SCAN games",
        "SEARCH games USING INDEX games_by_id (contract_id=?)\nUSE TEMP B-TREE FOR ORDER BY",
        "Limit\n  ->  Seq Scan on standings",
        "Limit\n  ->  Sort  (cost=1.00..2.00 rows=3000 width=4)",
        "Index Scan using seats_by_account on seats\n  Filter: (contract_id = 1)",
        "SEARCH seats USING INDEX seats_by_account_1 (account_id=? AND game<?)",
    ] {
        assert!(is_slow(&plan(slow)), "{slow}");
    }
    for quick in [
        "SEARCH games USING PRIMARY KEY (id=?)",
        "SCAN rules",
        "Index Scan using games_by_id on games",
        "Sort  (cost=8.67..8.67 rows=1 width=67)",
    ] {
        assert!(!is_slow(&plan(quick)), "{quick}");
    }
}
