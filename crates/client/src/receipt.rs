//! What a transaction did and what it cost.

use std::fmt;

use near_primitives::hash::CryptoHash;
use near_primitives::types::{Balance, Gas};
use near_primitives::views::ExecutionOutcomeView;
use tic_tac_toe_interface::event::ReadError;

use crate::table::Event;

/// What a transaction did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Its hash, by which explorers find it.
    pub transaction: CryptoHash,
    /// What the contract logged.
    pub logs: Vec<String>,
    /// What it burnt.
    pub cost: Cost,
}

/// Gas burnt by a transaction and its call, without refunds, and the NEAR paid for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Gas burnt.
    pub gas: Gas,
    /// NEAR burnt.
    pub near: Balance,
}

impl Receipt {
    /// Returns what happened at tables, read from the logs.
    ///
    /// # Errors
    ///
    /// When a line claims to be an event but can't be read.
    pub fn events(&self) -> Result<Vec<Event>, ReadError> {
        self.logs.iter().filter_map(|line| Event::from_log(line).transpose()).collect()
    }
}

impl Cost {
    pub(crate) const NOTHING: Self = Self { gas: Gas::ZERO, near: Balance::ZERO };

    pub(crate) fn plus(self, outcome: &ExecutionOutcomeView) -> Self {
        // A refund burns gas that nobody pays for, and may arrive only after the outcome was read.
        if outcome.tokens_burnt.is_zero() {
            return self;
        }
        Self {
            gas: self.gas.saturating_add(outcome.gas_burnt),
            near: self.near.saturating_add(outcome.tokens_burnt),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers throughout: a balance does not fit into a float.
        let hundredths = self.gas.as_gas() / 10_000_000_000;
        let micros = self.near.as_yoctonear() / 1_000_000_000_000_000_000;
        write!(
            f,
            "{}.{:02} Tgas, {}.{:06} NEAR",
            hundredths / 100,
            hundredths % 100,
            micros / 1_000_000,
            micros % 1_000_000
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_shown_in_the_units_people_compare() {
        let cost = Cost {
            gas: Gas::from_gas(1_551_234_567_890),
            near: Balance::from_yoctonear(155_123_456_789_000_000_000),
        };
        assert_eq!(cost.to_string(), "1.55 Tgas, 0.000155 NEAR");
    }
}
