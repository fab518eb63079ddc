//! Whom to play: somebody with an account, or the computer.

use std::str::FromStr;

use near_primitives::types::AccountId;
use tic_tac_toe_engine::Level;

/// Who plays on the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Account(AccountId),
    Computer(Level),
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "computer" => Ok(Self::Computer(Level::default())),
            Some(("computer", level)) => {
                level.parse().map(Self::Computer).map_err(|error| format!("{error}"))
            }
            _ => text.parse().map(Self::Account).map_err(|error| format!("{error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_is_medium_unless_told_otherwise() {
        assert_eq!("computer".parse(), Ok(Opponent::Computer(Level::Medium)));
        assert_eq!("computer:strong".parse(), Ok(Opponent::Computer(Level::Strong)));
        assert_eq!(
            "computer:perfect".parse::<Opponent>(),
            Err("a level is easy, medium or strong".to_owned())
        );
        assert_eq!("bob.near".parse(), Ok(Opponent::Account("bob.near".parse().unwrap())));
    }
}
