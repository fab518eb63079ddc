//! The contract at an account, reached by any transport: the only place that knows how its methods are called.

use super::{CALL_GAS, GET_GAME, GameView, NEW_GAME, NewGame, PLAY, Play};
use crate::method::Method;
use crate::transport::{Call, Caller, View, ViewError, Viewer, ask, json};
use crate::{AccountId, AccountIdRef};

/// The contract at an account.
#[derive(Clone, Debug)]
pub struct OneGame<T> {
    transport: T,
    id: AccountId,
}

impl<T> OneGame<T> {
    /// Creates a handle of the contract at `id`.
    pub const fn new(transport: T, id: AccountId) -> Self {
        Self { transport, id }
    }

    /// Returns the account that holds the contract.
    pub const fn id(&self) -> &AccountId {
        &self.id
    }

    /// Returns the transport that reaches the contract.
    pub const fn transport(&self) -> &T {
        &self.transport
    }
}

impl<T: Viewer> OneGame<T> {
    /// Returns the stored game, or `None` when none was ever created.
    ///
    /// # Errors
    ///
    /// When there is no answer, or one that is no game.
    pub async fn get_game(&self) -> Result<Option<GameView>, ViewError<T::Error>> {
        let view = View { contract: &self.id, method: GET_GAME.name, args: b"{}".to_vec() };
        ask(&self.transport, view).await
    }
}

impl<T: Caller> OneGame<T> {
    /// Starts a game between `p1` and `p2`.
    ///
    /// # Errors
    ///
    /// Why there is no outcome.
    pub async fn new_game(
        &self,
        signer: &T::Signer,
        p1: &AccountIdRef,
        p2: &AccountIdRef,
    ) -> Result<T::Outcome, T::Error> {
        self.call(signer, &NEW_GAME, json(&NewGame { p1, p2 })).await
    }

    /// Marks a cell.
    ///
    /// # Errors
    ///
    /// Why there is no outcome.
    pub async fn play(&self, signer: &T::Signer, play: Play) -> Result<T::Outcome, T::Error> {
        self.call(signer, &PLAY, json(&play)).await
    }

    async fn call(
        &self,
        signer: &T::Signer,
        method: &Method<super::Code>,
        args: Vec<u8>,
    ) -> Result<T::Outcome, T::Error> {
        let call = Call { contract: &self.id, method: method.name, args, gas: CALL_GAS, deposit: 0 };
        self.transport.call(signer, call).await
    }
}
