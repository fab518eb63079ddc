//! Opens a database for one program that writes, or for many that read.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Row, SqlSafeStr};

use super::batch::Dialect;
use super::db::Db;
use super::{Error, Location, projection};

const SCHEMA: &str = include_str!("schema.sql");

// A program that was killed may have the lock for a moment longer.
const LOCK_ATTEMPTS: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// What keeps other writers out. It ends with the program, however that ends.
pub(super) enum Lock {
    /// A file beside the database.
    File { _locked: File },
    /// A session on the server: the process that serves it, and when that began.
    Session(i64, String),
}

/// Opens a database to write it, and creates its tables. A lock on a file is kept; a session on the server may have
/// outlived its connection, so it is ended and a new one takes its place.
pub(super) async fn open(location: &Location, lock: &mut Option<Lock>) -> Result<Db, Error> {
    sqlx::any::install_default_drivers();
    if let (Location::Sqlite(file), None) = (location, &lock) {
        *lock = Some(Lock::File { _locked: lock_file(location, file).await? });
    }
    let mut db = connect(location).await?;
    if let Some(Lock::Session(process, began)) = lock {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE pid = $1 AND backend_start::text = $2";
        sqlx::query(sql).bind(*process).bind(began.as_str()).execute(&mut db).await?;
    }
    if location.dialect() == Dialect::Postgres {
        *lock = Some(lock_server(location, &mut db).await?);
    }
    let reason = match make_tables(&mut db, location).await {
        Ok(()) => return Ok(db),
        Err(MigrateError::VersionMissing(_)) => return Err(Error::Newer(location.clone())),
        Err(MigrateError::VersionMismatch(_)) => return Err(Error::Older(location.clone())),
        Err(MigrateError::Execute(reason) | MigrateError::ExecuteMigration(reason, _)) => reason,
        Err(other) => sqlx::Error::Migrate(Box::new(other)),
    };
    // Tables of the same names are there, which this program did not make.
    if reason.to_string().contains("already exists") {
        return Err(Error::Older(location.clone()));
    }
    Err(Error::Unusable { location: location.clone(), reason })
}

async fn make_tables(db: &mut Db, location: &Location) -> Result<(), MigrateError> {
    let dialect = location.dialect();
    let sql = AssertSqlSafe(dialect.of_both(SCHEMA)).into_sql_str();
    let log = Migration::new(1, "the log of events".into(), MigrationType::Simple, sql, false);
    let mut maker = AnyConnection::connect(&location.url("rwc")).await?;
    Migrator::with_migrations(vec![log]).run(&mut maker).await?;
    maker.close().await?;
    let mut transaction = db.begin().await?;
    if dialect == Dialect::Postgres {
        // Readers find the tables also after a power cut, which may take back only what is in them.
        sqlx::raw_sql("SET LOCAL synchronous_commit = on").execute(&mut *transaction).await?;
    }
    projection::prepare(&mut transaction, dialect).await?;
    Ok(transaction.commit().await?)
}

/// Opens a database to read it.
///
/// # Errors
///
/// When there is no database, or it can't be used.
pub async fn open_to_read(location: &Location, connections: u32) -> Result<AnyPool, Error> {
    sqlx::any::install_default_drivers();
    let settings = match location {
        Location::Sqlite(_) => "PRAGMA query_only = true",
        Location::Postgres(_) => "SET default_transaction_read_only = true; SET statement_timeout = '10s'",
    };
    let options = PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |db, _| {
            Box::pin(async move { sqlx::raw_sql(settings).execute(db).await.map(|_| ()) })
        });
    let pool = options.connect(&location.url("ro")).await;
    pool.map_err(|reason| Error::Unusable { location: location.clone(), reason })
}

/// Connects with the settings of the program that writes.
pub(super) async fn connect(location: &Location) -> Result<Db, Error> {
    let unusable = |reason| Error::Unusable { location: location.clone(), reason };
    let mut db = Db::connect(location).await.map_err(unusable)?;
    // A power cut may take the last blocks back, together with the position, so that they are read again. In SQLite
    // readers go on while a block is written, and what was written waits for the disk less often than by default.
    let settings = match location {
        Location::Sqlite(_) => {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = false;
             PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY"
        }
        // The server ends a session whose client has gone without a word, and with it the lock. The rows of a statement
        // should fit into its memory, and need not be looked at to plan it.
        Location::Postgres(_) => {
            "SET synchronous_commit = off; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;
             SET tcp_keepalives_count = 3; SET work_mem = '64MB'; SET plan_cache_mode = force_generic_plan"
        }
    };
    sqlx::raw_sql(settings).execute(&mut db).await.map_err(unusable)?;
    Ok(db)
}

async fn lock_file(location: &Location, file: &Path) -> Result<File, Error> {
    let unusable = |error| Error::Unusable { location: location.clone(), reason: sqlx::Error::Io(error) };
    let lock = File::create(file.with_added_extension("lock")).map_err(unusable)?;
    for _ in 0..LOCK_ATTEMPTS {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(LOCK_PAUSE).await,
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
    }
    Err(Error::Taken(location.clone()))
}

async fn lock_server(location: &Location, db: &mut Db) -> Result<Lock, Error> {
    // Any number will do that no other program is likely to use; each schema has its own.
    let sql = "SELECT pg_try_advisory_lock(1952807028, hashtext(current_schema()))";
    for _ in 0..LOCK_ATTEMPTS {
        let is_ours: bool = sqlx::query(sql).fetch_one(&mut *db).await?.try_get(0)?;
        if is_ours {
            let sql =
                "SELECT pid::bigint, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()";
            let row = sqlx::query(sql).fetch_one(&mut *db).await?;
            return Ok(Lock::Session(row.try_get(0)?, row.try_get(1)?));
        }
        tokio::time::sleep(LOCK_PAUSE).await;
    }
    Err(Error::Taken(location.clone()))
}
