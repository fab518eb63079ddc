//! NEP-297: a log line with an event in it, written by contracts and read by everybody else.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What an event's line begins with.
pub const PREFIX: &str = "EVENT_JSON:";

/// The events of one standard; JSON has `event` and `data`.
pub trait Events: Sized {
    /// The standard's name, of letters and dashes.
    const STANDARD: &'static str;

    /// The version that is written. Readers accept every version with the same first number.
    const VERSION: &'static str;

    /// Writes the event as a log line.
    ///
    /// # Panics
    ///
    /// Never: an event is always a JSON object.
    #[must_use]
    fn to_log(&self) -> String
    where
        Self: Serialize,
    {
        let Ok(event) = serde_json::to_string(self) else { panic!("an event can't be written as JSON") };
        // Put together by hand: serde's flatten would cost contracts gas and bytes. Both names need no escaping.
        let Some(fields) = event.strip_prefix('{') else { panic!("an event is no JSON object") };
        format!(r#"{PREFIX}{{"standard":"{}","version":"{}",{fields}"#, Self::STANDARD, Self::VERSION)
    }

    /// Reads the event in a log line; `None` when the line is no event of this standard.
    ///
    /// # Errors
    ///
    /// When the line claims to be one but can't be read.
    fn from_log(line: &str) -> Result<Option<Self>, ReadError>
    where
        Self: DeserializeOwned,
    {
        let Some(json) = line.strip_prefix(PREFIX) else {
            return Ok(None);
        };
        let Ok(Envelope { standard, version }) = serde_json::from_str(json) else {
            return Ok(None);
        };
        if standard != Self::STANDARD {
            return Ok(None);
        }
        if major(&version) != major(Self::VERSION) {
            return Err(ReadError::Version(version));
        }
        let event = serde_json::from_str(json);
        event.map(Some).map_err(|source| ReadError::Content { json: json.to_owned(), source })
    }
}

/// Why a line that claims to be an event is none.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is of a version that may mean something else.
    #[error("version {0} of the events is not known")]
    Version(String),
    /// Its content is none of the standard's.
    #[error("not a known event: {json}")]
    Content {
        /// What it says.
        json: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

#[derive(Deserialize)]
struct Envelope {
    standard: String,
    version: String,
}

fn major(version: &str) -> Option<&str> {
    version.split('.').next()
}
