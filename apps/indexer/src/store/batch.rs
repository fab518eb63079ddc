//! Many rows in one statement: they cross as one JSON array, which both databases can read as a table.

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr, SqlStr};

/// Which SQL is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
}

/// A column of rows that cross to the database.
pub(super) type Column = (&'static str, Kind);

/// Rows that are written into a table; what is there already under the same key is replaced, except by nothing.
pub(super) struct Table {
    pub name: &'static str,
    pub columns: &'static [Column],
    /// The columns that tell rows apart, which come first.
    pub key: usize,
}

impl Dialect {
    /// The parameter `$1` as a table with these columns.
    pub(super) fn rows(self, columns: &[Column]) -> String {
        let column = |(place, (name, kind)): (usize, &Column)| match (self, kind) {
            // SQLite sees by itself what is a number.
            (Self::Postgres, Kind::Number) => format!("(value->>{place})::bigint AS {name}"),
            (Self::Sqlite, _) | (Self::Postgres, Kind::Text) => format!("value->>{place} AS {name}"),
        };
        let columns: Vec<String> = columns.iter().enumerate().map(column).collect();
        let source = match self {
            Self::Sqlite => "json_each($1)",
            Self::Postgres => "json_array_elements($1::json) AS element(value)",
        };
        format!("SELECT {} FROM {source}", columns.join(", "))
    }

    /// The statement that writes rows into a table.
    pub(super) fn upsert(self, table: &Table) -> SqlStr {
        let names: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
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

/// Runs a statement whose parameter is these rows, unless there are none.
pub(super) async fn write(
    db: &mut AnyConnection,
    statement: &SqlStr,
    rows: &[impl Serialize],
) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(statement.clone()).bind(json(rows)).execute(db).await?;
    Ok(())
}

/// Rows as they cross.
pub(super) fn json(rows: &[impl Serialize]) -> String {
    // Numbers and texts always are JSON.
    serde_json::to_string(rows).unwrap_or_default()
}
