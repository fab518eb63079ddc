//! What became of a call: read from the receipt that ran on its receiver, since the transaction around a delegate action
//! succeeds whatever the contract says.

use near_primitives::errors::{ActionErrorKind, FunctionCallError, TxExecutionError};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, Balance, Gas};
use near_primitives::views::{ExecutionOutcomeView, ExecutionStatusView, FinalExecutionOutcomeView};
use serde::{Deserialize, Serialize};
use tic_tac_toe_client::{Cost, Refusal};

/// What became of a call, as it is kept and answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The transaction's hash, by which explorers find it.
    pub transaction: CryptoHash,
    /// What happened.
    #[serde(flatten)]
    pub result: CallResult,
    /// Gas burnt by the transaction and its receipts.
    pub gas_burnt: Gas,
    /// What the relay paid for the gas, in yoctoNEAR.
    pub tokens_burnt: Balance,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum CallResult {
    /// The call was made.
    Done {
        /// What the contract logged.
        logs: Vec<String>,
    },
    /// The contract said no, in these words; nothing changed.
    Refused {
        /// The contract's code; refusals of near-sdk itself have none.
        code: Option<String>,
        /// The contract's sentence.
        message: String,
    },
    /// It failed before the contract could say anything; nothing changed.
    Failed {
        /// The chain's words.
        message: String,
    },
}

impl Outcome {
    /// Reads a transaction's outcomes; none while the receiver's receipt has not run.
    pub fn read(view: &FinalExecutionOutcomeView, receiver: &AccountId) -> Option<Self> {
        let receipts = view.receipts_outcome.iter().map(|receipt| &receipt.outcome);
        let all = || std::iter::once(&view.transaction_outcome.outcome).chain(receipts.clone());
        let ran: Vec<&ExecutionOutcomeView> =
            receipts.clone().filter(|receipt| receipt.executor_id == *receiver).collect();
        let failure = all().find_map(|outcome| match &outcome.status {
            ExecutionStatusView::Failure(error) => Some(error),
            _ => None,
        });
        let result = match failure {
            Some(error) => explain(error),
            None if ran.is_empty() || all().any(is_unfinished) => return None,
            None => CallResult::Done { logs: ran.iter().flat_map(|receipt| receipt.logs.clone()).collect() },
        };
        let sum = |one: fn(&ExecutionOutcomeView) -> u128| all().map(one).fold(0, u128::saturating_add);
        let gas = sum(|outcome| outcome.gas_burnt.as_gas().into());
        Some(Self {
            transaction: view.transaction.hash,
            result,
            gas_burnt: Gas::from_gas(gas.try_into().unwrap_or(u64::MAX)),
            tokens_burnt: Balance::from_yoctonear(sum(|outcome| outcome.tokens_burnt.as_yoctonear())),
        })
    }

    /// Returns whether the call was made.
    pub const fn is_done(&self) -> bool {
        matches!(self.result, CallResult::Done { .. })
    }

    /// Describes it in a few words for the log.
    pub fn summary(&self) -> String {
        let result = match &self.result {
            CallResult::Done { .. } => "done".to_owned(),
            CallResult::Refused { code, message } => format!("refused {}", code.as_ref().unwrap_or(message)),
            CallResult::Failed { message } => format!("failed: {message}"),
        };
        let cost = Cost { gas: self.gas_burnt, near: self.tokens_burnt };
        format!("{result}, {cost}, transaction {}", self.transaction)
    }
}

const fn is_unfinished(outcome: &ExecutionOutcomeView) -> bool {
    matches!(outcome.status, ExecutionStatusView::Unknown)
}

fn explain(error: &TxExecutionError) -> CallResult {
    if let TxExecutionError::ActionError(error) = error
        && let ActionErrorKind::FunctionCallError(FunctionCallError::ExecutionError(text)) = &error.kind
        && let Some(refusal) = Refusal::from_panic(text)
    {
        let code = refusal.code_text().map(str::to_owned);
        return CallResult::Refused { code, message: refusal.sentence().to_owned() };
    }
    CallResult::Failed { message: error.to_string() }
}
