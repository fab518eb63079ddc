//! Opens a database for one program that writes, or for many that read.

use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Row, SqlSafeStr};

use super::batch::Dialect;
use super::location::Access;
use super::{Error, Location};

const SCHEMA: &str = include_str!("schema.sql");

// A program that was killed may have the lock for a moment longer.
const LOCK_ATTEMPTS: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// A lock that keeps other writers out; it ends with the program, however that ends.
pub(super) enum Lock {
    /// Beside the file. The system gives it back by itself.
    File { _locked: File },
    /// On the server, for as long as the connection lasts.
    Session,
}

/// Opens a database to write it, and creates its tables.
pub(super) async fn open(location: &Location) -> Result<(AnyConnection, Lock), Error> {
    sqlx::any::install_default_drivers();
    let lock = match location {
        Location::Sqlite(file) => Lock::File { _locked: lock_file(location, file.clone()).await? },
        Location::Postgres(_) => Lock::Session,
    };
    let mut db = connect(location).await?;
    if matches!(lock, Lock::Session) {
        lock_server(location, &mut db).await?;
    }
    if location.dialect() == Dialect::Sqlite && has_old_tables(&mut db).await? {
        return Err(Error::Older(location.clone()));
    }
    match migrator(location.dialect()).run(&mut db).await {
        Ok(()) => Ok((db, lock)),
        Err(MigrateError::VersionMissing(_)) => Err(Error::Newer(location.clone())),
        Err(MigrateError::Execute(reason) | MigrateError::ExecuteMigration(reason, _)) => {
            Err(Error::Unusable { location: location.clone(), reason })
        }
        Err(other) => {
            Err(Error::Unusable { location: location.clone(), reason: sqlx::Error::Migrate(Box::new(other)) })
        }
    }
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
        Location::Postgres(_) => "SET default_transaction_read_only = true",
    };
    let options = PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |db, _| {
            Box::pin(async move { sqlx::raw_sql(settings).execute(db).await.map(|_| ()) })
        });
    let pool = options.connect(&location.url(Access::Read)).await;
    pool.map_err(|reason| Error::Unusable { location: location.clone(), reason })
}

async fn connect(location: &Location) -> Result<AnyConnection, Error> {
    let unusable = |reason| Error::Unusable { location: location.clone(), reason };
    let mut db = AnyConnection::connect(&location.url(Access::Write)).await.map_err(unusable)?;
    // A power cut may take the last blocks back, together with the position, so that they are read again. In SQLite
    // readers go on while a block is written.
    let settings = match location {
        Location::Sqlite(_) => {
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = false;
             PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY"
        }
        Location::Postgres(_) => "SET synchronous_commit = off",
    };
    sqlx::raw_sql(settings).execute(&mut db).await.map_err(unusable)?;
    Ok(db)
}

async fn lock_file(location: &Location, file: PathBuf) -> Result<File, Error> {
    let mut name = file.into_os_string();
    name.push(".lock");
    let unusable = |error| Error::Unusable { location: location.clone(), reason: sqlx::Error::Io(error) };
    let lock = File::create(name).map_err(unusable)?;
    for _ in 0..LOCK_ATTEMPTS {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) => tokio::time::sleep(LOCK_PAUSE).await,
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
    }
    Err(Error::Taken(location.clone()))
}

async fn lock_server(location: &Location, db: &mut AnyConnection) -> Result<(), Error> {
    // Any number will do that no other program is likely to use; each schema has its own.
    let sql = "SELECT pg_try_advisory_lock(1952807028, hashtext(current_schema()))";
    for _ in 0..LOCK_ATTEMPTS {
        let is_ours: bool = sqlx::query(sql).fetch_one(&mut *db).await?.try_get(0)?;
        if is_ours {
            return Ok(());
        }
        tokio::time::sleep(LOCK_PAUSE).await;
    }
    Err(Error::Taken(location.clone()))
}

async fn has_old_tables(db: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let sql = "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'p1'";
    let columns: i64 = sqlx::query(sql).fetch_one(db).await?.try_get(0)?;
    Ok(columns > 0)
}

fn migrator(dialect: Dialect) -> Migrator {
    let schema = match dialect {
        Dialect::Sqlite => SCHEMA.replace("/*! WITHOUT ROWID */", "WITHOUT ROWID"),
        Dialect::Postgres => SCHEMA.to_owned(),
    };
    let sql = AssertSqlSafe(schema).into_sql_str();
    let first = Migration::new(1, "the first tables".into(), MigrationType::Simple, sql, false);
    Migrator::with_migrations(vec![first])
}
