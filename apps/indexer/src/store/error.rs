//! Why a database can't be used, as sentences.

use thiserror::Error;

use super::Location;

/// What is wrong with the database.
#[derive(Debug, Error)]
pub enum Error {
    /// It can't be opened, or is none.
    #[error("{place} cannot be used as a database: {reason}")]
    Unusable {
        /// Which one.
        place: Location,
        /// What the database says.
        reason: sqlx::Error,
    },
    /// Another program writes it.
    #[error("{0} is being written by another program; end that one first, or name another database")]
    Taken(Location),
    /// A newer program wrote it.
    #[error("{0} was written by a newer version of this program; update it, or name another database")]
    Newer(Location),
    /// An older program wrote it.
    #[error(
        "{0} was written by an earlier version of tic-tac-toe watch, which had other tables; name another file, and \
         the games are read again with --from"
    )]
    Older(Location),
    /// The file is no longer where it was.
    #[error("{0} was removed or replaced while it was in use; nothing more would be kept")]
    Gone(Location),
    /// Somebody else has written meanwhile.
    #[error("{0} was written by another program in the meantime; end one of the two")]
    Overtaken(Location),
    /// What is asked for lies before what the database begins with.
    #[error(
        "{place} begins at block {first} for {contract}, and earlier blocks can't be put before it; read them into \
         another database with --from {from}"
    )]
    TooEarly {
        /// Which database.
        place: Location,
        /// Whose blocks.
        contract: String,
        /// Its first block.
        first: u64,
        /// The block asked for.
        from: u64,
    },
    /// It does not answer, or refuses.
    #[error("the database failed: {0}")]
    Failed(#[from] sqlx::Error),
}

// SQLite: busy, a failing disk, a full one, a file that can't be opened for now.
const SQLITE_MAY_PASS: [u32; 4] = [5, 10, 13, 14];

// PostgreSQL: the classes of lost connections, of missing room, and of a server that is stopped or started.
const POSTGRES_MAY_PASS: [&str; 3] = ["08", "53", "57"];

impl Error {
    /// Whether it may pass by itself, so that it pays to try again.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Failed(error) | Self::Unusable { reason: error, .. } => may_pass(error),
            Self::Taken(_)
            | Self::Newer(_)
            | Self::Older(_)
            | Self::Gone(_)
            | Self::Overtaken(_)
            | Self::TooEarly { .. } => false,
        }
    }
}

fn may_pass(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // SQLite tells the kind of the failure in the lowest byte.
            let of_sqlite = code.parse::<u32>().is_ok_and(|code| SQLITE_MAY_PASS.contains(&(code & 0xff)));
            let of_postgres =
                code.len() == 5 && POSTGRES_MAY_PASS.iter().any(|class| code.starts_with(class));
            if code.len() == 5 { of_postgres } else { of_sqlite }
        }),
        _ => false,
    }
}
