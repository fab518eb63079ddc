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
#[expect(missing_docs, reason = "each has its sentence")]
pub enum Error {
    /// The contract said no; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The result of a transaction is unknown: it may still take effect.
    #[error("the transaction was sent but is not done yet; look at the board before you try again")]
    Unsettled { transaction: CryptoHash },
    #[error("{url} cannot be reached; is a node running there?")]
    Unreachable { url: String },
    #[error(
        "{url} has not answered for {} seconds; try again later, or name another server with --rpc",
        waited.as_secs_f32()
    )]
    Silent { url: String, waited: Duration },
    #[error("{url} gets too many requests; wait a moment, or name another server with --rpc")]
    RateLimited { url: String },
    #[error("there is no account {0} on this network")]
    NoAccount(AccountId),
    #[error("the key {0} does not belong to the account on this network")]
    NoKey(PublicKey),
    /// The account has no code, or code of another kind.
    #[error("{0} holds no tic-tac-toe contract; deploy it there, or name another")]
    NoContract(AccountId),
    #[error("{contract} cannot answer {method}: {reason}")]
    ViewFailed { contract: AccountId, method: &'static str, reason: String },
    /// The contract answered something else than its interface says.
    #[error("{method} answered something that this program does not understand")]
    Unreadable { method: &'static str, source: serde_json::Error },
    #[error("get_game answered an impossible game")]
    ImpossibleGame(#[source] ImpossibleGame),
    #[error("{0} does not offer that; games of an arena do")]
    NotOffered(AccountId),
    #[error("the node no longer has block {0}")]
    Forgotten(BlockHeight),
    #[error("the network did not accept the transaction: {0}")]
    NotAccepted(InvalidTxError),
    /// The transaction failed, and not by a contract's decision.
    #[error("the transaction failed: {0}")]
    Failed(TxExecutionError),
    /// The node reports a problem of its own.
    #[error("{url} answered: {what}")]
    Answered { url: String, what: String },
    /// A relay does not send a guest's call. Its code, for programs, may be empty.
    #[error("the relay {url} does not do it: {sentence}")]
    Relay { url: String, code: String, sentence: String },
    #[error("{url} does not answer like a NEAR node: {what}")]
    NotANode { url: String, what: String },
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
