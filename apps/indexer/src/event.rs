//! Events of both contracts: each line of a log names its standard, so nobody has to say which contract it is.

use tic_tac_toe_client::blocks::Block;
use tic_tac_toe_interface::event::{Events, ReadError};
use tic_tac_toe_interface::{AccountId, GameId, arena, one_game};

/// An event of either contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Of the one-game contract.
    OneGame(one_game::Event),
    /// Of an arena.
    Arena(arena::Event),
}

/// What a block did to some contracts, without all the rest of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockEvents {
    /// How many blocks could have come before it.
    pub height: u64,
    /// Its hash.
    pub hash: String,
    /// Its time in nanoseconds since 1970.
    pub time: u64,
    /// What the contracts told, in the order in which it happened.
    pub told: Vec<Told>,
}

/// A line that claims to be an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whose: its place in the list of contracts that are read.
    pub contract: usize,
    /// The receipt that wrote it.
    pub receipt: String,
    /// The event, or why it is none.
    pub event: Result<Event, String>,
}

impl Event {
    /// The event in a log line, or `None` when the line is none of ours.
    ///
    /// # Errors
    ///
    /// When the line claims to be one but can't be read.
    pub fn from_log(line: &str) -> Result<Option<Self>, ReadError> {
        if let Some(event) = Events::from_log(line)? {
            return Ok(Some(Self::Arena(event)));
        }
        Ok(Events::from_log(line)?.map(Self::OneGame))
    }

    /// The game that it is about.
    #[must_use]
    pub fn game_id(&self) -> GameId {
        match self {
            Self::OneGame(event) => event.game_id(),
            Self::Arena(event) => event.game_id(),
        }
    }

    /// The accounts that it names.
    #[must_use]
    pub fn accounts(&self) -> Vec<&str> {
        match self {
            Self::OneGame(one_game::Event::GameCreated { p1, p2, .. }) => vec![p1.as_str(), p2.as_str()],
            Self::OneGame(one_game::Event::MoveMade { player, .. })
            | Self::Arena(
                arena::Event::PlayerJoined { player, .. }
                | arena::Event::MoveMade { player, .. }
                | arena::Event::PlayerOut { player, .. },
            ) => vec![player.as_str()],
            Self::OneGame(one_game::Event::GameOver { winner, .. }) => {
                winner.iter().map(|winner| winner.as_str()).collect()
            }
            Self::Arena(arena::Event::GameCreated { players, .. }) => {
                players.iter().flatten().map(|player| player.as_str()).collect()
            }
            Self::Arena(arena::Event::RoundOver { winner, by, .. }) => {
                winner.iter().chain([by]).map(|account| account.as_str()).collect()
            }
            Self::Arena(arena::Event::GameClosed { by, .. }) => vec![by.as_str()],
            Self::Arena(arena::Event::RoundStarted { .. }) => Vec::new(),
        }
    }
}

impl BlockEvents {
    /// Takes from a block what it did to these contracts. What another account logs is not theirs, whatever it says.
    #[must_use]
    pub fn of(block: &Block, contracts: &[AccountId]) -> Self {
        let mut told = Vec::new();
        for log in block.all_logs() {
            let Some(contract) = contracts.iter().position(|id| id == log.contract) else { continue };
            let event = match Event::from_log(log.line) {
                Ok(None) => continue,
                Ok(Some(event)) => Ok(event),
                Err(error) => Err(error.to_string()),
            };
            told.push(Told { contract, receipt: log.receipt.to_owned(), event });
        }
        Self { height: block.height(), hash: block.hash().to_owned(), time: block.time().0, told }
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OneGame(event) => event.fmt(f),
            Self::Arena(event) => event.fmt(f),
        }
    }
}
