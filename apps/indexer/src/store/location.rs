//! The location of a database: a file of `SQLite`, or a server of `PostgreSQL`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use super::Dialect;

/// The location of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file, as `sqlite:games.sqlite`.
    Sqlite(PathBuf),
    /// On a server, as `postgres://user@host/name`.
    Postgres(String),
}

/// How a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Read and write; a file is created if there is none.
    Write,
    /// Read what is there.
    Read,
}

/// A text that names no database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a database is sqlite:FILE or postgres://USER@HOST/NAME, not {0:?}")]
pub struct ParseLocationError(String);

impl Location {
    /// Returns the file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }

    /// Returns the database's SQL.
    pub(crate) const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Returns the URL that sqlx expects.
    pub(super) fn url(&self, access: Access) -> String {
        match self {
            Self::Sqlite(file) => {
                // The three characters that mean something in such an address.
                let name = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
                let mode = if access == Access::Write { "rwc" } else { "ro" };
                format!("sqlite:{name}?mode={mode}")
            }
            Self::Postgres(url) => url.clone(),
        }
    }
}

impl FromStr for Location {
    type Err = ParseLocationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let file = text.strip_prefix("sqlite:").map(|rest| rest.strip_prefix("//").unwrap_or(rest));
        match file {
            Some(file) if !file.is_empty() => Ok(Self::Sqlite(file.into())),
            _ => Err(ParseLocationError(text.to_owned())),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            // A password is not shown.
            Self::Postgres(url) => match url.rsplit_once('@') {
                Some((_, host)) => write!(f, "postgres://{host}"),
                None => f.write_str(url),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_servers_are_told_apart() {
        assert_eq!("sqlite:a b.sqlite".parse(), Ok(Location::Sqlite("a b.sqlite".into())));
        assert_eq!("sqlite:///tmp/a".parse(), Ok(Location::Sqlite("/tmp/a".into())));
        let server = "postgres://me:secret@host/games";
        assert_eq!(server.parse(), Ok(Location::Postgres(server.to_owned())));
        for wrong in ["", "sqlite:", "games.sqlite", "mysql://host/games"] {
            let error = wrong.parse::<Location>().unwrap_err().to_string();
            assert!(error.starts_with("a database is sqlite:FILE or postgres://"), "{error}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let location: Location = "postgres://me:secret@host/games".parse().unwrap();
        assert_eq!(location.to_string(), "postgres://host/games");
    }

    #[test]
    fn a_file_may_have_any_name() {
        let location = Location::Sqlite("why?#100%.sqlite".into());
        assert_eq!(location.url(Access::Read), "sqlite:why%3f%23100%25.sqlite?mode=ro");
    }
}
