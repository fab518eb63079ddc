//! Many rows in one statement: they cross as one JSON array, which both databases can read as a table.

use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr, SqlStr};

/// The SQL of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// A table whose rows are written; a row with the same key is replaced, except where the new one has null.
pub(super) struct Table {
    pub name: &'static str,
    /// The columns, with spaces between them.
    pub columns: &'static str,
    /// How many columns form the key; they come first.
    pub key: usize,
}

/// The columns that hold text; all others hold numbers.
const TEXT: [&str; 6] = ["name", "status", "result", "reason", "receipt", "last_hash"];

impl Dialect {
    /// Selects the parameter `$1` as a table with these columns.
    pub(crate) fn rows(self, columns: &str) -> String {
        let column = |(number, name): (usize, &str)| match self {
            // SQLite sees by itself what is a number.
            Self::Postgres if !TEXT.contains(&name) => format!("(value->>{number})::bigint AS {name}"),
            Self::Sqlite | Self::Postgres => format!("value->>{number} AS {name}"),
        };
        let columns: Vec<String> = columns.split_whitespace().enumerate().map(column).collect();
        let source = match self {
            Self::Sqlite => "json_each($1)",
            Self::Postgres => "json_array_elements($1::json) AS element(value)",
        };
        format!("SELECT {} FROM {source}", columns.join(", "))
    }

    /// Returns the statement that writes rows into a table.
    pub(super) fn upsert(self, table: &Table) -> SqlStr {
        let names: Vec<&str> = table.columns.split_whitespace().collect();
        let (key, rest) = names.split_at(table.key);
        let name = table.name;
        let set = |column: &&str| format!("{column} = coalesce(excluded.{column}, {name}.{column})");
        let set: Vec<String> = rest.iter().map(set).collect();
        let (names, rows) = (names.join(", "), self.rows(table.columns));
        // Without WHERE, SQLite would take ON for a part of a join.
        AssertSqlSafe(format!(
            "INSERT INTO {name} ({names}) SELECT {names} FROM ({rows}) AS given WHERE true
             ON CONFLICT ({}) DO UPDATE SET {}",
            key.join(", "),
            set.join(", ")
        ))
        .into_sql_str()
    }
}

/// Runs a statement whose parameter is these rows, unless there are none. Returns how many rows it has changed.
pub(super) async fn write(
    db: &mut AnyConnection,
    statement: &SqlStr,
    rows: &[impl Serialize],
) -> Result<u64, sqlx::Error> {
    if rows.is_empty() {
        return Ok(0);
    }
    Ok(sqlx::query(statement.clone()).bind(json(rows)).execute(db).await?.rows_affected())
}

/// Runs a statement that looks up these keys, unless there are none.
pub(super) async fn find(
    db: &mut AnyConnection,
    statement: &SqlStr,
    keys: &[impl Serialize],
) -> Result<Vec<AnyRow>, sqlx::Error> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query(statement.clone()).bind(json(keys)).fetch_all(db).await
}

/// Writes rows as they cross.
pub(super) fn json(rows: &[impl Serialize]) -> String {
    // Numbers and texts always are JSON.
    serde_json::to_string(rows).unwrap_or_default()
}
