//! The number of a game.

use std::num::ParseIntError;
use std::str::FromStr;

use thiserror::Error;

use crate::decimal::decimal;

decimal! {
    /// Tells one game of a contract from the next; the first one is 1.
    GameId(u64)
}

/// A text that is no game id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a game id is a whole number such as 7, not {text:?}")]
pub struct ParseGameIdError {
    text: String,
    source: ParseIntError,
}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|source| ParseGameIdError { text: text.to_owned(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_writes_and_reads_an_id_as_text() {
        let largest = GameId(u64::MAX);
        let json = serde_json::to_string(&largest).unwrap();
        assert_eq!(json, r#""18446744073709551615""#);
        assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), largest);
    }

    #[test]
    fn what_is_not_a_number_in_quotes_is_no_id() {
        for json in ["7", "\"\"", "\"seven\"", "\"-1\"", "\"18446744073709551616\"", "null"] {
            assert!(serde_json::from_str::<GameId>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn people_are_told_what_an_id_looks_like() {
        assert_eq!("7".parse(), Ok(GameId(7)));
        let error = "seven".parse::<GameId>().unwrap_err();
        assert_eq!(error.to_string(), "a game id is a whole number such as 7, not \"seven\"");
    }
}
