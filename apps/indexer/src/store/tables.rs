//! The statements that write and look up rows, made once for the SQL that the database speaks.

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use super::batch::Kind::{Number, Text};
use super::batch::{Dialect, Table};

const ACCOUNTS: Table =
    Table { name: "accounts", columns: &[("id", Number), ("chain_id", Number), ("name", Text)], key: 1 };

const RULES: Table = Table { name: "rules", columns: &[("id", Number), ("name", Text)], key: 1 };

const GAMES: Table = Table {
    name: "games",
    columns: &[
        ("id", Number),
        ("contract_id", Number),
        ("game_id", Number),
        ("rules_id", Number),
        ("seats", Number),
        ("turn_seconds", Number),
        ("status", Text),
        ("round", Number),
        ("moves", Number),
        ("outs", Number),
        ("created_height", Number),
        ("created_time", Number),
        ("active_height", Number),
        ("active_time", Number),
        ("closed_height", Number),
        ("closed_time", Number),
        ("gap", Number),
    ],
    key: 1,
};

const SEATS: Table = Table {
    name: "seats",
    columns: &[
        ("game", Number),
        ("seat", Number),
        ("account_id", Number),
        ("rules_id", Number),
        ("status", Text),
    ],
    key: 2,
};

const ROUNDS: Table = Table {
    name: "rounds",
    columns: &[
        ("game", Number),
        ("round", Number),
        ("started_height", Number),
        ("started_time", Number),
        ("ended_height", Number),
        ("ended_time", Number),
        ("result", Text),
        ("winner", Number),
        ("ended_by", Number),
        ("counted", Number),
        ("moves", Number),
    ],
    key: 2,
};

const MOVES: Table = Table {
    name: "moves",
    columns: &[
        ("game", Number),
        ("round", Number),
        ("number", Number),
        ("seat", Number),
        ("row_number", Number),
        ("col_number", Number),
        ("height", Number),
        ("time", Number),
        ("receipt", Text),
    ],
    key: 3,
};

const OUTS: Table = Table {
    name: "outs",
    columns: &[
        ("game", Number),
        ("round", Number),
        ("seat", Number),
        ("after_moves", Number),
        ("reason", Text),
        ("height", Number),
        ("time", Number),
        ("receipt", Text),
    ],
    key: 3,
};

const STANDINGS: Table = Table {
    name: "standings",
    columns: &[
        ("account_id", Number),
        ("rules_id", Number),
        ("chain_id", Number),
        ("counted", Number),
        ("won", Number),
        ("lost", Number),
        ("drawn", Number),
        ("walked_away", Number),
        ("rating", Number),
    ],
    key: 2,
};

/// All of them.
pub(super) struct Statements {
    pub accounts: SqlStr,
    pub rules: SqlStr,
    pub games: SqlStr,
    pub seats: SqlStr,
    pub rounds: SqlStr,
    pub moves: SqlStr,
    pub outs: SqlStr,
    pub standings: SqlStr,
    pub progress: SqlStr,
    pub find_games: SqlStr,
    pub find_seats: SqlStr,
    pub find_accounts: SqlStr,
    pub find_standings: SqlStr,
}

impl Statements {
    pub(super) fn new(dialect: Dialect) -> Self {
        let find = |keys: &[(&'static str, super::batch::Kind)], what: &str, from: &str| {
            // CROSS keeps SQLite from looking through the table for rows that match, instead of the other way round.
            let sql = format!("SELECT {what} FROM ({}) AS given CROSS JOIN {from}", dialect.rows(keys));
            AssertSqlSafe(sql).into_sql_str()
        };
        let progress = dialect.rows(&[
            ("contract_id", Number),
            ("expected", Number),
            ("next_height", Number),
            ("last_hash", Text),
            ("last_time", Number),
            ("events", Number),
            ("skipped", Number),
            ("missed", Number),
        ]);
        Self {
            accounts: dialect.upsert(&ACCOUNTS),
            rules: dialect.upsert(&RULES),
            games: dialect.upsert(&GAMES),
            seats: dialect.upsert(&SEATS),
            rounds: dialect.upsert(&ROUNDS),
            moves: dialect.upsert(&MOVES),
            outs: dialect.upsert(&OUTS),
            standings: dialect.upsert(&STANDINGS),
            // Whoever finds another height there than it left is not alone.
            progress: AssertSqlSafe(format!(
                "UPDATE progress SET next_height = given.next_height, last_hash = given.last_hash,
                     last_time = coalesce(given.last_time, progress.last_time),
                     events = progress.events + given.events, skipped = progress.skipped + given.skipped,
                     missed = progress.missed + given.missed
                 FROM ({progress}) AS given
                 WHERE progress.contract_id = given.contract_id AND progress.next_height = given.expected"
            ))
            .into_sql_str(),
            find_games: find(
                &[("contract_id", Number), ("game_id", Number)],
                "games.id, games.contract_id, games.game_id, games.rules_id, seats, turn_seconds, status, round, moves,
                 outs, created_height, created_time, active_height, active_time, closed_height, closed_time, gap",
                "games WHERE games.contract_id = given.contract_id AND games.game_id = given.game_id",
            ),
            find_seats: find(
                &[("id", Number)],
                "given.id, seat, account_id, accounts.name",
                "seats CROSS JOIN accounts WHERE seats.game = given.id AND accounts.id = seats.account_id",
            ),
            find_accounts: find(
                &[("name", Text)],
                "accounts.id, accounts.name",
                "accounts WHERE accounts.chain_id = $2 AND accounts.name = given.name",
            ),
            find_standings: find(
                &[("id", Number)],
                "account_id, rules_id, counted, won, lost, drawn, walked_away, rating",
                "standings WHERE standings.account_id = given.id",
            ),
        }
    }
}
