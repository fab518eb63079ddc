//! The connection of the program that writes: what `AnyConnection` does, and the `COPY` of a server, which that one hides.

use std::any::Any as Anything;
use std::ops::{Deref, DerefMut};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use sqlx::any::{AnyArguments, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Any, Connection, Either, Execute, Executor, PgConnection, SqlStr, SqliteConnection};
use sqlx_core::any::AnyConnectionBackend;

use super::Location;

/// A connection to a database.
#[derive(Debug)]
pub(super) struct Db {
    backend: Box<dyn AnyConnectionBackend>,
    /// Whether rows are copied.
    is_copying: bool,
}

/// A transaction, which is rolled back unless it is committed.
pub(super) struct Transaction<'a> {
    db: &'a mut Db,
    is_committed: bool,
}

impl Db {
    pub(super) async fn connect(location: &Location) -> Result<Self, sqlx::Error> {
        let url = location.url("rwc");
        if let Location::Sqlite(_) = location {
            let backend = Box::new(SqliteConnection::connect(&url).await?);
            return Ok(Self { backend, is_copying: false });
        }
        let options: PgConnectOptions = url.parse()?;
        // Over TCP the end of each copy would arrive 40 ms late: sqlx 0.9.0 leaves Nagle's algorithm on.
        let is_copying = options.get_socket().is_some() || options.get_host().starts_with('/');
        let backend = Box::new(PgConnection::connect_with(&options).await?);
        Ok(Self { backend, is_copying })
    }

    /// Returns the connection to a server, if rows are copied to it.
    pub(super) fn copier(&mut self) -> Option<&mut PgConnection> {
        let backend: &mut dyn Anything = &mut *self.backend;
        backend.downcast_mut().filter(|_| self.is_copying)
    }

    pub(super) async fn begin(&mut self) -> Result<Transaction<'_>, sqlx::Error> {
        self.backend.begin(None).await?;
        Ok(Transaction { db: self, is_committed: false })
    }

    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        self.backend.close().await
    }
}

impl Transaction<'_> {
    pub(super) async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.db.backend.commit().await?;
        self.is_committed = true;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.is_committed {
            self.db.backend.start_rollback();
        }
    }
}

impl Deref for Transaction<'_> {
    type Target = Db;

    fn deref(&self) -> &Db {
        self.db
    }
}

impl DerefMut for Transaction<'_> {
    fn deref_mut(&mut self) -> &mut Db {
        self.db
    }
}

impl<'c> Executor<'c> for &'c mut Db {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        match parts(query) {
            Ok((sql, is_kept, arguments)) => self.backend.fetch_many(sql, is_kept, arguments),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<AnyRow>, sqlx::Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        match parts(query) {
            Ok((sql, is_kept, arguments)) => self.backend.fetch_optional(sql, is_kept, arguments),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &[AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, sqlx::Error>>
    where
        'c: 'e,
    {
        self.backend.prepare_with(sql, parameters)
    }
}

/// Returns the SQL of a query, whether its statement is worth keeping, and its arguments.
fn parts<'q>(mut query: impl Execute<'q, Any>) -> Result<(SqlStr, bool, Option<AnyArguments>), sqlx::Error> {
    let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?;
    let is_kept = query.persistent();
    Ok((query.sql(), is_kept, arguments))
}
