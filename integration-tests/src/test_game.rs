//! A one-game contract and two players for one test alone.

use anyhow::{Context, Result};
use futures_util::future::try_join3;
use near_workspaces::network::Sandbox;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::{Account, AccountId, Contract, Worker};
use serde_json::Value;
use tic_tac_toe_interface::one_game::{Code, GET_GAME, GameView, OneGame, Play};
use tokio::sync::Mutex;

use crate::node::send_once;
use crate::transport::Node;
use crate::view::moves;
use crate::wasm;

/// New accounts are made with one key of the node: where many tests do that at once, its transactions overtake each
/// other and are refused.
pub static SETTING_UP: Mutex<()> = Mutex::const_new(());

/// A freshly deployed one-game contract with two players; Alice plays X unless a test says otherwise.
pub struct TestGame {
    /// The node it is deployed on.
    pub node: Worker<Sandbox>,
    /// The contract.
    pub contract: Contract,
    /// The first player.
    pub alice: Account,
    /// The second player.
    pub bob: Account,
}

/// What a refused call must leave as it was.
#[derive(Debug, PartialEq, Eq)]
pub struct Storage {
    /// Every key and value the contract stores, in the order of the keys.
    pub records: Vec<(Vec<u8>, Vec<u8>)>,
    /// The bytes that the account pays for.
    pub usage: u64,
}

impl TestGame {
    /// Deploys the contract; there is no game yet.
    ///
    /// # Errors
    ///
    /// When the node or the build fails.
    pub async fn without_game(node: &Worker<Sandbox>) -> Result<Self> {
        let wasm = wasm::one_game()?;
        let _turn = SETTING_UP.lock().await;
        let (contract, alice, bob) =
            try_join3(node.dev_deploy(&wasm), node.dev_create_account(), node.dev_create_account()).await?;
        Ok(Self { node: node.clone(), contract, alice, bob })
    }

    /// Deploys the contract and starts a game of Alice against Bob.
    ///
    /// # Errors
    ///
    /// When the node or the build fails, or the contract refuses.
    pub async fn with_game(node: &Worker<Sandbox>) -> Result<Self> {
        let test = Self::without_game(node).await?;
        test.new_game(&test.alice, test.alice.id(), test.bob.id()).await?.into_result()?;
        Ok(test)
    }

    /// Returns the contract as clients call it.
    #[must_use]
    pub fn handle(&self) -> OneGame<Node> {
        OneGame::new(Node(self.node.clone()), self.contract.id().clone())
    }

    /// Calls a method with arguments that no client would send; the result says whether the contract accepts.
    ///
    /// # Errors
    ///
    /// When the node does not accept the transaction.
    pub async fn call(&self, by: &Account, method: &str, args: Value) -> Result<ExecutionFinalResult> {
        send_once(&self.node, by.call(self.contract.id(), method).args_json(args).transact_async()).await
    }

    /// Starts a game.
    ///
    /// # Errors
    ///
    /// When the node does not accept the transaction.
    pub async fn new_game(
        &self,
        by: &Account,
        p1: &AccountId,
        p2: &AccountId,
    ) -> Result<ExecutionFinalResult> {
        self.handle().new_game(by, p1, p2).await
    }

    /// Marks a cell.
    ///
    /// # Errors
    ///
    /// When the node does not accept the transaction.
    pub async fn play(&self, by: &Account, row: u8, col: u8) -> Result<ExecutionFinalResult> {
        self.handle().play(by, Play { row, col, game_id: None }).await
    }

    /// Plays a game drawn with each move's number in its cell; `players` take turns.
    ///
    /// # Errors
    ///
    /// When the contract refuses a move.
    pub async fn play_out(&self, players: [&Account; 2], game: &str) -> Result<()> {
        for ((row, col), by) in moves(game).into_iter().zip(players.into_iter().cycle()) {
            let result = self.play(by, row, col).await?.into_result();
            result.with_context(|| format!("{} at row {row}, column {col}", by.id()))?;
        }
        Ok(())
    }

    /// Returns the answer of `get_game`, `None` when no game was ever created.
    ///
    /// # Errors
    ///
    /// When the node or the view fails.
    pub async fn get_game(&self) -> Result<Option<GameView>> {
        Ok(self.handle().get_game().await?)
    }

    /// Returns the answer of `get_game` as JSON.
    ///
    /// # Errors
    ///
    /// When the node or the view fails.
    pub async fn game_json(&self) -> Result<Value> {
        Ok(self.contract.view(GET_GAME.name).await?.json()?)
    }

    /// Returns the game, which must exist.
    ///
    /// # Errors
    ///
    /// When there is none, or the node or the view fails.
    pub async fn game(&self) -> Result<GameView> {
        self.get_game().await?.context("there is no game")
    }

    /// Returns everything the contract stores.
    ///
    /// # Errors
    ///
    /// When the node fails.
    pub async fn storage(&self) -> Result<Storage> {
        storage_of(&self.contract).await
    }

    /// Calls a method that must be refused for this reason and change nothing.
    ///
    /// # Errors
    ///
    /// When the node fails.
    ///
    /// # Panics
    ///
    /// When the call is accepted, refused for another reason, logs something or changes the storage.
    pub async fn must_refuse(
        &self,
        by: &Account,
        method: &str,
        args: Value,
        why: impl Into<RefusalReason>,
    ) -> Result<()> {
        let before = self.storage().await?;
        let result = self.call(by, method, args).await?;
        must_be_refused(&result, why);
        assert_eq!(self.storage().await?, before);
        Ok(())
    }
}

/// Returns everything a contract stores.
///
/// # Errors
///
/// When the node fails.
pub async fn storage_of(contract: &Contract) -> Result<Storage> {
    let mut records: Vec<_> = contract.view_state().await?.into_iter().collect();
    records.sort_unstable();
    let usage = contract.view_account().await?.storage_usage;
    Ok(Storage { records, usage })
}

/// Why a call is refused: for a reason of the contract, or for one of near-sdk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// The contract's code.
    Code(Code),
    /// The beginning of near-sdk's panic message.
    Text(String),
}

impl From<Code> for RefusalReason {
    fn from(code: Code) -> Self {
        Self::Code(code)
    }
}

impl From<&str> for RefusalReason {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl RefusalReason {
    /// Returns whether the contract panicked for this reason.
    #[must_use]
    pub fn matches(&self, result: &ExecutionFinalResult) -> bool {
        let begin = match self {
            Self::Code(code) => format!("{code}: "),
            Self::Text(text) => text.clone(),
        };
        format!("{:?}", result.failures()).contains(&format!("Smart contract panicked: {begin}"))
    }
}

/// Checks that the contract panicked for this reason, and logged nothing.
///
/// # Panics
///
/// When it did not.
#[track_caller]
pub fn must_be_refused(result: &ExecutionFinalResult, why: impl Into<RefusalReason>) {
    let why = why.into();
    assert!(why.matches(result), "not {why:?}: {result:?}");
    assert!(result.logs().is_empty(), "a refused call logged {:?}", result.logs());
}
