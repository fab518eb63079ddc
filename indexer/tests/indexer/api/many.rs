//! A great many games, written by the database itself: reading what indexing left behind would take too long.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tic_tac_toe_indexer::store::{Location, Store};

/// The contract whose games they are.
pub const ARENA: &str = "arena.near";

/// A player of a tenth of all games.
pub const BUSIEST: &str = "player1.near";

/// Fills a database. Each player has about twenty games, except one who is in every tenth.
pub async fn fill(place: &Location, games: u64) -> anyhow::Result<()> {
    let mut store = Store::open(place).await?;
    store.begin("many", &[ARENA.parse()?], Some(0)).await?;
    drop(store);
    let (url, prepare, numbers) = match place {
        Location::Sqlite(file) => (
            format!("sqlite:{}", file.display()),
            "PRAGMA synchronous = off; PRAGMA cache_size = -200000",
            "(WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < {n}) SELECT i FROM count)",
        ),
        Location::Postgres(url) => {
            (url.clone(), "SET synchronous_commit = off", "(SELECT generate_series(1, {n})::bigint AS i)")
        }
    };
    let up_to = |n: u64| format!("{} AS numbers", numbers.replace("{n}", &n.to_string()));
    let players = games / 10 + 100;
    let mut db = AnyConnection::connect(&url).await?;
    let mut statements = vec![prepare.to_owned(), "BEGIN".to_owned()];
    statements.push("UPDATE contracts SET kind = 'arena'".to_owned());
    statements.push(format!(
        "UPDATE progress SET next_height = {}, last_time = {}",
        games + 1,
        1_763_300_000_000_000_000 + games * 1_000_000_000
    ));
    statements.push(
        "INSERT INTO rules (id, name) VALUES (1, '3x3:3'), (2, '15x15:5'), (3, 'ultimate:any'), (4, '19x19:6')"
            .to_owned(),
    );
    statements.push(format!(
        "INSERT INTO accounts (id, chain_id, name) SELECT i, 1, 'player' || i || '.near' FROM {}",
        up_to(players)
    ));
    let status = "CASE WHEN i % 50 = 1 THEN 'waiting' WHEN i % 20 = 3 THEN 'in_progress' ELSE 'closed' END";
    let time = "1763300000000000000 + i * 1000000000";
    statements.push(format!(
        "INSERT INTO games (id, contract_id, game_id, rules_id, seats, turn_seconds, status, round, moves, outs,
             created_height, created_time, active_height, active_time, closed_height, closed_time, gap)
         SELECT i, 1, i, 1 + i % 4, 2, NULL, {status}, 1, 5, 0, i, {time}, i, {time},
             CASE WHEN {status} = 'closed' THEN i END, CASE WHEN {status} = 'closed' THEN {time} END, 0
         FROM {}",
        up_to(games)
    ));
    // Whoever sits opposite depends on the game alone, so that everybody plays with everybody.
    let hosts = format!("CASE WHEN i % 10 = 0 THEN 1 ELSE 2 + i * 7919 % {} END", players / 2);
    let challengers = format!("{} + i * 104729 % {}", players / 2 + 2, players / 2 - 2);
    for (seat, account, condition) in [(1, hosts, ""), (2, challengers, "WHERE i % 50 <> 1")] {
        statements.push(format!(
            "INSERT INTO seats (game, seat, account_id, rules_id, status)
             SELECT i, {seat}, {account}, 1 + i % 4, {status} FROM {} {condition}",
            up_to(games)
        ));
    }
    statements.push(format!(
        "INSERT INTO rounds (game, round, started_height, started_time, ended_height, ended_time, result, winner,
             ended_by, counted, moves)
         SELECT i, 1, i, {time}, i, {time}, 'won', 1, 1, 1, 5 FROM {} WHERE i % 50 <> 1 AND i % 20 <> 3",
        up_to(games)
    ));
    statements.push(format!(
        "INSERT INTO moves (game, round, number, seat, row_number, col_number, height, time, receipt)
         SELECT i, 1, number, 2 - number % 2, number / 3, number % 3, i, {time},
             'ReceiptOfMove' || number || 'InTheGameWithTheNumber' || i
         FROM {} CROSS JOIN (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
             UNION ALL SELECT 5) AS moves_of_one
         WHERE i % 50 <> 1 ORDER BY i, number",
        up_to(games)
    ));
    // Many have won equally often, few have the same rating.
    statements.push(format!(
        "INSERT INTO standings (account_id, rules_id, chain_id, counted, won, lost, drawn, walked_away, rating)
         SELECT i, rules, 1, 20, i * 31 % 20, 20 - i * 31 % 20, 0, i % 3, 1500000 + i * 7919 % 400000 - 200000
         FROM {} CROSS JOIN (SELECT 0 AS rules UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3
             UNION ALL SELECT 4) AS each_rules",
        up_to(players)
    ));
    statements.push("COMMIT".to_owned());
    // As the databases do by themselves, in time.
    statements.push("ANALYZE".to_owned());
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut db).await?;
    }
    db.close().await?;
    Ok(())
}
