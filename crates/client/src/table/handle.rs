//! A table on a chain: the only place that knows which contract it belongs to.

use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Arena;
use tic_tac_toe_interface::one_game::OneGame;
use tic_tac_toe_interface::transport::{Caller, Viewer};

use super::{Action, Table, TableId, arena, one_game};
use crate::{Error, Receipt, Rpc};

/// A table, reached through a node, now or as of an earlier block.
#[derive(Clone, Debug)]
pub enum TableHandle<T = Rpc> {
    /// Of a one-game contract.
    OneGame(OneGame<T>),
    /// Of an arena.
    Arena(Arena<T>, GameId),
}

impl<T> TableHandle<T> {
    /// Returns the table of the contract at an account.
    pub const fn new(id: TableId, transport: T, contract: AccountId) -> Self {
        match id {
            TableId::OneGame => Self::OneGame(OneGame::new(transport, contract)),
            TableId::Arena(id) => Self::Arena(Arena::new(transport, contract), id),
        }
    }

    /// Returns the id of the table.
    #[must_use]
    pub const fn id(&self) -> TableId {
        match self {
            Self::OneGame(_) => TableId::OneGame,
            Self::Arena(_, id) => TableId::Arena(*id),
        }
    }

    /// Returns the account that holds the contract.
    #[must_use]
    pub const fn contract(&self) -> &AccountId {
        match self {
            Self::OneGame(contract) => contract.id(),
            Self::Arena(arena, _) => arena.id(),
        }
    }

    /// Returns the transport.
    #[must_use]
    pub const fn transport(&self) -> &T {
        match self {
            Self::OneGame(contract) => contract.transport(),
            Self::Arena(arena, _) => arena.transport(),
        }
    }

    /// Returns the method that does this, which a key must be good for.
    ///
    /// # Errors
    ///
    /// When the contract has none.
    pub fn method(&self, action: &Action) -> Result<&'static str, Error> {
        match self {
            Self::OneGame(contract) => {
                one_game::method(action).ok_or_else(|| Error::NotOffered(contract.id().clone()))
            }
            Self::Arena(..) => Ok(arena::method(action)),
        }
    }
}

impl<T: Viewer<Error = Error>> TableHandle<T> {
    /// Asks for the table; an arena has none before the game is created and after it is closed.
    ///
    /// # Errors
    ///
    /// When there is no answer, or the answer is not a game that the rules allow.
    pub async fn table(&self) -> Result<Option<Table>, Error> {
        match self {
            Self::OneGame(contract) => Table::of_one_game(contract).await.map(Some),
            Self::Arena(arena, id) => Table::of_arena(arena, *id).await,
        }
    }
}

impl<T: Caller<Signer = Signer, Outcome = Receipt, Error = Error>> TableHandle<T> {
    /// Does something at the table, in the round that the signer sees. Without a round it counts in whatever round
    /// there is then.
    ///
    /// # Errors
    ///
    /// Why it was not done, or that the result is unknown.
    pub async fn send(&self, signer: &Signer, round: Option<u64>, action: &Action) -> Result<Receipt, Error> {
        match self {
            Self::OneGame(contract) => one_game::send(contract, signer, round, action).await,
            Self::Arena(arena, id) => arena::send(arena, *id, signer, round, action).await,
        }
    }
}
