//! Signing, sending once, and waiting for what comes of it.

use near_crypto::{PublicKey, Signer};
use near_jsonrpc_client::errors::{
    JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError, JsonRpcTransportRecvError,
    JsonRpcTransportSendError, RpcTransportError,
};
use near_jsonrpc_client::methods::send_tx::RpcSendTransactionRequest;
use near_jsonrpc_client::methods::tx::{RpcTransactionStatusRequest, TransactionInfo};
use near_jsonrpc_primitives::types::query::QueryResponseKind;
use near_jsonrpc_primitives::types::transactions::RpcTransactionError;
use near_primitives::action::{Action, DeployContractAction, FunctionCallAction};
use near_primitives::errors::{ActionErrorKind, FunctionCallError, InvalidTxError, TxExecutionError};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::{
    NonceMode, SignedTransaction, Transaction, TransactionNonce, TransactionV0, TransactionV1,
};
use near_primitives::types::{AccountId, Balance, BlockReference, Gas};
use near_primitives::views::{
    ExecutionOutcomeView, FinalExecutionOutcomeView, FinalExecutionOutcomeViewEnum, FinalExecutionStatus,
    QueryRequest, TxExecutionStatus,
};
use tic_tac_toe_interface::transport::Call;

use crate::rpc::{RequestError, newest};
use crate::{Cost, Error, Receipt, Refusal, Rpc};

/// A transaction is signed at most so many times, each time with another nonce.
const NONCES: u32 = 3;

impl Rpc {
    /// Puts a contract's code on the signer's account.
    ///
    /// # Errors
    ///
    /// Why it could not be done.
    pub async fn deploy(&self, signer: &Signer, code: Vec<u8>) -> Result<Receipt, Error> {
        let action = Action::DeployContract(DeployContractAction { code });
        self.send(signer, &signer.get_account_id(), vec![action]).await
    }

    /// Signs a transaction, sends it once, and waits for its outcome. It is never sent again, also when
    /// its result stays unknown: only one whose nonce was used before, and which is not on the chain, is signed anew.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] when a contract says no, [`Error::Unsettled`] when the outcome does not come in time;
    /// otherwise why nothing was done.
    pub async fn send(
        &self,
        signer: &Signer,
        receiver: &AccountId,
        actions: Vec<Action>,
    ) -> Result<Receipt, Error> {
        let (account, key) = (signer.get_account_id(), signer.public_key());
        let (mut used_nonce, mut tries) = (0, 0);
        loop {
            let (nonce, block_hash) = self.nonce_of(&account, &key, newest()).await?;
            let nonce = nonce.max(used_nonce) + 1;
            let transaction =
                sign(signer, TransactionNonce::from_nonce(nonce), block_hash, receiver, actions.clone());
            let hash = transaction.get_hash();
            tries += 1;
            match self.send_once(transaction).await {
                Err(Error::NotAccepted(InvalidTxError::InvalidNonce { tx_nonce, ak_nonce }))
                    if tx_nonce <= ak_nonce && tries < NONCES =>
                {
                    // A server that lags has told an old nonce; or one on the way has passed this transaction on twice.
                    if let Some(receipt) = self.receipt(hash, &account, receiver).await? {
                        return Ok(receipt);
                    }
                    used_nonce = ak_nonce;
                }
                result => return read_receipt(result?, receiver),
            }
        }
    }

    /// Looks up what a transaction did, by its hash; none if it is not on the chain, as far as the node knows.
    ///
    /// # Errors
    ///
    /// [`Error::Unsettled`] while it is not done, [`Error::Refused`] when a contract said no; otherwise why the node
    /// does not answer.
    pub async fn receipt(
        &self,
        transaction: CryptoHash,
        sender: &AccountId,
        receiver: &AccountId,
    ) -> Result<Option<Receipt>, Error> {
        let outcome = self.outcome(transaction, sender).await?;
        outcome.map(|outcome| read_receipt(outcome, receiver)).transpose()
    }

    /// Looks up all outcomes of a transaction, by its hash; none if it is not on the chain, as far as the node knows.
    ///
    /// # Errors
    ///
    /// [`Error::Unsettled`] while it is not done; otherwise why the node does not answer.
    pub async fn outcome(
        &self,
        transaction: CryptoHash,
        sender: &AccountId,
    ) -> Result<Option<FinalExecutionOutcomeView>, Error> {
        let transaction_info =
            TransactionInfo::TransactionId { tx_hash: transaction, sender_account_id: sender.clone() };
        let wait_until = TxExecutionStatus::None;
        let response = match self.ask(RpcTransactionStatusRequest { transaction_info, wait_until }).await {
            Ok(response) => response,
            Err(RequestError::Method(RpcTransactionError::UnknownTransaction { .. })) => return Ok(None),
            Err(RequestError::Method(RpcTransactionError::TimeoutError(_))) => {
                return Err(Error::Unsettled { transaction });
            }
            Err(error) => return Err(self.explain(error)),
        };
        let outcome = response.final_execution_outcome.map(FinalExecutionOutcomeViewEnum::into_outcome);
        match (response.final_execution_status, outcome) {
            (TxExecutionStatus::None, _) => Ok(None),
            (TxExecutionStatus::Included | TxExecutionStatus::IncludedFinal, _) | (_, None) => {
                Err(Error::Unsettled { transaction })
            }
            (_, Some(outcome)) => Ok(Some(outcome)),
        }
    }

    /// Sends a transaction once, and waits for its outcomes. What a delegate action did is among those of the receipts:
    /// the transaction itself succeeds whatever the contract says.
    ///
    /// # Errors
    ///
    /// [`Error::Unsettled`] when the outcomes do not come in time; otherwise why nothing was done.
    pub async fn send_once(
        &self,
        signed_transaction: SignedTransaction,
    ) -> Result<FinalExecutionOutcomeView, Error> {
        let hash = signed_transaction.get_hash();
        let wait_until = TxExecutionStatus::ExecutedOptimistic;
        let request = RpcSendTransactionRequest { signed_transaction, wait_until };
        let response = self.request(request, self.timeouts().transaction, is_in_doubt).await;
        let response = response.map_err(|error| self.explain_sending(hash, error))?;
        let outcome = response.final_execution_outcome.ok_or(Error::Unsettled { transaction: hash })?;
        Ok(outcome.into_outcome())
    }

    pub(crate) async fn send_call(&self, signer: &Signer, call: Call<'_>) -> Result<Receipt, Error> {
        let action = FunctionCallAction {
            method_name: call.method.to_owned(),
            args: call.args,
            gas: Gas::from_gas(call.gas),
            deposit: Balance::from_yoctonear(call.deposit),
        };
        self.send(signer, &call.contract.to_owned(), vec![Action::FunctionCall(Box::new(action))]).await
    }

    /// Returns the last nonce that was used with a key, and the block as of which that is so.
    ///
    /// # Errors
    ///
    /// When the node does not answer, or there is no such key.
    pub async fn nonce_of(
        &self,
        account: &AccountId,
        key: &PublicKey,
        block: BlockReference,
    ) -> Result<(u64, CryptoHash), Error> {
        let request = QueryRequest::ViewAccessKey { account_id: account.clone(), public_key: key.clone() };
        let response = self.query(request, block).await.map_err(|error| self.explain_query(error))?;
        match response.kind {
            QueryResponseKind::AccessKey(key) => Ok((key.nonce, response.block_hash)),
            _ => Err(self.unexpected(&format!("something other than the key of {account}"))),
        }
    }

    /// Returns the last nonces that were used with a gas key (NEP-611), in the order of their indices.
    ///
    /// # Errors
    ///
    /// When the node does not answer, or there is no such gas key.
    pub async fn gas_key_nonces(
        &self,
        account: &AccountId,
        key: &PublicKey,
        block: BlockReference,
    ) -> Result<Vec<u64>, Error> {
        let request = QueryRequest::ViewGasKeyNonces { account_id: account.clone(), public_key: key.clone() };
        let response = self.query(request, block).await.map_err(|error| self.explain_query(error))?;
        match response.kind {
            QueryResponseKind::GasKeyNonces(view) => Ok(view.nonces),
            _ => Err(self.unexpected(&format!("something other than a gas key of {account}"))),
        }
    }

    fn explain_sending(&self, transaction: CryptoHash, error: RequestError<RpcTransactionError>) -> Error {
        match error {
            RequestError::Method(RpcTransactionError::InvalidTransaction { context }) => {
                Error::NotAccepted(context)
            }
            error if is_in_doubt(&error) => Error::Unsettled { transaction },
            error => self.explain(error),
        }
    }
}

/// Signs a transaction with a nonce and a block that its sender has chosen.
#[must_use]
pub fn sign(
    signer: &Signer,
    nonce: TransactionNonce,
    block_hash: CryptoHash,
    receiver: &AccountId,
    actions: Vec<Action>,
) -> SignedTransaction {
    let (signer_id, public_key) = (signer.get_account_id(), signer.public_key());
    let receiver_id = receiver.clone();
    let transaction = match nonce {
        TransactionNonce::Nonce { nonce } => {
            Transaction::V0(TransactionV0 { signer_id, public_key, nonce, receiver_id, block_hash, actions })
        }
        // Only the next version has room for the index of a gas key's nonce.
        TransactionNonce::GasKeyNonce { .. } => Transaction::V1(TransactionV1 {
            signer_id,
            public_key,
            nonce,
            receiver_id,
            block_hash,
            actions,
            nonce_mode: NonceMode::Monotonic,
        }),
    };
    transaction.sign(signer)
}

/// Returns whether the transaction could have reached the chain although there is no result.
fn is_in_doubt(error: &RequestError<RpcTransactionError>) -> bool {
    match error {
        RequestError::TimedOut(_)
        | RequestError::Method(
            RpcTransactionError::TimeoutError(_) | RpcTransactionError::RequestRouted { .. },
        ) => true,
        RequestError::Failed(error) => may_have_arrived(error),
        RequestError::Method(_) => false,
    }
}

fn may_have_arrived(error: &JsonRpcError<RpcTransactionError>) -> bool {
    match error {
        // Nodes answer 408 when they waited in vain; a server before them may answer 502 or 504 instead.
        JsonRpcError::ServerError(JsonRpcServerError::ResponseStatusError(status)) => match status {
            JsonRpcServerResponseStatusError::TimeoutError => true,
            JsonRpcServerResponseStatusError::Unexpected { status } => matches!(status.as_u16(), 502 | 504),
            _ => false,
        },
        // The connection broke after it was made.
        JsonRpcError::TransportError(RpcTransportError::SendError(
            JsonRpcTransportSendError::PayloadSendError(error),
        )) => !error.is_connect(),
        JsonRpcError::TransportError(RpcTransportError::RecvError(
            JsonRpcTransportRecvError::PayloadRecvError(_),
        )) => true,
        _ => false,
    }
}

fn read_receipt(outcome: FinalExecutionOutcomeView, receiver: &AccountId) -> Result<Receipt, Error> {
    if let FinalExecutionStatus::Failure(failure) = outcome.status {
        return Err(explain_failure(failure));
    }
    // Refunds burn nothing that the signer pays for.
    let calls: Vec<ExecutionOutcomeView> = outcome
        .receipts_outcome
        .into_iter()
        .map(|receipt| receipt.outcome)
        .filter(|receipt| receipt.executor_id == *receiver)
        .collect();
    let sent = &outcome.transaction_outcome.outcome;
    let cost = std::iter::once(sent).chain(&calls).fold(Cost::NOTHING, Cost::plus);
    let logs = calls.into_iter().flat_map(|call| call.logs).collect();
    Ok(Receipt { transaction: outcome.transaction.hash, logs, cost })
}

fn explain_failure(failure: TxExecutionError) -> Error {
    if let TxExecutionError::ActionError(error) = &failure
        && let ActionErrorKind::FunctionCallError(FunctionCallError::ExecutionError(text)) = &error.kind
        && let Some(refusal) = Refusal::from_panic(text)
    {
        return refusal.into();
    }
    Error::Failed(failure)
}
