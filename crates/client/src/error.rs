//! What can go wrong between a client and a contract, each as a sentence that says what to do next.

use std::time::Duration;

use near_crypto::PublicKey;
use near_jsonrpc_client::errors::{
    JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError, JsonRpcTransportSendError,
    RpcTransportError,
};
use near_primitives::errors::{InvalidTxError, TxExecutionError};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, BlockHeight};
use thiserror::Error;
use tic_tac_toe_interface::arena::ImpossibleGame;
use tic_tac_toe_interface::transport::ViewError;

use crate::Refusal;

/// Why there is no answer, or no receipt.
#[derive(Debug, Error)]
pub enum Error {
    /// The contract said no; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A transaction was sent and its result is unknown: it may still take effect.
    #[error("the transaction was sent but is not done yet; look at the board before you try again")]
    Unsettled {
        /// The transaction, by which its outcome can be asked for.
        transaction: CryptoHash,
    },
    /// Nobody listens.
    #[error("{url} cannot be reached; is a node running there?")]
    Unreachable {
        /// The node.
        url: String,
    },
    /// Somebody listens and says nothing.
    #[error(
        "{url} has not answered for {} seconds; try again later, or name another server with --rpc",
        waited.as_secs_f32()
    )]
    Silent {
        /// The node.
        url: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The server wants to be left alone for a while.
    #[error("{url} gets too many requests; wait a moment, or name another server with --rpc")]
    RateLimited {
        /// The node.
        url: String,
    },
    /// The account does not exist.
    #[error("there is no account {0} on this network")]
    NoAccount(AccountId),
    /// The key may not sign for the account.
    #[error("the key {0} does not belong to the account on this network")]
    NoKey(PublicKey),
    /// The account has no code, or code of another kind.
    #[error("{0} holds no tic-tac-toe contract; deploy it there, or name another")]
    NoContract(AccountId),
    /// The contract broke down over a question.
    #[error("{contract} cannot answer {method}: {reason}")]
    ViewFailed {
        /// The contract.
        contract: AccountId,
        /// What it was asked.
        method: &'static str,
        /// What the node says of it.
        reason: String,
    },
    /// The contract answered something else than its interface says.
    #[error("{method} answered something that this program does not understand")]
    Unreadable {
        /// The method that was asked.
        method: &'static str,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
    /// The contract answered a game that the rules do not allow.
    #[error("get_game answered an impossible game")]
    ImpossibleGame(#[source] ImpossibleGame),
    /// The contract has no call for what was asked of it.
    #[error("{0} does not offer that; games of an arena do")]
    NotOffered(AccountId),
    /// The node remembers newer blocks only.
    #[error("the node no longer has block {0}")]
    Forgotten(BlockHeight),
    /// The transaction never was one for the network.
    #[error("the network did not accept the transaction: {0}")]
    NotAccepted(InvalidTxError),
    /// The transaction failed, and not by a contract's decision.
    #[error("the transaction failed: {0}")]
    Failed(TxExecutionError),
    /// The node reports a problem of its own.
    #[error("{url} answered: {what}")]
    Answered {
        /// The node.
        url: String,
        /// Its words.
        what: String,
    },
    /// A relay does not send a guest's call.
    #[error("the relay {url} does not do it: {sentence}")]
    Relay {
        /// The relay.
        url: String,
        /// Its code for programs; empty where it gives none.
        code: String,
        /// Its words.
        sentence: String,
    },
    /// Somebody answers who is no node.
    #[error("{url} does not answer like a NEAR node: {what}")]
    NotANode {
        /// Who answers.
        url: String,
        /// What is wrong with the answer.
        what: String,
    },
}

impl From<ViewError<Self>> for Error {
    fn from(error: ViewError<Self>) -> Self {
        match error {
            ViewError::Transport(error) => error,
            ViewError::Unreadable { method, source } => Self::Unreadable { method, source },
        }
    }
}

impl Error {
    /// Explains what any request may fail with, whatever was asked.
    pub(crate) fn of_request<E: std::fmt::Display>(url: String, error: JsonRpcError<E>) -> Self {
        match error {
            JsonRpcError::TransportError(RpcTransportError::SendError(
                JsonRpcTransportSendError::PayloadSendError(_),
            )) => Self::Unreachable { url },
            JsonRpcError::ServerError(JsonRpcServerError::ResponseStatusError(
                JsonRpcServerResponseStatusError::TooManyRequests,
            )) => Self::RateLimited { url },
            JsonRpcError::ServerError(error) => Self::Answered { url, what: error.to_string() },
            JsonRpcError::TransportError(error) => Self::NotANode { url, what: error.to_string() },
        }
    }
}
