//! Looks things up in the database, which it can't change. Every list is walked along an index from where the page
//! before ended, so that the last page costs what the first does.

mod games;
mod players;
mod steps;

use std::sync::mpsc::Sender;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_rules::Rules;

use super::answer::ContractProgress;
use crate::model::{Kind, from_name, rules_name, unsigned};
use crate::store::{Dialect, Location, News, Value, bind, open_to_read};

pub(super) use games::Found;

/// How many requests can read at once; more wait for their turn.
const CONNECTIONS: u32 = 8;

/// The database.
#[derive(Clone)]
pub struct Reader {
    pool: AnyPool,
    location: Location,
    dialect: Dialect,
    plans: Option<Sender<Plan>>,
}

/// The database's plan for a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The statement.
    pub sql: String,
    /// The steps, in the database's own words.
    pub steps: String,
}

/// The chain that is followed, and its contracts.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The chain's id and the hash of its first block; none before anything was read.
    pub chain: Option<(i64, String)>,
    pub contracts: Vec<Contract>,
}

/// A contract, and how far it was read.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub id: i64,
    /// None before its first event.
    kind: Option<Kind>,
    progress: ContractProgress,
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
        let pool = open_to_read(location, CONNECTIONS).await?;
        let reader = Self { pool, location: location.clone(), dialect: location.dialect(), plans: None };
        reader.scope().await.with_context(|| {
            format!("{location} cannot be read. Start `tic-tac-toe-indexer run` on it first, which makes its tables.")
        })?;
        Ok(reader)
    }

    /// Listens for blocks that are recorded.
    pub(in crate::api) fn news(&self) -> News {
        News::new(self.location.clone())
    }

    /// Looks up the chain that is followed: of several in one database the one with the newest block.
    pub(in crate::api) async fn scope(&self) -> Result<Scope, sqlx::Error> {
        const SQL: &str = "SELECT chains.id, chains.genesis, contracts.id, contracts.account, totals.kind,
                 progress.next_height, progress.last_time, coalesce(totals.events, 0), coalesce(totals.skipped, 0),
                 progress.missed
             FROM contracts JOIN chains ON chains.id = contracts.chain_id
                 JOIN progress ON progress.contract_id = contracts.id
                 LEFT JOIN totals ON totals.contract_id = contracts.id
             ORDER BY contracts.id";
        let rows = self.rows(SQL, &[]).await?;
        let mut read = Vec::with_capacity(rows.len());
        for row in &rows {
            let chain: (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            read.push((chain, Contract::read(row)?));
        }
        let newest = read.iter().max_by_key(|((id, _), contract)| (contract.progress.time, *id));
        let Some(chain) = newest.map(|(chain, _)| chain.clone()) else {
            return Ok(Scope::default());
        };
        let contracts = read.into_iter().filter(|(of, _)| *of == chain).map(|(_, contract)| contract);
        Ok(Scope { contracts: contracts.collect(), chain: Some(chain) })
    }

    /// Looks up the id of rules; none if nobody has played with them.
    async fn rules_id(&self, rules: Rules) -> Result<Option<i64>, sqlx::Error> {
        let found = self.row("SELECT id FROM rules WHERE name = $1", &[rules_name(rules).into()]).await?;
        found.map(|row| row.try_get(0)).transpose()
    }

    /// Looks up the id of an account; none if it has not played.
    async fn account_id(&self, scope: &Scope, account: &AccountId) -> Result<Option<i64>, sqlx::Error> {
        let Some((chain, _)) = &scope.chain else {
            return Ok(None);
        };
        let sql = "SELECT id FROM accounts WHERE chain_id = $1 AND name = $2";
        let found = self.row(sql, &[(*chain).into(), account.to_string().into()]).await?;
        found.map(|row| row.try_get(0)).transpose()
    }

    /// Sends the plan of each statement from now on, for tests of the indexes.
    #[must_use]
    pub fn with_plans(self, plans: Sender<Plan>) -> Self {
        Self { plans: Some(plans), ..self }
    }

    /// Runs a statement, which contains no text from a request.
    async fn rows(&self, sql: &str, values: &[Value]) -> Result<Vec<AnyRow>, sqlx::Error> {
        if let Some(plans) = &self.plans {
            // Whoever wanted them may be gone.
            let _ = plans.send(self.plan(sql, values).await?);
        }
        bind(sql.to_owned(), values.to_vec()).fetch_all(&self.pool).await
    }

    async fn row(&self, sql: &str, values: &[Value]) -> Result<Option<AnyRow>, sqlx::Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    async fn plan(&self, sql: &str, values: &[Value]) -> Result<Plan, sqlx::Error> {
        let (explain, column) = match self.dialect {
            Dialect::Sqlite => ("EXPLAIN QUERY PLAN", 3),
            Dialect::Postgres => ("EXPLAIN", 0),
        };
        let rows = bind(format!("{explain} {sql}"), values.to_vec()).fetch_all(&self.pool).await?;
        let steps: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get(column)).collect();
        Ok(Plan { sql: sql.to_owned(), steps: steps?.join("\n") })
    }
}

impl Scope {
    /// Returns the hash of the chain's first block, nothing before anything was read.
    pub(super) fn genesis(&self) -> &str {
        self.chain.as_ref().map_or("", |(_, genesis)| genesis)
    }

    /// Returns how many events were recorded.
    pub(super) fn events(&self) -> i64 {
        self.contracts.iter().map(|contract| contract.progress.events).sum()
    }

    /// Returns the contract with this account.
    pub(super) fn contract(&self, account: &AccountId) -> Option<&Contract> {
        self.contracts.iter().find(|contract| contract.account() == account.as_str())
    }

    /// Returns how far each contract was read.
    pub(super) fn progress(&self) -> impl Iterator<Item = ContractProgress> {
        self.contracts.iter().map(|Contract { progress, .. }| ContractProgress {
            seconds_behind: progress.time.map(age),
            ..progress.clone()
        })
    }
}

impl Contract {
    fn account(&self) -> &str {
        &self.progress.contract
    }

    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        let kind: Option<String> = row.try_get(4)?;
        let time = row.try_get::<Option<i64>, _>(6)?.map(|time| Timestamp(unsigned(time)));
        let progress = ContractProgress {
            contract: row.try_get(3)?,
            next_height: row.try_get(5)?,
            time,
            seconds_behind: None,
            events: row.try_get(7)?,
            skipped: row.try_get(8)?,
            missed: row.try_get(9)?,
        };
        Ok(Self { id: row.try_get(2)?, kind: kind.map(from_name).transpose()?, progress })
    }
}

/// Returns the seconds since a block.
fn age(time: Timestamp) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.saturating_sub(Duration::from_nanos(time.0)).as_secs()).unwrap_or(i64::MAX)
}
