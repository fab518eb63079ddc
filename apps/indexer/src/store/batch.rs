//! Many rows in one statement: they cross as one JSON array to `SQLite`, and as an array for each column to `PostgreSQL`,
//! which each can read as a table.

use serde::Serialize;
use serde_json::Value;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

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
    /// How many columns form the key; they come first. Without a key, rows are only ever added.
    pub key: usize,
    /// How many columns after the key never change, so that indexes on them need not be written again.
    pub fixed: usize,
}

/// The columns that hold text; all others hold numbers.
const TEXT: [&str; 9] =
    ["name", "kind", "starts", "status", "result", "reason", "receipt", "line", "last_hash"];

impl Dialect {
    /// Returns SQL that was written for both databases, as this one understands it.
    pub(super) fn of_both(self, sql: &str) -> String {
        match self {
            Self::Sqlite => sql.replace("/*! WITHOUT ROWID */", "WITHOUT ROWID"),
            Self::Postgres => sql.to_owned(),
        }
    }

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
            Self::Postgres => "jsonb_array_elements($1::jsonb) AS element(value)",
        };
        format!("SELECT {} FROM {source}", columns.join(", "))
    }

    /// Selects the rows of a statement as a table with these columns.
    pub(super) fn given(self, columns: &str) -> String {
        if self == Self::Sqlite {
            return self.rows(columns);
        }
        let names: Vec<&str> = columns.split_whitespace().collect();
        let array = |(name, number): (&&str, usize)| {
            let kind = if TEXT.contains(name) { "text" } else { "bigint" };
            format!("${number}::text::{kind}[]")
        };
        let arrays: Vec<String> = names.iter().zip(1..).map(array).collect();
        format!("SELECT * FROM unnest({}) AS given ({})", arrays.join(", "), names.join(", "))
    }

    /// Returns the statement that writes rows into a table, whose name has this prefix.
    pub(super) fn upsert(self, prefix: &str, Table { name, columns, key, fixed }: &Table) -> String {
        let names: Vec<&str> = columns.split_whitespace().collect();
        let (keys, rest) = names.split_at(*key);
        let set = |column: &&str| format!("{column} = coalesce(excluded.{column}, {name}.{column})");
        let set: Vec<String> = rest.iter().skip(*fixed).map(set).collect();
        let conflict = match (*key, set.is_empty()) {
            (0, _) => String::new(),
            (_, true) => format!("ON CONFLICT ({}) DO NOTHING", keys.join(", ")),
            (_, false) => format!("ON CONFLICT ({}) DO UPDATE SET {}", keys.join(", "), set.join(", ")),
        };
        let (names, rows) = (names.join(", "), self.given(columns));
        // Without WHERE, SQLite would take ON for a part of a join.
        format!(
            "INSERT INTO {prefix}{name} AS {name} ({names}) SELECT {names} FROM ({rows}) AS given WHERE true {conflict}"
        )
    }

    /// Returns the statement that looks up columns by keys.
    pub(super) fn select(self, keys: &str, columns: &str, from: &str) -> String {
        // CROSS keeps SQLite from looking through the table for rows that match, instead of the other way round.
        format!("SELECT {columns} FROM ({}) AS given CROSS JOIN {from}", self.given(keys))
    }
}

/// Runs a statement with these rows, unless there are none. Returns how many rows it has changed.
pub(super) async fn write(
    db: &mut AnyConnection,
    dialect: Dialect,
    sql: String,
    rows: &[impl Serialize],
) -> Result<u64, sqlx::Error> {
    if rows.is_empty() {
        return Ok(0);
    }
    Ok(dialect.query(sql, rows).execute(db).await?.rows_affected())
}

/// Runs a statement that looks up these keys, unless there are none.
pub(super) async fn find(
    db: &mut AnyConnection,
    dialect: Dialect,
    sql: String,
    keys: &[impl Serialize],
) -> Result<Vec<AnyRow>, sqlx::Error> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    dialect.query(sql, keys).fetch_all(db).await
}

impl Dialect {
    fn query<'q>(self, sql: String, rows: &[impl Serialize]) -> Query<'q, Any, AnyArguments> {
        let query = sqlx::query(AssertSqlSafe(sql));
        match self {
            // Numbers and texts always are JSON.
            Self::Sqlite => query.bind(serde_json::to_string(rows).unwrap_or_default()),
            Self::Postgres => arrays(rows).into_iter().fold(query, Query::bind),
        }
    }
}

/// Writes each column as an array.
fn arrays(rows: &[impl Serialize]) -> Vec<String> {
    let mut arrays: Vec<String> = Vec::new();
    for row in rows {
        let Value::Array(row) = serde_json::json!(row) else { continue };
        arrays.resize(row.len(), String::new());
        for (array, value) in arrays.iter_mut().zip(row) {
            array.push(if array.is_empty() { '{' } else { ',' });
            match value {
                Value::Null => array.push_str("NULL"),
                Value::String(text) => {
                    array.push('"');
                    array.push_str(&text.replace('\\', r"\\").replace('"', r#"\""#));
                    array.push('"');
                }
                number => array.push_str(&number.to_string()),
            }
        }
    }
    for array in &mut arrays {
        array.push('}');
    }
    arrays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_becomes_an_array() {
        let rows = [(1, Some("a\"b\\c")), (-2, None)];
        assert_eq!(arrays(&rows), ["{1,-2}", r#"{"a\"b\\c",NULL}"#]);
    }
}
