//! The location of a database: a file of `SQLite`, or a server of `PostgreSQL`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::ValueParserFactory;
use thiserror::Error;
use tic_tac_toe_client::args::SecretParser;

use super::Dialect;

/// The location of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file, as `sqlite:games.sqlite`.
    Sqlite(PathBuf),
    /// On a server, as `postgres://user@host/name`.
    Postgres(String),
}

/// A text that names no database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a database is sqlite:FILE or postgres://USER@HOST/NAME")]
pub struct ParseLocationError;

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

    /// Returns the URL that sqlx expects, with the mode in which a file is opened.
    pub(super) fn url(&self, mode: &str) -> String {
        match self {
            Self::Sqlite(file) => {
                // The three characters that mean something in such an address.
                let name = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
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
            _ => Err(ParseLocationError),
        }
    }
}

impl ValueParserFactory for Location {
    type Parser = SecretParser<Self>;

    fn value_parser() -> Self::Parser {
        SecretParser(|text| text.parse().map_err(|error: ParseLocationError| error.to_string()))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            // A password may stand before the host or among the parameters; neither is shown.
            Self::Postgres(url) => {
                let url = url.split(['?', '#']).next().unwrap_or_default();
                let host =
                    url.rsplit_once('@').or_else(|| url.split_once("://")).map_or("", |(_, host)| host);
                write!(f, "postgres://{host}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

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
        for (url, shown) in [
            ("postgres://me:secret@host/games", "postgres://host/games"),
            ("postgres://me@host/games?password=secret&sslmode=require", "postgres://host/games"),
            ("postgresql:///games?host=/run&password=se@cret", "postgres:///games"),
        ] {
            assert_eq!(url.parse::<Location>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn a_location_that_is_none_is_not_repeated() {
        let arg = Arg::new("db").long("db").value_parser(clap::value_parser!(Location));
        let command = Command::new("indexer").arg(arg);
        let error = command.try_get_matches_from(["indexer", "--db", "postgrs://me:secret@host/games"]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("a database is sqlite:FILE or postgres://"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }

    #[test]
    fn a_file_may_have_any_name() {
        let location = Location::Sqlite("why?#100%.sqlite".into());
        assert_eq!(location.url("ro"), "sqlite:why%3f%23100%25.sqlite?mode=ro");
    }
}
