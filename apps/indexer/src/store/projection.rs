//! Projections: the tables that are made of the log. One is read; the next one is built beside it and takes its place.

use sqlx::{AnyExecutor, AssertSqlSafe, Row};

use super::batch::{Dialect, write};
use super::db::Db;
use super::ledger::Ledger;
use super::load;
use super::log::{self, LogEntry, Step};
use super::tables::PROJECTION;

/// The version of the projection: one more whenever other rows are made of the same events.
const VERSION: i64 = 3;

const TABLES: &str = include_str!("projection.sql");

// Where the indexes begin, which are made when all rows are there.
const INDEXES: &str = "-- INDEXES\n";

/// A projection, as far as it has come with a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    generation: i64,
    /// What the names of its tables begin with.
    pub prefix: &'static str,
    /// It has all events before this height.
    pub next_height: i64,
}

/// The projection that is read, and the next one while it is built.
pub(super) struct Projections {
    pub current: Projection,
    pub next: Option<Projection>,
}

impl Projections {
    pub(super) async fn find(db: impl AnyExecutor<'_>, chain: i64) -> Result<Self, sqlx::Error> {
        let sql = "SELECT projections.generation, coalesce(next_height, 0) FROM projections
                   LEFT JOIN projected ON projected.generation = projections.generation AND chain_id = $1
                   ORDER BY projections.generation";
        let rows = sqlx::query(sql).bind(chain).fetch_all(db).await?;
        let mut found = Vec::new();
        for (row, prefix) in rows.iter().zip(["", "next_"]) {
            found.push(Projection { generation: row.try_get(0)?, prefix, next_height: row.try_get(1)? });
        }
        let next = found.get(1).copied();
        let current = found.first().copied().ok_or(sqlx::Error::RowNotFound)?;
        Ok(Self { current, next })
    }
}

impl Projection {
    /// Writes what events have changed. Games after `last_game` are new.
    pub(super) async fn write(
        &self,
        db: &mut Db,
        dialect: Dialect,
        last_game: i64,
        ledger: &mut Ledger,
    ) -> Result<(), sqlx::Error> {
        write(db, dialect, self.prefix, last_game, PROJECTION.into_iter().zip(ledger.take_changes())).await
    }

    /// Marks the games of a contract that may have gone on in blocks that were missed.
    pub(super) async fn mark_gap(&self, db: &mut Db, contract: i64) -> Result<(), sqlx::Error> {
        let sql =
            format!("UPDATE {}games SET gap = 1 WHERE contract_id = $1 AND status <> 'closed'", self.prefix);
        sqlx::query(AssertSqlSafe(sql)).bind(contract).execute(db).await?;
        Ok(())
    }

    /// Notes that it has all events before a height.
    pub(super) async fn advance(&self, db: &mut Db, chain: i64, next_height: i64) -> Result<(), sqlx::Error> {
        let sql = "INSERT INTO projected (generation, chain_id, next_height) VALUES ($1, $2, $3)
                   ON CONFLICT (generation, chain_id) DO UPDATE SET next_height = excluded.next_height";
        sqlx::query(sql).bind(self.generation).bind(chain).bind(next_height).execute(db).await?;
        Ok(())
    }

    /// Takes in the next events of the log.
    pub(super) async fn catch_up(
        &self,
        db: &mut Db,
        dialect: Dialect,
        ledger: &mut Option<Ledger>,
        Step { chain, to, logged, .. }: Step,
    ) -> Result<(), sqlx::Error> {
        let entries: Vec<LogEntry> = logged.iter().map(log::Logged::entry).collect();
        let mut kept = match ledger.take().filter(|ledger| ledger.chain == chain) {
            Some(ledger) => ledger,
            None => load::load_ledger(db, self.prefix, chain).await?,
        };
        let last_game = kept.last_game;
        load::load(db, dialect, self.prefix, &entries, &mut kept).await?;
        for entry in &entries {
            // What can't be true was told when it was recorded.
            let _ = kept.apply(entry);
        }
        self.write(db, dialect, last_game, &mut kept).await?;
        let missed = log::gaps_to(&mut *db, chain, to).await?;
        for contract in &missed {
            self.mark_gap(db, *contract).await?;
        }
        self.advance(db, chain, to).await?;
        // Marked games have to be loaded again.
        *ledger = Some(kept).filter(|_| missed.is_empty());
        Ok(())
    }

    /// Makes the indexes of a projection that is complete.
    pub(super) async fn finish(&self, db: &mut Db, dialect: Dialect) -> Result<(), sqlx::Error> {
        run(db, dialect, part(1), self.prefix, self.generation).await
    }

    /// Takes the place of the projection that is read.
    pub(super) async fn replace(&self, db: &mut Db, dialect: Dialect) -> Result<(), sqlx::Error> {
        if dialect == Dialect::Postgres {
            // A reader that waits for one table while it has another must not wait for this one, and this one for it.
            sqlx::query("SET LOCAL lock_timeout = '500ms'").execute(&mut *db).await?;
        }
        for table in PROJECTION {
            let (name, prefix) = (table.name, self.prefix);
            let sql = format!("DROP TABLE IF EXISTS {name}; ALTER TABLE {prefix}{name} RENAME TO {name}");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *db).await?;
        }
        for sql in
            ["DELETE FROM projections WHERE generation < $1", "DELETE FROM projected WHERE generation < $1"]
        {
            sqlx::query(sql).bind(self.generation).execute(&mut *db).await?;
        }
        Ok(())
    }
}

/// Makes the first projection, or begins the next one if this program makes another one of the same events.
pub(super) async fn prepare(db: &mut Db, dialect: Dialect) -> Result<(), sqlx::Error> {
    let sql = "SELECT max(generation), max(version) FROM projections
               WHERE generation = (SELECT max(generation) FROM projections)";
    let row = sqlx::query(sql).fetch_one(&mut *db).await?;
    match (row.try_get::<Option<i64>, _>(0)?, row.try_get::<Option<i64>, _>(1)?) {
        (None, _) => {
            add(db, dialect, "", 1).await?;
            run(db, dialect, part(1), "", 1).await?;
        }
        (_, Some(VERSION)) => {}
        _ => begin_next(db, dialect).await?,
    }
    Ok(())
}

/// Begins the next projection; one that is being built is given up.
pub(super) async fn begin_next(db: &mut Db, dialect: Dialect) -> Result<(), sqlx::Error> {
    let Projections { current, next } = Projections::find(&mut *db, 0).await?;
    for table in PROJECTION {
        let sql = format!("DROP TABLE IF EXISTS next_{}", table.name);
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *db).await?;
    }
    for sql in
        ["DELETE FROM projections WHERE generation > $1", "DELETE FROM projected WHERE generation > $1"]
    {
        sqlx::query(sql).bind(current.generation).execute(&mut *db).await?;
    }
    let generation = next.unwrap_or(current).generation + 1;
    add(db, dialect, "next_", generation).await
}

async fn add(db: &mut Db, dialect: Dialect, prefix: &str, generation: i64) -> Result<(), sqlx::Error> {
    run(db, dialect, part(0), prefix, generation).await?;
    let sql = "INSERT INTO projections (generation, version) VALUES ($1, $2)";
    sqlx::query(sql).bind(generation).bind(VERSION).execute(db).await?;
    Ok(())
}

/// Returns the tables (0) or the indexes (1).
fn part(number: usize) -> &'static str {
    TABLES.split(INDEXES).nth(number).unwrap_or_default()
}

async fn run(
    db: &mut Db,
    dialect: Dialect,
    sql: &str,
    prefix: &str,
    generation: i64,
) -> Result<(), sqlx::Error> {
    let sql = sql.replace("{prefix}", prefix).replace("{generation}", &generation.to_string());
    sqlx::raw_sql(AssertSqlSafe(dialect.of_both(&sql))).execute(db).await?;
    Ok(())
}
