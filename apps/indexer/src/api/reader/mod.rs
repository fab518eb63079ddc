//! Looks things up in the database, which it can't change. Every list is walked along an index from where the page
//! before ended, so that the last page costs what the first does.

mod games;
mod players;
mod steps;

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyPool, AssertSqlSafe, Row};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_rules::Rules;

use super::answer::{At, Kind};
use crate::store::{Location, name_of, open_to_read};

pub use games::Found;

/// How many requests can read at once; more wait for their turn.
const CONNECTIONS: u32 = 8;

/// The database.
#[derive(Clone)]
pub struct Reader {
    pool: AnyPool,
    dialect: Dialect,
    plans: Option<Arc<Mutex<Vec<Plan>>>>,
}

/// How the database went about a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The statement.
    pub sql: String,
    /// What the database says of it, in its own words.
    pub steps: String,
}

/// What a statement is asked with.
#[derive(Clone, Debug)]
enum Value {
    Number(i64),
    Text(String),
}

/// Which SQL is spoken, where the two differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Sqlite,
    Postgres,
}

/// The chain that is followed, and its contracts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The chain's key and the hash of its first block; none before anything was read.
    pub chain: Option<(i64, String)>,
    /// The contracts.
    pub contracts: Vec<Contract>,
}

/// A contract, and how far it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Its key.
    pub id: i64,
    /// Its account.
    pub account: String,
    /// What it is; none before its first event.
    pub kind: Option<Kind>,
    /// The next block to read.
    pub next_height: i64,
    /// The time of the last block read.
    pub last_time: Option<i64>,
    /// Events taken in.
    pub events: i64,
    /// Events that could not be.
    pub skipped: i64,
    /// Heights that were missed.
    pub missed: i64,
}

impl Reader {
    /// Opens a database that is there.
    ///
    /// # Errors
    ///
    /// When it is not, or has no tables yet.
    pub async fn open(location: &Location) -> anyhow::Result<Self> {
        if let Some(file) = location.file()
            && !file.exists()
        {
            bail!("There is no {location} yet. Start `tic-tac-toe-indexer run` first, which makes it.");
        }
        let dialect = match location {
            Location::Sqlite(_) => Dialect::Sqlite,
            Location::Postgres(_) => Dialect::Postgres,
        };
        let reader = Self { pool: open_to_read(location, CONNECTIONS).await?, dialect, plans: None };
        reader.scope().await.with_context(|| {
            format!("{location} cannot be read. Start `tic-tac-toe-indexer run` on it first, which makes its tables.")
        })?;
        Ok(reader)
    }

    /// The chain that is followed: of several in one database the one with the newest block.
    pub(in crate::api) async fn scope(&self) -> Result<Scope, sqlx::Error> {
        const SQL: &str = "SELECT chains.id, chains.genesis, contracts.id, contracts.account, contracts.kind,
                 progress.next_height, progress.last_time, progress.events, progress.skipped, progress.missed
             FROM contracts JOIN chains ON chains.id = contracts.chain_id
                 JOIN progress ON progress.contract_id = contracts.id
             ORDER BY contracts.id";
        let rows = self.rows(SQL, &[]).await?;
        let mut read = Vec::with_capacity(rows.len());
        for row in &rows {
            let chain: (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            read.push((chain, Contract::read(row)?));
        }
        let newest = read.iter().max_by_key(|((id, _), contract)| (contract.last_time, *id));
        let Some(chain) = newest.map(|(chain, _)| chain.clone()) else {
            return Ok(Scope::default());
        };
        let contracts = read.into_iter().filter(|(of, _)| *of == chain).map(|(_, contract)| contract);
        Ok(Scope { contracts: contracts.collect(), chain: Some(chain) })
    }

    /// The key of some rules; none if nobody has played by them.
    async fn rules(&self, rules: Rules) -> Result<Option<i64>, sqlx::Error> {
        let found = self.row("SELECT id FROM rules WHERE name = $1", &[name_of(rules).into()]).await?;
        found.map(|row| row.try_get(0)).transpose()
    }

    /// The key of an account; none if it has not been seen.
    async fn account(&self, scope: &Scope, account: &AccountId) -> Result<Option<i64>, sqlx::Error> {
        let Some((chain, _)) = &scope.chain else {
            return Ok(None);
        };
        let sql = "SELECT id FROM accounts WHERE chain_id = $1 AND name = $2";
        let found = self.row(sql, &[(*chain).into(), account.to_string().into()]).await?;
        found.map(|row| row.try_get(0)).transpose()
    }

    /// From now on keeps how the database goes about each statement, for those who look after its indexes.
    #[must_use]
    pub fn with_plans(self) -> Self {
        Self { plans: Some(Arc::default()), ..self }
    }

    /// What was kept since it was last asked.
    #[must_use]
    pub fn take_plans(&self) -> Vec<Plan> {
        let taken = |plans: &Mutex<Vec<Plan>>| {
            std::mem::take(&mut *plans.lock().unwrap_or_else(PoisonError::into_inner))
        };
        self.plans.as_deref().map(taken).unwrap_or_default()
    }

    async fn rows(&self, sql: &str, values: &[Value]) -> Result<Vec<AnyRow>, sqlx::Error> {
        if let Some(plans) = &self.plans {
            let plan = self.plan(sql, values).await?;
            plans.lock().unwrap_or_else(PoisonError::into_inner).push(plan);
        }
        asked(sql.to_owned(), values).fetch_all(&self.pool).await
    }

    async fn row(&self, sql: &str, values: &[Value]) -> Result<Option<AnyRow>, sqlx::Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    async fn plan(&self, sql: &str, values: &[Value]) -> Result<Plan, sqlx::Error> {
        let (explain, column) = match self.dialect {
            Dialect::Sqlite => ("EXPLAIN QUERY PLAN", 3),
            Dialect::Postgres => ("EXPLAIN", 0),
        };
        let rows = asked(format!("{explain} {sql}"), values).fetch_all(&self.pool).await?;
        let steps: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get(column)).collect();
        Ok(Plan { sql: sql.to_owned(), steps: steps?.join("\n") })
    }
}

/// A statement with its values. No statement has anything in it that a reader wrote.
fn asked<'q>(sql: String, values: &[Value]) -> Query<'q, Any, AnyArguments> {
    values.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, value| match value {
        Value::Number(number) => query.bind(*number),
        Value::Text(text) => query.bind(text.clone()),
    })
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl Dialect {
    /// Numbers that cross as one JSON array, as a table with one column.
    const fn numbers(self) -> &'static str {
        match self {
            Self::Sqlite => "(SELECT value AS number FROM json_each($1)) AS wanted",
            Self::Postgres => {
                "(SELECT value::bigint AS number FROM json_array_elements_text($1::json)) AS wanted"
            }
        }
    }
}

impl Scope {
    /// The contract with this account.
    pub fn contract(&self, account: &AccountId) -> Option<&Contract> {
        self.contracts.iter().find(|contract| contract.account == account.as_str())
    }
}

impl Contract {
    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let kind: Option<String> = row.try_get(4)?;
        Ok(Self {
            id: row.try_get(2)?,
            account: row.try_get(3)?,
            kind: kind.as_deref().and_then(Kind::by_name),
            next_height: row.try_get(5)?,
            last_time: row.try_get(6)?,
            events: row.try_get(7)?,
            skipped: row.try_get(8)?,
            missed: row.try_get(9)?,
        })
    }
}

impl At {
    fn new(height: i64, time: i64) -> Self {
        Self { height, time: time.to_string() }
    }

    /// From two columns that are both empty or both not.
    fn read(row: &AnyRow, column: usize) -> Result<Option<Self>, sqlx::Error> {
        let (height, time): (Option<i64>, Option<i64>) = (row.try_get(column)?, row.try_get(column + 1)?);
        Ok(height.zip(time).map(|(height, time)| Self::new(height, time)))
    }
}
