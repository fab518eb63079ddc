//! A great many games, written by the database itself: to index as many would take too long.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tic_tac_toe_indexer::store::{Location, Store};

/// The contract whose games they are.
const ARENA: &str = "arena.near";

/// The hash of the chain's first block.
pub const CHAIN: &str = "many";

/// A player of a tenth of all games.
pub const BUSIEST: &str = "player1.near";

const STATUS: &str =
    "CASE WHEN i % 50 = 1 THEN 'waiting' WHEN i % 20 = 3 THEN 'in_progress' ELSE 'closed' END";

const TIME: &str = "1763300000000000000 + i * 1000000000";

/// Fills a database. Each player has about twenty games, except one who is in every tenth.
pub async fn fill(location: &Location, games: u64) -> anyhow::Result<()> {
    let mut store = Store::open(location).await?;
    store.begin(CHAIN, &[ARENA.parse()?], Some(0)).await?;
    drop(store);
    let many = Many { location, games, players: games / 10 + 100 };
    let mut statements = vec!["BEGIN".to_owned()];
    statements.extend(many.surroundings());
    statements.push(many.games());
    statements.extend(many.seats());
    statements.push(many.rounds());
    statements.push(many.moves());
    statements.push(many.standings());
    // Databases look at what they have by themselves, in time.
    statements.extend(["COMMIT".to_owned(), "ANALYZE".to_owned()]);
    execute(location, statements).await
}

/// Writes a log with the creation of each game, which is all that a test of its index needs.
#[allow(dead_code, reason = "the benchmark has this file too")]
pub async fn log_games(location: &Location, games: u64) -> anyhow::Result<()> {
    let numbers = Many { location, games, players: 0 }.up_to(games);
    let line = r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"round_started","data":{"game_id":""#;
    let rest = r#"","round":1,"seat":1}}"#;
    let events = format!(
        "INSERT INTO events (chain_id, height, place, contract_id, time, receipt, line)
         SELECT 1, i, 0, 1, {TIME}, 'receipt' || i, '{line}' || i || '{rest}' FROM {numbers}"
    );
    let projected =
        format!("INSERT INTO projected (generation, chain_id, next_height) VALUES (1, 1, {games} + 1)");
    execute(location, vec![events, projected, "ANALYZE".to_owned()]).await
}

async fn execute(location: &Location, statements: Vec<String>) -> anyhow::Result<()> {
    let (url, prepare) = match location {
        Location::Sqlite(file) => {
            (format!("sqlite:{}", file.display()), "PRAGMA synchronous = off; PRAGMA cache_size = -200000")
        }
        Location::Postgres(url) => (url.clone(), "SET synchronous_commit = off"),
    };
    let mut db = AnyConnection::connect(&url).await?;
    sqlx::raw_sql(prepare).execute(&mut db).await?;
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut db).await?;
    }
    db.close().await?;
    Ok(())
}

struct Many<'a> {
    location: &'a Location,
    games: u64,
    players: u64,
}

impl Many<'_> {
    /// The numbers from 1 on, as a table with the column `i`.
    fn up_to(&self, last: u64) -> String {
        match self.location {
            Location::Sqlite(_) => format!(
                "(WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < {last})
                  SELECT i FROM count) AS numbers"
            ),
            Location::Postgres(_) => format!("(SELECT generate_series(1, {last})::bigint AS i) AS numbers"),
        }
    }

    fn surroundings(&self) -> [String; 4] {
        let (next, time) = (self.games + 1, 1_763_300_000_000_000_000 + self.games * 1_000_000_000);
        [
            "INSERT INTO totals (contract_id, kind, events, skipped) VALUES (1, 'arena', 0, 0)".to_owned(),
            format!("UPDATE progress SET next_height = {next}, last_time = {time}"),
            "INSERT INTO rules (id, name)
             VALUES (1, '3x3:3'), (2, '15x15:5'), (3, 'ultimate:any'), (4, '19x19:6')"
                .to_owned(),
            format!(
                "INSERT INTO accounts (id, chain_id, name) SELECT i, 1, 'player' || i || '.near' FROM {}",
                self.up_to(self.players)
            ),
        ]
    }

    fn games(&self) -> String {
        format!(
            "INSERT INTO games (id, contract_id, game_id, rules_id, seats, turn_seconds, starts, status, round, moves, outs,
                 marked,
                 created_height, created_time, active_height, active_time, closed_height, closed_time, gap)
             SELECT i, 1, i, 1 + i % 4, 2, NULL, 'host', {STATUS}, 1, 5, 0, 3, i, {TIME}, i, {TIME},
                 CASE WHEN {STATUS} = 'closed' THEN i END, CASE WHEN {STATUS} = 'closed' THEN {TIME} END, 0
             FROM {}",
            self.up_to(self.games)
        )
    }

    /// The players depend on the game alone, so that everybody plays with everybody.
    fn seats(&self) -> [String; 2] {
        let half = self.players / 2;
        let host = format!("CASE WHEN i % 10 = 0 THEN 1 ELSE 2 + i * 7919 % {half} END");
        let challenger = format!("{} + i * 104729 % {}", half + 2, half - 2);
        [(1, host, ""), (2, challenger, "WHERE i % 50 <> 1")].map(|(seat, account, condition)| {
            format!(
                "INSERT INTO seats (game, seat, account_id, contract_id, rules_id, status)
                 SELECT i, {seat}, {account}, 1, 1 + i % 4, {STATUS} FROM {} {condition}",
                self.up_to(self.games)
            )
        })
    }

    fn rounds(&self) -> String {
        format!(
            "INSERT INTO rounds (game, round, started_height, started_time, ended_height, ended_time, result, winner,
                 ended_by, counted, moves)
             SELECT i, 1, i, {TIME}, i, {TIME}, 'won', 1, 1, 1, 5 FROM {} WHERE i % 50 <> 1 AND i % 20 <> 3",
            self.up_to(self.games)
        )
    }

    fn moves(&self) -> String {
        format!(
            "INSERT INTO moves (game, round, number, seat, row_number, col_number, height, time, receipt)
             SELECT i, 1, number, 2 - number % 2, number / 3, number % 3, i, {TIME},
                 'ReceiptOfMove' || number || 'InTheGameWithTheNumber' || i
             FROM {} CROSS JOIN (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
                 UNION ALL SELECT 5) AS moves_of_one
             WHERE i % 50 <> 1 ORDER BY i, number",
            self.up_to(self.games)
        )
    }

    /// Many have won equally often, few have the same rating.
    fn standings(&self) -> String {
        format!(
            "INSERT INTO standings (account_id, rules_id, chain_id, counted, won, lost, drawn, walked_away, rating)
             SELECT i, rules, 1, 20, i * 31 % 20, 20 - i * 31 % 20, 0, i % 3, 1500000 + i * 7919 % 400000 - 200000
             FROM {} CROSS JOIN (SELECT 0 AS rules UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3
                 UNION ALL SELECT 4) AS each_rules",
            self.up_to(self.players)
        )
    }
}
