//! The status of a transaction.

use std::collections::HashSet;

use near_primitives::{
    hash::CryptoHash,
    types::BlockHeight,
    views::{
        ExecutionOutcomeWithIdView, ExecutionStatusView, FinalExecutionOutcomeView,
        FinalExecutionOutcomeViewEnum, FinalExecutionOutcomeWithReceiptView, FinalExecutionStatus,
        TxExecutionStatus, TxStatusView,
    },
};

use super::History;

/// Returns whether a transaction's status has reached `expected`.
pub fn meets(expected: &TxExecutionStatus, actual: &TxExecutionStatus) -> bool {
    use TxExecutionStatus as Level;
    match expected {
        Level::None => true,
        Level::Included => *actual != Level::None,
        Level::ExecutedOptimistic => {
            matches!(actual, Level::ExecutedOptimistic | Level::Executed | Level::Final)
        }
        Level::IncludedFinal => matches!(actual, Level::IncludedFinal | Level::Executed | Level::Final),
        Level::Executed => matches!(actual, Level::Executed | Level::Final),
        Level::Final => *actual == Level::Final,
    }
}

impl History {
    /// Returns a transaction's status at the first block since `since` at which it met `expected`, or else its status
    /// now; `None` if it is in no block.
    pub fn transaction_status(
        &self,
        hash: &CryptoHash,
        expected: &TxExecutionStatus,
        with_receipts: bool,
        since: BlockHeight,
    ) -> Option<TxStatusView> {
        let mut latest = None;
        for height in self.heights_since(since) {
            latest = self.transaction_status_at(hash, with_receipts, height);
            if latest.as_ref().is_some_and(|latest| meets(expected, &latest.status)) {
                break;
            }
        }
        latest
    }

    fn transaction_status_at(
        &self,
        hash: &CryptoHash,
        with_receipts: bool,
        at: BlockHeight,
    ) -> Option<TxStatusView> {
        let (tx, outcome) = self.transaction(hash)?;
        let mut receipts_outcome = Vec::new();
        let mut last_height = self.height_of(&outcome.block_hash).filter(|height| *height <= at)?;
        for id in &outcome.outcome.receipt_ids {
            self.collect_outcomes(id, at, &mut receipts_outcome, &mut last_height);
        }
        let final_outcome = FinalExecutionOutcomeView {
            status: final_status(outcome, &receipts_outcome),
            transaction: tx.clone().into(),
            transaction_outcome: outcome.clone(),
            receipts_outcome,
        };
        let status = self.level(&final_outcome, last_height, at);
        let execution_outcome = if with_receipts {
            let receipts = self.receipts_of(&final_outcome);
            FinalExecutionOutcomeViewEnum::FinalExecutionOutcomeWithReceipt(
                FinalExecutionOutcomeWithReceiptView { final_outcome, receipts },
            )
        } else {
            FinalExecutionOutcomeViewEnum::FinalExecutionOutcome(final_outcome)
        };
        Some(TxStatusView { execution_outcome: Some(execution_outcome), status })
    }

    /// Collects the outcomes of a receipt and of its descendants up to a height, depth first.
    fn collect_outcomes(
        &self,
        id: &CryptoHash,
        at: BlockHeight,
        outcomes: &mut Vec<ExecutionOutcomeWithIdView>,
        last_height: &mut BlockHeight,
    ) {
        // A list of what is left to do instead of recursion: chains of receipts can be long.
        let mut left = vec![*id];
        while let Some(id) = left.pop() {
            if let Some((_, outcome, height)) = self.executed(&id)
                && height <= at
            {
                outcomes.push(outcome.clone());
                *last_height = height.max(*last_height);
                left.extend(outcome.outcome.receipt_ids.iter().rev());
            }
        }
    }

    /// Returns the highest level that was certain at a height.
    fn level(
        &self,
        outcome: &FinalExecutionOutcomeView,
        last_height: BlockHeight,
        at: BlockHeight,
    ) -> TxExecutionStatus {
        let executed: HashSet<_> = outcome.receipts_outcome.iter().map(|o| o.id).collect();
        let mut awaited: HashSet<_> = outcome
            .receipts_outcome
            .iter()
            .chain([&outcome.transaction_outcome])
            .flat_map(|o| o.outcome.receipt_ids.iter().copied())
            .collect();
        awaited.retain(|id| !executed.contains(id));
        let executed_with_refunds = awaited.is_empty();
        // A refund that comes last is not worth waiting for.
        for outcome in &outcome.receipts_outcome {
            if let Some(last) = outcome.outcome.receipt_ids.last()
                && self.receipt(last).is_some_and(|receipt| receipt.predecessor_id().is_system())
            {
                awaited.remove(last);
            }
        }
        let final_height = self.final_height_at(at);
        let included_at = self.height_of(&outcome.transaction_outcome.block_hash);
        let is_final = included_at.is_some_and(|height| height <= final_height);
        match (is_final, awaited.is_empty()) {
            (false, false) => TxExecutionStatus::Included,
            (false, true) => TxExecutionStatus::ExecutedOptimistic,
            (true, false) => TxExecutionStatus::IncludedFinal,
            (true, true) if executed_with_refunds && last_height <= final_height => TxExecutionStatus::Final,
            (true, true) => TxExecutionStatus::Executed,
        }
    }

    /// Returns the executed receipts; the first one is left out if it never left its account.
    fn receipts_of(&self, outcome: &FinalExecutionOutcomeView) -> Vec<near_primitives::views::ReceiptView> {
        let first = outcome.transaction_outcome.outcome.receipt_ids.first();
        let is_local = outcome.transaction.signer_id == outcome.transaction.receiver_id;
        outcome
            .receipts_outcome
            .iter()
            .filter(|outcome| !(is_local && Some(&outcome.id) == first))
            .filter_map(|outcome| self.receipt(&outcome.id))
            .map(|receipt| receipt.clone().into())
            .collect()
    }
}

/// Returns the transaction's result: the end of the chain of receipts that it returned.
fn final_status(
    outcome: &ExecutionOutcomeWithIdView,
    receipts: &[ExecutionOutcomeWithIdView],
) -> FinalExecutionStatus {
    let mut status = &outcome.outcome.status;
    loop {
        match status {
            ExecutionStatusView::Unknown => return FinalExecutionStatus::Started,
            ExecutionStatusView::Failure(error) => {
                return FinalExecutionStatus::Failure(error.clone());
            }
            ExecutionStatusView::SuccessValue(value) => {
                return FinalExecutionStatus::SuccessValue(value.clone());
            }
            ExecutionStatusView::SuccessReceiptId(id) => {
                match receipts.iter().find(|receipt| receipt.id == *id) {
                    Some(next) => status = &next.outcome.status,
                    None => return FinalExecutionStatus::Started,
                }
            }
        }
    }
}
