//! What a method returns: a turn that is known, or the promise of one.

#[cfg(not(target_family = "wasm"))]
use std::borrow::Cow;

use near_sdk::{PromiseIndex, env};
use serde::{Serialize, Serializer};
use tic_tac_toe_interface::bot::Turn;

/// A turn, now or later.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The turn is known now.
    Now(Turn),
    /// The turn is what this promise will return.
    Later(PromiseIndex),
}

/// What near-sdk writes as the method's value; for a promise it does not count.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Now(turn) => turn.serialize(serializer),
            Self::Later(_) => serializer.serialize_unit(),
        }
    }
}

/// near-sdk writes the value first and drops the answer after that, so the promise has the last word. Its own
/// `Promise` works in the same way, but imports host functions that chains before protocol 88 lack.
impl Drop for Answer {
    fn drop(&mut self) {
        if let Self::Later(promise) = *self {
            env::promise_return(promise);
        }
    }
}

/// For those who call it is a turn in both cases.
#[cfg(not(target_family = "wasm"))]
impl schemars::JsonSchema for Answer {
    fn is_referenceable() -> bool {
        Turn::is_referenceable()
    }

    fn schema_name() -> String {
        Turn::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Turn::schema_id()
    }

    fn json_schema(generator: &mut schemars::r#gen::SchemaGenerator) -> schemars::schema::Schema {
        Turn::json_schema(generator)
    }
}
