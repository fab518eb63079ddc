//! Why the contract refused a call, as a sentence for people.

use std::fmt;

const PANIC: &str = "Smart contract panicked: ";

/// The contract said no; nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What the contract says to people.
    pub sentence: String,
}

impl Refusal {
    /// Reads the text of a failed function call, if a contract's panic is what failed it. The code before the
    /// sentence, such as `NOT_YOUR_TURN`, is for programs; refusals of near-sdk itself have none.
    #[must_use]
    pub fn from_panic(text: &str) -> Option<Self> {
        let message = text.strip_prefix(PANIC)?;
        let sentence = match message.split_once(": ") {
            Some((code, sentence)) if is_code(code) => sentence,
            _ => message,
        };
        Some(Self { sentence: sentence.to_owned() })
    }
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Refused: {}.", self.sentence.trim_end_matches('.'))
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_shown_as_the_sentence_behind_its_code() {
        let text = "Smart contract panicked: NOT_YOUR_TURN: it is the turn of bob.near";
        let refusal = Refusal::from_panic(text).unwrap();
        assert_eq!(refusal.to_string(), "Refused: it is the turn of bob.near.");
    }

    #[test]
    fn a_panic_of_near_sdk_is_shown_as_it_is() {
        let refusal = Refusal::from_panic("Smart contract panicked: Method is not payable").unwrap();
        assert_eq!(refusal.to_string(), "Refused: Method is not payable.");
    }

    #[test]
    fn other_failures_are_no_refusals() {
        assert_eq!(Refusal::from_panic("Exceeded the prepaid gas."), None);
    }
}
