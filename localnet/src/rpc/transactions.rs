//! Sending transactions and waiting for their results.

use near_jsonrpc_primitives::types::transactions::{
    RpcSendTransactionRequest, RpcTransactionError, RpcTransactionResponse, RpcTransactionStatusRequest,
    TimeoutErrorCause, TransactionInfo,
};
use near_primitives::{
    errors::InvalidTxError,
    hash::CryptoHash,
    transaction::SignedTransaction,
    types::BlockHeight,
    views::{TxExecutionStatus, TxStatusView},
};

use super::Rpc;
use crate::{
    chain::{Command, meets},
    transcript,
};

type TransactionResult = Result<RpcTransactionResponse, RpcTransactionError>;

/// From this protocol version on, nodes say why a request timed out.
const TIMEOUT_CAUSES_SINCE: u32 = 87;

impl Rpc {
    /// Hands a transaction over without waiting for anything; an invalid one is dropped.
    pub fn send_async(&self, request: RpcSendTransactionRequest) -> CryptoHash {
        let tx = request.signed_transaction;
        let hash = tx.get_hash();
        if let Err(error) = self.submit(&tx) {
            tracing::debug!(%hash, %error, "an invalid transaction was sent without waiting");
        }
        hash
    }

    /// Sends a transaction and waits until it is executed.
    pub async fn send_commit(&self, request: RpcSendTransactionRequest) -> TransactionResult {
        self.send(RpcSendTransactionRequest { wait_until: TxExecutionStatus::ExecutedOptimistic, ..request })
            .await
    }

    /// Sends a transaction and waits until it reaches the requested status.
    pub async fn send(&self, request: RpcSendTransactionRequest) -> TransactionResult {
        let wait_until = request.wait_until.clone();
        if wait_until == TxExecutionStatus::None {
            self.send_async(request);
            return Ok(RpcTransactionResponse {
                final_execution_outcome: None,
                final_execution_status: TxExecutionStatus::None,
            });
        }
        let tx = request.signed_transaction;
        let since = self.chain.head().height();
        self.submit(&tx)?;
        let transaction_info = TransactionInfo::from_signed_tx(tx);
        let request = RpcTransactionStatusRequest { transaction_info, wait_until };
        self.wait(request, false, since).await
    }

    /// Waits until a transaction reaches the requested status.
    pub async fn transaction(
        &self,
        request: RpcTransactionStatusRequest,
        with_receipts: bool,
    ) -> TransactionResult {
        let since = self.chain.head().height();
        if let Some(tx) = request.transaction_info.to_signed_tx() {
            let validated = self.chain.validate(tx.clone());
            self.unless_included(tx.get_hash(), validated.map(|_| ()))?;
        }
        self.wait(request, with_receipts, since).await
    }

    /// Looks at every block since `since`, so that the answer does not depend on how fast blocks are made.
    async fn wait(
        &self,
        request: RpcTransactionStatusRequest,
        with_receipts: bool,
        mut since: BlockHeight,
    ) -> TransactionResult {
        let info = &request.transaction_info;
        let (hash, _) = info.to_tx_hash_and_account();
        let mut latest = None;
        let waiting = async {
            let mut new_blocks = self.chain.new_blocks();
            loop {
                new_blocks.mark_unchanged();
                let head = self.chain.head().height();
                let expected = &request.wait_until;
                let status = self.chain.history().transaction_status(&hash, expected, with_receipts, since);
                since = head;
                match status {
                    Some(status) if meets(expected, &status.status) => {
                        return Ok(status.into());
                    }
                    Some(status) => latest = Some(status),
                    None => self.check_unseen(info, hash, expected)?,
                }
                if new_blocks.changed().await.is_err() {
                    return Err(stopped());
                }
            }
        };
        match tokio::time::timeout(self.polling_timeout, waiting).await {
            Ok(result) => result,
            Err(_) => Err(self.timed_out(latest)),
        }
    }

    /// Checks whether a transaction that is in no block can still enter one.
    fn check_unseen(
        &self,
        info: &TransactionInfo,
        hash: CryptoHash,
        wait_until: &TxExecutionStatus,
    ) -> Result<(), RpcTransactionError> {
        if let Some(tx) = info.to_signed_tx() {
            self.unless_included(hash, self.chain.revalidate(&tx.transaction))?;
        }
        if *wait_until == TxExecutionStatus::None {
            return Err(RpcTransactionError::UnknownTransaction { requested_transaction_hash: hash });
        }
        Ok(())
    }

    /// Ignores the error if the transaction is in a block already.
    fn unless_included(
        &self,
        hash: CryptoHash,
        checked: Result<(), InvalidTxError>,
    ) -> Result<(), RpcTransactionError> {
        match checked {
            Err(context) if self.chain.history().transaction(&hash).is_none() => {
                Err(RpcTransactionError::InvalidTransaction { context })
            }
            _ => Ok(()),
        }
    }

    fn timed_out(&self, latest: Option<TxStatusView>) -> RpcTransactionError {
        let cause = match latest {
            Some(status) => TimeoutErrorCause::Pending { status: Box::new(status.into()) },
            None => TimeoutErrorCause::NotObserved,
        };
        let tells_cause = self.chain.params.protocol_version >= TIMEOUT_CAUSES_SINCE;
        RpcTransactionError::TimeoutError(tells_cause.then_some(cause))
    }

    /// Checks a transaction and hands it to the block producer.
    ///
    /// One that was included before counts as accepted, so that sending it again is harmless.
    fn submit(&self, tx: &SignedTransaction) -> Result<(), RpcTransactionError> {
        let refused = match self.chain.validate(tx.clone()) {
            Ok(tx) => {
                return self.commands.send(Command::Transaction(Box::new(tx))).map_err(|_| stopped());
            }
            Err(context @ InvalidTxError::InvalidNonce { .. }) => {
                self.unless_included(tx.get_hash(), Err(context))
            }
            Err(context) => Err(RpcTransactionError::InvalidTransaction { context }),
        };
        if self.transcript
            && let Err(RpcTransactionError::InvalidTransaction { context }) = &refused
        {
            transcript::refused(tx, context);
        }
        refused
    }
}

fn stopped() -> RpcTransactionError {
    RpcTransactionError::InternalError { debug_info: "the node is stopping".to_owned() }
}
