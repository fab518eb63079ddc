//! The number of a game, which JSON writes as text: numbers beyond 2^53 would not survive JavaScript.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// Tells one game of a contract from the next; the first one is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

/// A text that is no game id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a game id is a whole number such as 7, not {text:?}")]
pub struct ParseGameIdError {
    text: String,
    source: ParseIntError,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|source| ParseGameIdError { text: text.to_owned(), source })
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_string())
    }
}

// The number's own error, not ours: a contract pays for every sentence it can print.
impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

#[cfg(feature = "json-schema")]
mod schema {
    use schemars::JsonSchema;
    use schemars::r#gen::SchemaGenerator;
    use schemars::schema::Schema;

    use super::GameId;

    impl JsonSchema for GameId {
        fn is_referenceable() -> bool {
            false
        }

        fn schema_name() -> String {
            String::schema_name()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            String::json_schema(generator)
        }
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
