//! The statements that write and look up rows, made once for the database's SQL.

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use super::batch::{Dialect, Table};
use crate::model::{GameState, Record};

const ACCOUNTS: Table = Table { name: "accounts", columns: "id chain_id name", key: 1 };

const RULES: Table = Table { name: "rules", columns: "id name", key: 1 };

const GAMES: Table = Table {
    name: "games",
    columns: "id contract_id game_id rules_id seats outs turn_seconds status round moves created_height created_time
              active_height active_time closed_height closed_time gap",
    key: 1,
};

const SEATS: Table = Table { name: "seats", columns: "game seat account_id rules_id status", key: 2 };

const ROUNDS: Table = Table {
    name: "rounds",
    columns: "game round started_height started_time ended_height ended_time result winner ended_by counted moves",
    key: 2,
};

const MOVES: Table = Table {
    name: "moves",
    columns: "game round number seat row_number col_number height time receipt",
    key: 3,
};

const OUTS: Table =
    Table { name: "outs", columns: "game round seat after_moves reason height time receipt", key: 3 };

const STANDINGS: Table = Table {
    name: "standings",
    columns: "account_id rules_id chain_id counted won lost drawn walked_away rating",
    key: 2,
};

/// All statements.
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
        let find = |keys: &str, columns: &str, from: &str| {
            // CROSS keeps SQLite from looking through the table for rows that match, instead of the other way round.
            let sql = format!("SELECT {columns} FROM ({}) AS given CROSS JOIN {from}", dialect.rows(keys));
            AssertSqlSafe(sql).into_sql_str()
        };
        let progress =
            dialect.rows("contract_id expected next_height last_hash last_time events skipped missed");
        Self {
            accounts: dialect.upsert(&ACCOUNTS),
            rules: dialect.upsert(&RULES),
            games: dialect.upsert(&GAMES),
            seats: dialect.upsert(&SEATS),
            rounds: dialect.upsert(&ROUNDS),
            moves: dialect.upsert(&MOVES),
            outs: dialect.upsert(&OUTS),
            standings: dialect.upsert(&STANDINGS),
            // A writer that finds another height than it left is not alone.
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
                "contract_id game_id",
                &format!(
                    "games.id, games.contract_id, games.game_id, rules_id, seats, outs, {}",
                    GameState::COLUMNS
                ),
                "games WHERE games.contract_id = given.contract_id AND games.game_id = given.game_id",
            ),
            find_seats: find(
                "id",
                "given.id, seat, account_id, accounts.name",
                "seats CROSS JOIN accounts WHERE seats.game = given.id AND accounts.id = seats.account_id",
            ),
            find_accounts: find(
                "name",
                "accounts.id, accounts.name",
                "accounts WHERE accounts.chain_id = $2 AND accounts.name = given.name",
            ),
            find_standings: find(
                "id",
                &format!("account_id, rules_id, {}", Record::COLUMNS),
                "standings WHERE standings.account_id = given.id",
            ),
        }
    }
}
