//! Many rows in one statement: their values cross one by one to `SQLite`, and as an array for each column to `PostgreSQL`,
//! or copied as lines if they are new.

use std::fmt::Write as _;
use std::iter;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, PgConnection};

use super::db::Db;

/// The SQL of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// A value in a row, or a parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Text(String),
}

/// The values of a row in the order of its columns.
pub(super) type Values = Vec<Value>;

/// Makes a row of values.
macro_rules! row {
    ($($value:expr),* $(,)?) => { vec![$($crate::store::Value::from($value)),*] };
}
pub(super) use row;

/// A table whose rows are written; a row with the same key is replaced, except where the new one has null.
pub(super) struct Table {
    pub name: &'static str,
    /// The columns, with spaces between them.
    pub columns: &'static str,
    /// How many columns form the key; they come first. Without a key, rows are only ever added.
    pub key: usize,
    /// How many columns after the key never change, so that indexes on them need not be written again.
    pub fixed: usize,
    /// Whether the key begins with a game: a new one's rows need not be looked for.
    pub is_by_game: bool,
}

/// The columns that hold text; all others hold numbers.
const TEXT: [&str; 9] =
    ["name", "kind", "starts", "status", "result", "reason", "receipt", "line", "last_hash"];

/// `SQLite` keeps a statement for so many rows ready; larger ones take longer to prepare than they save.
const SQLITE_ROWS: usize = 100;

/// `PostgreSQL` executes a statement with so many rows while the next one is made.
const POSTGRES_ROWS: usize = 500;

/// So many bytes of new rows go to it together.
const COPIED_AT_ONCE: usize = 1 << 16;

impl Dialect {
    /// Returns SQL that was written for both databases, as this one understands it.
    pub(super) fn of_both(self, sql: &str) -> String {
        let mark = match self {
            Self::Sqlite => "/*!",
            Self::Postgres => "/*+",
        };
        let mut parts = sql.split(mark);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |sql, part| {
            let (own, rest) = part.split_once("*/").unwrap_or((part, ""));
            sql + own.trim() + rest
        })
    }

    /// Selects the parameters of a statement, so many rows, as a table with these columns.
    pub(crate) fn given(self, columns: &str, rows: usize) -> String {
        let names: Vec<&str> = columns.split_whitespace().collect();
        match self {
            Self::Sqlite => {
                let name = |(name, number): (&&str, usize)| format!("column{number} AS {name}");
                let columns: Vec<String> = names.iter().zip(1..).map(name).collect();
                let rows = format!("({}),", vec!["?"; names.len()].join(",")).repeat(rows);
                format!("SELECT {} FROM (VALUES {})", columns.join(", "), rows.trim_end_matches(','))
            }
            Self::Postgres => {
                // Side by side in the list of columns, they need not be put together in a table first.
                let array = |(name, number): (&&str, usize)| {
                    let kind = if TEXT.contains(name) { "text" } else { "bigint" };
                    format!("unnest(${number}::text::{kind}[]) AS {name}")
                };
                let arrays: Vec<String> = names.iter().zip(1..).map(array).collect();
                format!("SELECT {}", arrays.join(", "))
            }
        }
    }

    /// Returns the parameters with which rows are given.
    pub(crate) fn parameters(self, rows: Vec<Values>) -> Values {
        match self {
            Self::Sqlite => rows.into_iter().flatten().collect(),
            Self::Postgres => arrays(&rows).into_iter().map(Value::Text).collect(),
        }
    }

    /// Returns the statement that writes so many rows into a table, whose name has this prefix.
    fn insert(self, prefix: &str, Table { name, columns, .. }: &Table, rows: usize) -> String {
        let (names, rows) = (list(columns), self.given(columns, rows));
        // Without WHERE, SQLite would take the ON of an upsert for a part of a join.
        format!(
            "INSERT INTO {prefix}{name} AS {name} ({names}) SELECT {names} FROM ({rows}) AS given WHERE true"
        )
    }

    /// Returns the statement that does so where rows with the same keys may be there.
    fn upsert(self, prefix: &str, table: &Table, rows: usize) -> String {
        let Table { name, columns, key, fixed, .. } = table;
        let names: Vec<&str> = columns.split_whitespace().collect();
        let (keys, rest) = names.split_at(*key);
        let set = |column: &&str| format!("{column} = coalesce(excluded.{column}, {name}.{column})");
        let set: Vec<String> = rest.iter().skip(*fixed).map(set).collect();
        let insert = self.insert(prefix, table, rows);
        format!("{insert} ON CONFLICT ({}) DO UPDATE SET {}", keys.join(", "), set.join(", "))
    }

    /// Splits rows into those of one statement each.
    fn statements(self, rows: impl IntoIterator<Item = Values>) -> impl Iterator<Item = Vec<Values>> {
        let most = if self == Self::Sqlite { SQLITE_ROWS } else { POSTGRES_ROWS };
        let mut rows = rows.into_iter();
        iter::from_fn(move || {
            Some(rows.by_ref().take(most).collect()).filter(|rows: &Vec<_>| !rows.is_empty())
        })
    }

    /// Makes a statement with these rows. One with fewer rows than others is not worth keeping.
    fn query<'q>(self, sql: String, rows: Vec<Values>) -> Query<'q, Any, AnyArguments> {
        let is_kept = self == Self::Postgres || rows.len() == SQLITE_ROWS;
        bind(sql, self.parameters(rows)).persistent(is_kept)
    }
}

/// Binds a statement's parameters.
pub(crate) fn bind<'q>(sql: String, values: Values) -> Query<'q, Any, AnyArguments> {
    values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, value| match value {
        Value::Null => query.bind(None::<i64>),
        Value::Number(number) => query.bind(number),
        Value::Text(text) => query.bind(text),
    })
}

/// Writes rows into tables, whose names have this prefix. Games after `last_game` are new, and their rows come last.
pub(super) async fn write<'a>(
    db: &mut Db,
    dialect: Dialect,
    prefix: &str,
    last_game: i64,
    tables: impl IntoIterator<Item = (&'a Table, impl IntoIterator<Item = Values>)>,
) -> Result<(), sqlx::Error> {
    for (table, rows) in tables {
        let is_new = |row: &Values| {
            table.key == 0 || table.is_by_game && row.first() > Some(&Value::Number(last_game))
        };
        let mut rows = rows.into_iter().peekable();
        let old = dialect.statements(iter::from_fn(|| rows.next_if(|row| !is_new(row))));
        execute(db, old.map(|rows| dialect.query(dialect.upsert(prefix, table, rows.len()), rows))).await?;
        if let Some(server) = db.copier() {
            copy(server, &format!("{prefix}{} ({})", table.name, list(table.columns)), rows).await?;
        } else {
            let insert = |rows: Vec<_>| dialect.query(dialect.insert(prefix, table, rows.len()), rows);
            execute(db, dialect.statements(rows).map(insert)).await?;
        }
    }
    Ok(())
}

/// Executes statements. While the database is at one, the next one is made.
async fn execute<'q>(
    db: &mut Db,
    mut statements: impl Iterator<Item = Query<'q, Any, AnyArguments>>,
) -> Result<(), sqlx::Error> {
    let mut next = statements.next();
    while let Some(statement) = next {
        let (written, following) = tokio::join!(statement.execute(&mut *db), async { statements.next() });
        written?;
        next = following;
    }
    Ok(())
}

/// Copies new rows to a server, which takes them in while the next ones are made.
async fn copy(
    server: &mut PgConnection,
    table: &str,
    rows: impl Iterator<Item = Values>,
) -> Result<(), sqlx::Error> {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let mut copy = server.copy_in_raw(&format!("COPY {table} FROM STDIN")).await?;
    while rows.peek().is_some() {
        let mut lines = String::new();
        while lines.len() < COPIED_AT_ONCE
            && let Some(row) = rows.next()
        {
            write_line(&mut lines, &row);
        }
        copy.send(lines.as_bytes()).await?;
    }
    copy.finish().await?;
    Ok(())
}

/// Writes a row as `COPY` reads it.
fn write_line(lines: &mut String, row: &Values) {
    for (number, value) in row.iter().enumerate() {
        if number > 0 {
            lines.push('\t');
        }
        match value {
            Value::Null => lines.push_str("\\N"),
            // A string takes whatever is written to it.
            Value::Number(number) => write!(lines, "{number}").unwrap_or_default(),
            Value::Text(text) => push_escaped(lines, text, &['\\', '\t', '\n', '\r']),
        }
    }
    lines.push('\n');
}

/// Runs a statement on each of these rows, which it has as a table `given`. Returns how many rows it has changed.
pub(super) async fn change(
    db: &mut Db,
    dialect: Dialect,
    columns: &str,
    rows: Vec<Values>,
    sql: impl Fn(&str) -> String,
) -> Result<u64, sqlx::Error> {
    let mut changed = 0;
    for rows in dialect.statements(rows) {
        let given = format!("({}) AS given", dialect.given(columns, rows.len()));
        changed += dialect.query(sql(&given), rows).execute(&mut *db).await?.rows_affected();
    }
    Ok(changed)
}

/// Looks up columns of the tables that `from` joins with the given keys.
pub(super) async fn find(
    db: &mut Db,
    dialect: Dialect,
    (keys, rows): (&str, Vec<Values>),
    columns: &str,
    from: &str,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let mut found = Vec::new();
    for rows in dialect.statements(rows) {
        // CROSS keeps SQLite from looking through the table for rows that match, instead of the other way round.
        let given = dialect.given(keys, rows.len());
        let sql = format!("SELECT {columns} FROM ({given}) AS given CROSS JOIN {from}");
        found.extend(dialect.query(sql, rows).fetch_all(&mut *db).await?);
    }
    Ok(found)
}

/// Writes each column as an array.
fn arrays(rows: &[Values]) -> Vec<String> {
    let mut arrays = vec![String::new(); rows.first().map_or(0, Vec::len)];
    for row in rows {
        for (array, value) in arrays.iter_mut().zip(row) {
            array.push(if array.is_empty() { '{' } else { ',' });
            match value {
                Value::Null => array.push_str("NULL"),
                // A string takes whatever is written to it.
                Value::Number(number) => write!(array, "{number}").unwrap_or_default(),
                Value::Text(text) => {
                    array.push('"');
                    push_escaped(array, text, &['"', '\\']);
                    array.push('"');
                }
            }
        }
    }
    for array in &mut arrays {
        array.push('}');
    }
    arrays
}

/// Adds text, with a backslash before each of these characters.
fn push_escaped(to: &mut String, text: &str, characters: &[char]) {
    let mut rest = text;
    while let Some(place) = rest.find(characters) {
        to.push_str(&rest[..place]);
        to.push('\\');
        to.push_str(&rest[place..=place]);
        rest = &rest[place + 1..];
    }
    to.push_str(rest);
}

/// Writes the names of columns with commas between them.
fn list(columns: &str) -> String {
    columns.split_whitespace().collect::<Vec<_>>().join(", ")
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u8> for Value {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, T::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_becomes_a_line() {
        let mut lines = String::new();
        write_line(&mut lines, &row![-1_i64, None::<String>, "a\tb\nc\rd\\.\"é"]);
        assert_eq!(lines, "-1\t\\N\ta\\\tb\\\nc\\\rd\\\\.\"é\n");
    }

    #[test]
    fn each_column_becomes_an_array() {
        let rows = [row![1_i64, Some("a\"b\\c")], row![-2_i64, None::<String>]];
        assert_eq!(arrays(&rows), ["{1,-2}", r#"{"a\"b\\c",NULL}"#]);
    }
}
