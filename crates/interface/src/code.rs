//! Error codes: an enum per contract, with the text that its refusals begin with.

use thiserror::Error;

/// A text that is no code of the contract.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no code of this contract")]
pub struct UnknownCode(pub String);

/// Declares a contract's codes in the order of their checks: the enum, its texts, and the way back.
macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[$why:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$why])* $variant,)+ }

        impl $name {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the text that a refusal begins with.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// Splits what a contract panicked with into the code and the sentence behind it. Panics of near-sdk
            /// itself have no code.
            #[must_use]
            pub fn split(message: &str) -> (Option<Self>, &str) {
                match message.split_once(": ") {
                    Some((code, sentence)) => match code.parse() {
                        Ok(code) => (Some(code), sentence),
                        Err($crate::UnknownCode(_)) => (None, message),
                    },
                    None => (None, message),
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownCode;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let code = Self::ALL.iter().find(|code| code.as_str() == text);
                code.copied().ok_or_else(|| $crate::UnknownCode(text.to_owned()))
            }
        }
    };
}

pub(crate) use codes;
