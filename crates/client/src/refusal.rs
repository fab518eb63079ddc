//! Why a contract refused a call: a code for programs, a sentence for people.

use std::fmt;
use std::str::FromStr;

const PANIC: &str = "Smart contract panicked: ";

/// The contract said no; nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    code: Option<String>,
    sentence: String,
}

impl Refusal {
    /// Creates the refusal that the contract would give, so that it need not be asked.
    #[must_use]
    pub fn new(code: impl fmt::Display, sentence: &str) -> Self {
        Self { code: Some(code.to_string()), sentence: sentence.to_owned() }
    }

    /// Reads the text of a failed function call, if a contract's panic is what failed it.
    #[must_use]
    pub fn from_panic(text: &str) -> Option<Self> {
        let message = text.strip_prefix(PANIC)?;
        Some(match message.split_once(": ") {
            Some((code, sentence)) if is_code(code) => {
                Self { code: Some(code.to_owned()), sentence: sentence.to_owned() }
            }
            _ => Self { code: None, sentence: message.to_owned() },
        })
    }

    /// Parses the code as one of a contract's own; refusals of near-sdk itself have none.
    #[must_use]
    pub fn code<C: FromStr>(&self) -> Option<C> {
        self.code_text()?.parse().ok()
    }

    /// Returns the code as the contract wrote it, also one that this program does not know yet.
    #[must_use]
    pub fn code_text(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Returns what the contract says to people.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
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
    use tic_tac_toe_interface::one_game::Code;

    use super::*;

    #[test]
    fn every_code_of_the_contract_is_read_with_its_sentence() {
        for code in Code::ALL {
            let text = format!("Smart contract panicked: {code}: it is the turn of bob.near");
            let refusal = Refusal::from_panic(&text).unwrap();
            assert_eq!(refusal.code(), Some(*code));
            assert_eq!(refusal.to_string(), "Refused: it is the turn of bob.near.");
        }
    }

    #[test]
    fn a_code_of_a_newer_contract_is_kept_as_it_is() {
        let refusal =
            Refusal::from_panic("Smart contract panicked: TOO_LATE: the clock has run out").unwrap();
        assert_eq!((refusal.code_text(), refusal.code::<Code>()), (Some("TOO_LATE"), None));
        assert_eq!(refusal.sentence(), "the clock has run out");
    }

    #[test]
    fn a_panic_of_near_sdk_has_no_code() {
        let refusal = Refusal::from_panic("Smart contract panicked: Method is not payable").unwrap();
        assert_eq!(refusal.code_text(), None);
        assert_eq!(refusal.to_string(), "Refused: Method is not payable.");
    }

    #[test]
    fn other_failures_are_no_refusals() {
        assert_eq!(Refusal::from_panic("Exceeded the prepaid gas."), None);
    }
}
