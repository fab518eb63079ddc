//! The contract at an account, reached by any transport: the only place that knows how its methods are called.

use super::{CALL_GAS, TAKE_TURN, TakeTurn};
use crate::transport::{Call, Caller, json};
use crate::{AccountId, AccountIdRef, GameId};

/// The contract at an account.
#[derive(Clone, Debug)]
pub struct Bot<T> {
    transport: T,
    id: AccountId,
}

impl<T> Bot<T> {
    /// Creates a handle of the contract at `id`.
    pub const fn new(transport: T, id: AccountId) -> Self {
        Self { transport, id }
    }

    /// Returns the account that holds the contract, and that a host names as a player.
    pub const fn id(&self) -> &AccountId {
        &self.id
    }

    /// Returns the transport that reaches the contract.
    pub const fn transport(&self) -> &T {
        &self.transport
    }
}

impl<T: Caller> Bot<T> {
    /// Asks the bot to move; the outcome holds a [`Turn`](super::Turn).
    ///
    /// # Errors
    ///
    /// Why there is no outcome.
    pub async fn take_turn(
        &self,
        signer: &T::Signer,
        arena: &AccountIdRef,
        game_id: GameId,
    ) -> Result<T::Outcome, T::Error> {
        let args = json(&TakeTurn { arena, game_id });
        let call = Call { contract: &self.id, method: TAKE_TURN.name, args, gas: CALL_GAS, deposit: 0 };
        self.transport.call(signer, call).await
    }
}
