//! What shells, the menu and the lobby's form suggest for options that take other values too.

use std::error::Error;
use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use tic_tac_toe_engine::Level;
use tic_tac_toe_rules::Rules;

use super::Opponent;

/// What is played, and by how many.
pub(crate) const BOARDS: [(&str, u8); 9] = [
    ("classic", 2),
    ("4x4:4", 2),
    ("5x5:4", 2),
    ("5x7:4", 4),
    ("15x15:5", 2),
    ("19x19:5", 2),
    ("ultimate:first", 2),
    ("ultimate:any", 2),
    ("ultimate:closing", 2),
];

const OPPONENTS: [&str; 4] = ["computer", "computer:easy", "computer:medium", "computer:strong"];

const LEVELS: [&str; 3] = ["easy", "medium", "strong"];

/// A parser that accepts more than what it suggests.
#[derive(Clone)]
struct Suggesting<P> {
    parser: P,
    values: Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}

pub(super) fn rules() -> impl TypedValueParser<Value = Rules> {
    suggesting(BOARDS.map(|(rules, _)| rules))
}

pub(super) fn opponents() -> impl TypedValueParser<Value = Opponent> {
    suggesting(OPPONENTS)
}

pub(super) fn levels() -> impl TypedValueParser<Value = Level> {
    suggesting(LEVELS)
}

fn suggesting<T>(values: impl Into<Vec<&'static str>>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    Suggesting { parser: T::from_str, values: values.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_suggested_is_understood() {
        assert!(BOARDS.iter().all(|(rules, _)| rules.parse::<Rules>().is_ok()));
        assert!(OPPONENTS.iter().all(|opponent| opponent.parse::<Opponent>().is_ok()));
        assert_eq!(LEVELS, Level::ALL.map(|level| level.to_string()));
    }
}
