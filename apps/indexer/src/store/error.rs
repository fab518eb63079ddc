//! Errors of the database, as sentences.

use std::time::Duration;

use thiserror::Error;

use super::Location;

/// An error of the database.
#[derive(Debug, Error)]
pub enum Error {
    /// It can't be opened, or is none.
    #[error("{location} cannot be used as a database: {reason}")]
    Unusable {
        /// The database.
        location: Location,
        /// The database's own error.
        reason: sqlx::Error,
    },
    /// Another program is writing it.
    #[error("{0} is being written by another program; end that one first, or name another database")]
    Taken(Location),
    /// A newer program wrote it.
    #[error("{0} was written by a newer version of this program; update it, or name another database")]
    Newer(Location),
    /// An older program wrote it.
    #[error(
        "{0} was written by an earlier version of this program, which had other tables; name another database, and the \
         games are read again with --from"
    )]
    Older(Location),
    /// The server says nothing.
    #[error("{location} has not answered for {} seconds", waited.as_secs_f32())]
    Silent {
        /// The database.
        location: Location,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The file is no longer where it was.
    #[error("{0} was removed or replaced while it was in use; nothing more would be kept")]
    Gone(Location),
    /// Another program has written meanwhile.
    #[error("{0} was written by another program in the meantime; end one of the two")]
    Overtaken(Location),
    /// The requested block is before the database's first.
    #[error(
        "{location} begins at block {first} for {contract}, and earlier blocks can't be put before it; read them into \
         another database with --from {from}"
    )]
    TooEarly {
        /// The database.
        location: Location,
        /// The contract.
        contract: String,
        /// Its first block.
        first: u64,
        /// The requested block.
        from: u64,
    },
    /// A statement failed.
    #[error("the database failed: {0}")]
    Failed(#[from] sqlx::Error),
}

// SQLite: busy, a failing disk, a full one, a file that can't be opened for now.
const SQLITE_TEMPORARY: [u32; 4] = [5, 10, 13, 14];

// PostgreSQL: the classes of lost connections, of missing space, of a server that is stopped or started, and a table that
// somebody reads for longer than was waited for.
const POSTGRES_TEMPORARY: [&str; 4] = ["08", "53", "57", "55P03"];

impl Error {
    /// Returns whether it is worth trying again.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Failed(error) | Self::Unusable { reason: error, .. } => is_temporary(error),
            Self::Silent { .. } => true,
            _ => false,
        }
    }
}

fn is_temporary(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // SQLite has the kind of the failure in the lowest byte.
            let of_sqlite =
                || code.parse::<u32>().is_ok_and(|code| SQLITE_TEMPORARY.contains(&(code & 0xff)));
            let of_postgres = || POSTGRES_TEMPORARY.iter().any(|class| code.starts_with(class));
            if code.len() == 5 { of_postgres() } else { of_sqlite() }
        }),
        _ => false,
    }
}
