//! A contract's methods as a list: what clients may call, how, and which refusals to expect.

/// A method of a contract whose codes are `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method<C: 'static> {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub kind: Kind,
    /// Why it may be refused, in the order of the checks: the first that applies is reported.
    pub codes: &'static [C],
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Free, and changes nothing.
    View,
    /// In a transaction, without money.
    Call,
    /// In a transaction that may bring money.
    Payable,
}

impl Kind {
    /// Returns the kind's name in the ABI.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Call | Self::Payable => "call",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use super::Method;
    use crate::{arena, bot, one_game};

    fn check<C: Display + PartialOrd>(methods: &[Method<C>], codes: &[C]) {
        for code in codes {
            assert!(methods.iter().any(|method| method.codes.contains(code)), "{code}");
        }
        for method in methods {
            assert!(method.codes.is_sorted(), "{}", method.name);
        }
    }

    #[test]
    fn every_code_belongs_to_a_method_and_comes_in_the_order_of_the_checks() {
        check(&one_game::METHODS, one_game::Code::ALL);
        check(&arena::METHODS, arena::Code::ALL);
        check(&bot::METHODS, bot::Code::ALL);
    }
}
