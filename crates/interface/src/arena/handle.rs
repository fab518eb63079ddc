//! The contract at an account, reached by any transport: the only place that knows how its methods are called.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    AboutGame, AboutRound, Amount, CALL_GAS, CLAIM_TIMEOUT, CLOSE, CREATE, Code, Counts, Create, FIND_GAME,
    FindGame, GET_COST, GET_COUNTS, GET_GAME, GET_GAMES, GET_GAMES_OF, GET_OPEN_GAMES, GameView, GamesPage,
    GetCost, GetCounts, GetGames, GetGamesOf, JOIN, ONE_YOCTO, PLAY, Page, Play, RESIGN, RESTART,
    STORAGE_BALANCE_BOUNDS, STORAGE_BALANCE_OF, STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW,
    StorageBalance, StorageBalanceBounds, StorageBalanceOf, StorageDeposit, StorageUnregister,
    StorageWithdraw,
};
use crate::method::Method;
use crate::transport::{Call, Caller, View, ViewError, Viewer, ask, json};
use crate::{AccountId, AccountIdRef, GameId};

/// The contract at an account.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    transport: T,
    id: AccountId,
}

impl<T> Arena<T> {
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

/// Every view fails when there is no answer, or one that can't be read.
#[expect(clippy::missing_errors_doc, reason = "the block says it once for all")]
impl<T: Viewer> Arena<T> {
    /// Returns the game, or `None` when it was never created or has been closed.
    pub async fn get_game(&self, game_id: GameId) -> Result<Option<GameView>, ViewError<T::Error>> {
        self.view(&GET_GAME, &AboutGame { game_id }).await
    }

    /// Returns the game with exactly these players in this order, or `None`.
    pub async fn find_game(&self, players: &[&AccountIdRef]) -> Result<Option<GameId>, ViewError<T::Error>> {
        self.view(&FIND_GAME, &FindGame { players }).await
    }

    /// Returns games by ascending id.
    pub async fn get_games(&self, from: GetGames) -> Result<GamesPage, ViewError<T::Error>> {
        self.view(&GET_GAMES, &from).await
    }

    /// Returns the games in which an account has a seat.
    pub async fn get_games_of(
        &self,
        account_id: &AccountIdRef,
        page: Page,
    ) -> Result<Vec<GameView>, ViewError<T::Error>> {
        self.view(&GET_GAMES_OF, &GetGamesOf { account_id, page }).await
    }

    /// Returns the games with a free seat.
    pub async fn get_open_games(&self, page: Page) -> Result<Vec<GameView>, ViewError<T::Error>> {
        self.view(&GET_OPEN_GAMES, &page).await
    }

    /// Returns how many games there are, and how many of an account.
    pub async fn get_counts(&self, account_id: Option<&AccountIdRef>) -> Result<Counts, ViewError<T::Error>> {
        self.view(&GET_COUNTS, &GetCounts { account_id }).await
    }

    /// Returns what creating such a game locks.
    pub async fn get_cost(&self, game: GetCost) -> Result<Amount, ViewError<T::Error>> {
        self.view(&GET_COST, &game).await
    }

    /// Returns an account's balance, or `None` when it is not registered.
    pub async fn storage_balance_of(
        &self,
        account_id: &AccountIdRef,
    ) -> Result<Option<StorageBalance>, ViewError<T::Error>> {
        self.view(&STORAGE_BALANCE_OF, &StorageBalanceOf { account_id }).await
    }

    /// Returns what registering takes.
    pub async fn storage_balance_bounds(&self) -> Result<StorageBalanceBounds, ViewError<T::Error>> {
        let nothing = serde_json::Map::new();
        self.view(&STORAGE_BALANCE_BOUNDS, &nothing).await
    }

    async fn view<A: DeserializeOwned>(
        &self,
        method: &Method<Code>,
        args: &impl Serialize,
    ) -> Result<A, ViewError<T::Error>> {
        let view = View { contract: &self.id, method: method.name, args: json(args) };
        ask(&self.transport, view).await
    }
}

/// Every call fails when there is no outcome; an outcome may be a refusal.
#[expect(clippy::missing_errors_doc, reason = "the block says it once for all")]
impl<T: Caller> Arena<T> {
    /// Makes a game; `deposit` is credited to the signer's balance first.
    pub async fn create(
        &self,
        signer: &T::Signer,
        create: Create<'_>,
        deposit: Amount,
    ) -> Result<T::Outcome, T::Error> {
        self.call(signer, &CREATE, json(&create), deposit.0).await
    }

    /// Takes the first free seat.
    pub async fn join(&self, signer: &T::Signer, game_id: GameId) -> Result<T::Outcome, T::Error> {
        self.call(signer, &JOIN, json(&AboutGame { game_id }), 0).await
    }

    /// Marks a cell.
    pub async fn play(&self, signer: &T::Signer, play: Play) -> Result<T::Outcome, T::Error> {
        self.call(signer, &PLAY, json(&play), 0).await
    }

    /// Begins a new round.
    pub async fn restart(&self, signer: &T::Signer, round: AboutRound) -> Result<T::Outcome, T::Error> {
        self.call(signer, &RESTART, json(&round), 0).await
    }

    /// Leaves the round.
    pub async fn resign(&self, signer: &T::Signer, round: AboutRound) -> Result<T::Outcome, T::Error> {
        self.call(signer, &RESIGN, json(&round), 0).await
    }

    /// Takes the player to move out, once their time is over.
    pub async fn claim_timeout(&self, signer: &T::Signer, round: AboutRound) -> Result<T::Outcome, T::Error> {
        self.call(signer, &CLAIM_TIMEOUT, json(&round), 0).await
    }

    /// Ends the game and frees its storage.
    pub async fn close(&self, signer: &T::Signer, game_id: GameId) -> Result<T::Outcome, T::Error> {
        self.call(signer, &CLOSE, json(&AboutGame { game_id }), 0).await
    }

    /// Registers an account or adds to its balance.
    pub async fn storage_deposit(
        &self,
        signer: &T::Signer,
        storage: StorageDeposit<'_>,
        deposit: Amount,
    ) -> Result<T::Outcome, T::Error> {
        self.call(signer, &STORAGE_DEPOSIT, json(&storage), deposit.0).await
    }

    /// Pays `amount` out, or all that is available.
    pub async fn storage_withdraw(
        &self,
        signer: &T::Signer,
        amount: Option<Amount>,
    ) -> Result<T::Outcome, T::Error> {
        self.call(signer, &STORAGE_WITHDRAW, json(&StorageWithdraw { amount }), ONE_YOCTO).await
    }

    /// Ends the signer's registration and pays out everything.
    pub async fn storage_unregister(&self, signer: &T::Signer) -> Result<T::Outcome, T::Error> {
        let args = json(&StorageUnregister { force: None });
        self.call(signer, &STORAGE_UNREGISTER, args, ONE_YOCTO).await
    }

    async fn call(
        &self,
        signer: &T::Signer,
        method: &Method<Code>,
        args: Vec<u8>,
        deposit: u128,
    ) -> Result<T::Outcome, T::Error> {
        let call = Call { contract: &self.id, method: method.name, args, gas: CALL_GAS, deposit };
        self.transport.call(signer, call).await
    }
}
