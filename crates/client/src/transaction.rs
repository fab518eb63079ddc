//! Signing, sending once, and waiting for what comes of it.

use near_crypto::Signer;
use near_jsonrpc_client::errors::{
    JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError, JsonRpcTransportRecvError,
    JsonRpcTransportSendError, RpcTransportError,
};
use near_jsonrpc_client::methods::send_tx::RpcSendTransactionRequest;
use near_jsonrpc_primitives::types::query::QueryResponseKind;
use near_jsonrpc_primitives::types::transactions::RpcTransactionError;
use near_primitives::action::{Action, DeployContractAction, FunctionCallAction};
use near_primitives::errors::{ActionErrorKind, FunctionCallError, TxExecutionError};
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::{SignedTransaction, Transaction, TransactionV0};
use near_primitives::types::{AccountId, Balance, Gas};
use near_primitives::views::{
    ExecutionOutcomeView, FinalExecutionOutcomeView, FinalExecutionStatus, QueryRequest, TxExecutionStatus,
};
use tic_tac_toe_interface::transport::Call;

use crate::rpc::{RequestError, newest};
use crate::{Cost, Error, Receipt, Refusal, Rpc};

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
    /// its result stays unknown.
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
        let signed_transaction = self.sign(signer, receiver, actions).await?;
        let hash = signed_transaction.get_hash();
        let request = RpcSendTransactionRequest {
            signed_transaction,
            wait_until: TxExecutionStatus::ExecutedOptimistic,
        };
        let response = self.request(request, self.timeouts().transaction).await;
        let response = response.map_err(|error| self.explain_sending(hash, error))?;
        let outcome = response.final_execution_outcome.ok_or(Error::Unsettled { transaction: hash })?;
        read_receipt(outcome.into_outcome(), receiver)
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

    async fn sign(
        &self,
        signer: &Signer,
        receiver: &AccountId,
        actions: Vec<Action>,
    ) -> Result<SignedTransaction, Error> {
        let (nonce, block_hash) = self.next_nonce(signer).await?;
        let transaction = Transaction::V0(TransactionV0 {
            signer_id: signer.get_account_id(),
            public_key: signer.public_key(),
            nonce,
            receiver_id: receiver.clone(),
            block_hash,
            actions,
        });
        Ok(transaction.sign(signer))
    }

    async fn next_nonce(&self, signer: &Signer) -> Result<(u64, CryptoHash), Error> {
        let account_id = signer.get_account_id();
        let request =
            QueryRequest::ViewAccessKey { account_id: account_id.clone(), public_key: signer.public_key() };
        let response = self.query(request, newest()).await.map_err(|error| self.explain_query(error))?;
        match response.kind {
            QueryResponseKind::AccessKey(key) => Ok((key.nonce + 1, response.block_hash)),
            _ => Err(self.unexpected(&format!("something other than the key of {account_id}"))),
        }
    }

    fn explain_sending(&self, transaction: CryptoHash, error: RequestError<RpcTransactionError>) -> Error {
        match error {
            RequestError::Method(RpcTransactionError::InvalidTransaction { context }) => {
                Error::NotAccepted(context)
            }
            RequestError::TimedOut(_)
            | RequestError::Method(
                RpcTransactionError::TimeoutError(_) | RpcTransactionError::RequestRouted { .. },
            ) => Error::Unsettled { transaction },
            RequestError::Failed(error) if may_have_arrived(&error) => Error::Unsettled { transaction },
            error => self.explain(error),
        }
    }
}

/// Returns whether the transaction could have reached the chain although there is no result.
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
