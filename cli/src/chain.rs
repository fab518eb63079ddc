//! The contract as seen through a JSON-RPC node: views, signed calls, and what they cost.

use std::fmt;

use anyhow::{Context, anyhow, bail};
use near_crypto::{PublicKey, Signer};
use near_jsonrpc_client::errors::{
    JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError, JsonRpcTransportSendError,
    RpcTransportError,
};
use near_jsonrpc_client::{JsonRpcClient, methods};
use near_jsonrpc_primitives::types::query::{QueryResponseKind, RpcQueryError, RpcQueryResponse};
use near_jsonrpc_primitives::types::transactions::RpcTransactionError;
use near_primitives::action::{Action, DeployContractAction, FunctionCallAction};
use near_primitives::errors::{ActionErrorKind, FunctionCallError, TxExecutionError};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::{Transaction, TransactionV0};
use near_primitives::types::{AccountId, Balance, BlockHeight, BlockId, BlockReference, Finality, Gas};
use near_primitives::views::{
    AccessKeyPermissionView, ExecutionOutcomeView, FinalExecutionOutcomeView, FinalExecutionStatus,
    QueryRequest, TxExecutionStatus,
};
use serde_json::{Value, json};

use crate::event::Event;
use crate::game::{Game, GameId};
use crate::refusal::Refusal;

// A move burns less than 2 Tgas; what is not burnt is refunded.
const CALL_GAS: Gas = Gas::from_teragas(10);

/// The method that starts a game.
pub const NEW_GAME: &str = "new_game";

/// The method that marks a cell.
pub const PLAY: &str = "play";

/// The contract at an account, reached through one node.
#[derive(Clone)]
pub struct Contract {
    rpc: JsonRpcClient,
    id: AccountId,
}

/// What a node tells of an earlier block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Past {
    /// The game at that time; none before the first one.
    Game(Option<Game>),
    /// The node remembers newer blocks only.
    Forgotten,
}

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

/// Gas burnt by a transaction and its call, and the NEAR paid for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Gas burnt.
    pub gas: Gas,
    /// NEAR burnt.
    pub near: Balance,
}

impl Contract {
    /// The contract at `id`, reached through the node at `rpc_url`.
    #[must_use]
    pub fn new(rpc_url: &str, id: AccountId) -> Self {
        Self { rpc: JsonRpcClient::connect(rpc_url), id }
    }

    /// The account that holds the contract.
    #[must_use]
    pub const fn id(&self) -> &AccountId {
        &self.id
    }

    /// The game as it stands now.
    ///
    /// # Errors
    ///
    /// When the node or the contract does not answer.
    pub async fn game(&self) -> anyhow::Result<Option<Game>> {
        Game::from_view(&self.game_json().await?)
    }

    /// The game as it stands now, in the contract's own words.
    ///
    /// # Errors
    ///
    /// When the node or the contract does not answer.
    pub async fn game_json(&self) -> anyhow::Result<Vec<u8>> {
        let newest = BlockReference::Finality(Finality::None);
        self.get_game(newest).await.map_err(|error| self.explain_query(error))
    }

    /// The game as it stood after a block.
    ///
    /// # Errors
    ///
    /// When the node or the contract does not answer.
    pub async fn game_after(&self, height: BlockHeight) -> anyhow::Result<Past> {
        let block = BlockReference::BlockId(BlockId::Height(height));
        match self.get_game(block).await {
            Ok(json) => Game::from_view(&json).map(Past::Game),
            Err(error) if is_forgotten(&error) => Ok(Past::Forgotten),
            Err(error) => Err(self.explain_query(error)),
        }
    }

    /// Starts a game between `p1` and `p2`.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] when the contract says no; otherwise why the call could not be made.
    pub async fn new_game(&self, signer: &Signer, p1: &AccountId, p2: &AccountId) -> anyhow::Result<Receipt> {
        self.call(signer, NEW_GAME, &json!({ "p1": p1, "p2": p2 })).await
    }

    /// Marks a cell, in the given game only if there is one given.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] when the contract says no; otherwise why the call could not be made.
    pub async fn play(
        &self,
        signer: &Signer,
        (row, col): (u8, u8),
        game_id: Option<GameId>,
    ) -> anyhow::Result<Receipt> {
        self.call(signer, PLAY, &json!({ "row": row, "col": col, "game_id": game_id })).await
    }

    /// Puts the contract's code on its account.
    ///
    /// # Errors
    ///
    /// Why it could not be done.
    pub async fn deploy(&self, signer: &Signer, code: Vec<u8>) -> anyhow::Result<Receipt> {
        self.send(signer, Action::DeployContract(DeployContractAction { code })).await
    }

    /// The keys of an account that may sign calls of all these methods of this contract.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn usable_keys(&self, account: &AccountId, methods: &[&str]) -> anyhow::Result<Vec<PublicKey>> {
        let request =
            QueryRequest::ViewAccessKeyList { account_id: account.clone(), after_key: None, limit: None };
        let response = self.query(request, BlockReference::Finality(Finality::None)).await;
        let QueryResponseKind::AccessKeyList(list) =
            response.map_err(|error| self.explain_query(error))?.kind
        else {
            bail!("the node answered something other than the keys of {account}");
        };
        let usable = list.keys.into_iter().filter(|key| self.may_call(&key.access_key.permission, methods));
        Ok(usable.filter_map(|key| key.public_key.to_string().parse().ok()).collect())
    }

    /// The first block's hash: no two chains share it.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn genesis(&self) -> anyhow::Result<CryptoHash> {
        let status = self.rpc.call(methods::status::RpcStatusRequest).await;
        Ok(status.map_err(|error| self.explain(error))?.genesis_hash)
    }

    fn may_call(&self, permission: &AccessKeyPermissionView, methods: &[&str]) -> bool {
        match permission {
            AccessKeyPermissionView::FullAccess => true,
            AccessKeyPermissionView::FunctionCall { receiver_id, method_names, .. } => {
                let is_allowed = |method: &&str| method_names.iter().any(|name| name == method);
                // A key that names no method may call every one.
                *receiver_id == self.id && (method_names.is_empty() || methods.iter().all(is_allowed))
            }
            AccessKeyPermissionView::GasKeyFunctionCall { .. }
            | AccessKeyPermissionView::GasKeyFullAccess { .. } => false,
        }
    }

    async fn get_game(&self, block: BlockReference) -> Result<Vec<u8>, JsonRpcError<RpcQueryError>> {
        let request = QueryRequest::CallFunction {
            account_id: self.id.clone(),
            method_name: "get_game".to_owned(),
            args: b"{}".to_vec().into(),
        };
        match self.query(request, block).await?.kind {
            QueryResponseKind::CallResult(call) => Ok(call.result),
            _ => Ok(Vec::new()),
        }
    }

    async fn query(
        &self,
        request: QueryRequest,
        block_reference: BlockReference,
    ) -> Result<RpcQueryResponse, JsonRpcError<RpcQueryError>> {
        self.rpc.call(methods::query::RpcQueryRequest { block_reference, request }).await
    }

    async fn call(&self, signer: &Signer, method: &str, args: &Value) -> anyhow::Result<Receipt> {
        let call = FunctionCallAction {
            method_name: method.to_owned(),
            args: args.to_string().into_bytes(),
            gas: CALL_GAS,
            deposit: Balance::ZERO,
        };
        self.send(signer, Action::FunctionCall(Box::new(call))).await
    }

    async fn send(&self, signer: &Signer, action: Action) -> anyhow::Result<Receipt> {
        let (nonce, block_hash) = self.next_nonce(signer).await?;
        let transaction = Transaction::V0(TransactionV0 {
            signer_id: signer.get_account_id(),
            public_key: signer.public_key(),
            nonce,
            receiver_id: self.id.clone(),
            block_hash,
            actions: vec![action],
        });
        let request = methods::send_tx::RpcSendTransactionRequest {
            signed_transaction: transaction.sign(signer),
            wait_until: TxExecutionStatus::ExecutedOptimistic,
        };
        let response = self.rpc.call(request).await.map_err(|error| self.explain_transaction(error))?;
        let outcome =
            response.final_execution_outcome.context("the node did not say what came of the call")?;
        self.receipt(outcome.into_outcome())
    }

    async fn next_nonce(&self, signer: &Signer) -> anyhow::Result<(u64, CryptoHash)> {
        let account_id = signer.get_account_id();
        let request =
            QueryRequest::ViewAccessKey { account_id: account_id.clone(), public_key: signer.public_key() };
        let response = self.query(request, BlockReference::Finality(Finality::None)).await;
        let response = response.map_err(|error| self.explain_query(error))?;
        match response.kind {
            QueryResponseKind::AccessKey(key) => Ok((key.nonce + 1, response.block_hash)),
            _ => bail!("the node answered something other than the key of {account_id}"),
        }
    }

    fn receipt(&self, outcome: FinalExecutionOutcomeView) -> anyhow::Result<Receipt> {
        if let FinalExecutionStatus::Failure(failure) = &outcome.status {
            return Err(explain_failure(failure));
        }
        // Refunds burn nothing that the signer pays for.
        let calls: Vec<ExecutionOutcomeView> = outcome
            .receipts_outcome
            .into_iter()
            .map(|receipt| receipt.outcome)
            .filter(|receipt| receipt.executor_id == self.id)
            .collect();
        let sent = &outcome.transaction_outcome.outcome;
        let cost = std::iter::once(sent).chain(&calls).fold(Cost::NOTHING, Cost::plus);
        let logs = calls.into_iter().flat_map(|call| call.logs).collect();
        Ok(Receipt { transaction: outcome.transaction.hash, logs, cost })
    }

    fn explain_query(&self, error: JsonRpcError<RpcQueryError>) -> anyhow::Error {
        match error.handler_error() {
            Some(RpcQueryError::UnknownAccount { requested_account_id, .. }) => {
                anyhow!("there is no account {requested_account_id} on this network")
            }
            Some(RpcQueryError::UnknownAccessKey { public_key, .. }) => {
                anyhow!("the key {public_key} does not belong to the account on this network")
            }
            Some(RpcQueryError::ContractExecutionError { .. } | RpcQueryError::NoContractCode { .. }) => {
                anyhow!("{} holds no tic-tac-toe contract; deploy it there, or name another", self.id)
            }
            _ => self.explain(error),
        }
    }

    fn explain_transaction(&self, error: JsonRpcError<RpcTransactionError>) -> anyhow::Error {
        match error.handler_error() {
            Some(RpcTransactionError::InvalidTransaction { context }) => {
                anyhow!("the network did not accept the transaction: {context}")
            }
            Some(RpcTransactionError::TimeoutError(_)) => {
                anyhow!(
                    "the transaction was sent but is not done yet; look at the board before you try again"
                )
            }
            _ => self.explain(error),
        }
    }

    fn explain<E: fmt::Display>(&self, error: JsonRpcError<E>) -> anyhow::Error {
        let url = self.rpc.server_addr();
        match error {
            JsonRpcError::TransportError(RpcTransportError::SendError(
                JsonRpcTransportSendError::PayloadSendError(_),
            )) => anyhow!("{url} cannot be reached; is a node running there?"),
            JsonRpcError::ServerError(JsonRpcServerError::HandlerError(error)) => {
                anyhow!("{url} answered: {error}")
            }
            JsonRpcError::ServerError(JsonRpcServerError::ResponseStatusError(
                JsonRpcServerResponseStatusError::TooManyRequests,
            )) => anyhow!("{url} gets too many requests; wait a moment, or name another server with --rpc"),
            JsonRpcError::ServerError(error) => anyhow!("{url} answered: {error}"),
            JsonRpcError::TransportError(error) => anyhow!("{url} does not answer like a NEAR node: {error}"),
        }
    }
}

fn is_forgotten(error: &JsonRpcError<RpcQueryError>) -> bool {
    match error {
        JsonRpcError::ServerError(JsonRpcServerError::HandlerError(error)) => {
            matches!(error, RpcQueryError::UnknownBlock { .. } | RpcQueryError::GarbageCollectedBlock { .. })
        }
        // Nodes answer 422 for a block they know of but no longer hold.
        JsonRpcError::ServerError(JsonRpcServerError::ResponseStatusError(
            JsonRpcServerResponseStatusError::Unexpected { status },
        )) => status.as_u16() == 422,
        _ => false,
    }
}

fn explain_failure(failure: &TxExecutionError) -> anyhow::Error {
    if let TxExecutionError::ActionError(error) = failure
        && let ActionErrorKind::FunctionCallError(FunctionCallError::ExecutionError(text)) = &error.kind
        && let Some(refusal) = Refusal::from_panic(text)
    {
        return refusal.into();
    }
    anyhow!("the transaction failed: {failure}")
}

impl Receipt {
    /// The contract's events among the logs.
    ///
    /// # Errors
    ///
    /// When a line claims to be an event but can't be read.
    pub fn events(&self) -> anyhow::Result<Vec<Event>> {
        self.logs.iter().filter_map(|line| Event::from_log(line).transpose()).collect()
    }
}

impl Cost {
    const NOTHING: Self = Self { gas: Gas::ZERO, near: Balance::ZERO };

    fn plus(self, outcome: &ExecutionOutcomeView) -> Self {
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
    fn a_key_signs_only_what_it_is_limited_to() {
        let contract = Contract::new("http://127.0.0.1:3030", "game.near".parse().unwrap());
        let limited_to = |receiver_id: &str, methods: &[&str]| AccessKeyPermissionView::FunctionCall {
            allowance: None,
            receiver_id: receiver_id.to_owned(),
            method_names: methods.iter().copied().map(str::to_owned).collect(),
        };

        let only_play = limited_to("game.near", &[PLAY]);
        assert!(contract.may_call(&only_play, &[PLAY]));
        assert!(!contract.may_call(&only_play, &[NEW_GAME]));
        assert!(!contract.may_call(&only_play, &[NEW_GAME, PLAY]));
        assert!(contract.may_call(&limited_to("game.near", &[]), &[NEW_GAME, PLAY]));
        assert!(!contract.may_call(&limited_to("other.near", &[]), &[PLAY]));
        assert!(contract.may_call(&AccessKeyPermissionView::FullAccess, &[NEW_GAME]));
    }

    #[test]
    fn a_cost_is_shown_in_the_units_people_compare() {
        let cost = Cost {
            gas: Gas::from_gas(1_551_234_567_890),
            near: Balance::from_yoctonear(155_123_456_789_000_000_000),
        };
        assert_eq!(cost.to_string(), "1.55 Tgas, 0.000155 NEAR");
    }
}
