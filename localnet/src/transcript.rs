//! One line on standard error for each transaction: who, what, how much gas, the result or the refusal.

use std::{
    fmt::{Display, Write as _},
    io::Write as _,
    sync::Arc,
};

use near_primitives::{
    action::{Action, FunctionCallAction},
    errors::InvalidTxError,
    hash::CryptoHash,
    transaction::{SignedTransaction, Transaction},
    types::{Balance, BlockHeight, Gas},
    views::{
        FinalExecutionOutcomeView, FinalExecutionOutcomeViewEnum, FinalExecutionStatus, TxExecutionStatus,
    },
};

use crate::chain::{Chain, History, meets};

/// Longer texts are cut off, so that a line stays a line.
const LONGEST_TEXT: usize = 100;

/// Follows the chain and writes a line for each transaction that is done.
pub async fn follow(chain: Arc<Chain>) {
    let mut new_blocks = chain.new_blocks();
    let mut seen = chain.head().height();
    let mut pending = Vec::new();
    while new_blocks.changed().await.is_ok() {
        let history = chain.history();
        while let Some(block) = history.after(seen) {
            seen = block.height();
            pending.extend(block.transactions.iter().map(|(tx, _)| (tx.get_hash(), seen)));
        }
        let mut lines = String::new();
        pending.retain(|(hash, height)| match finished(&history, hash, *height, seen) {
            Progress::Pending => true,
            Progress::Done(line) => {
                lines.push_str(&line);
                false
            }
            Progress::Forgotten => false,
        });
        drop(history);
        print(&lines);
    }
}

/// Writes a line for a transaction that is not accepted.
pub fn refused(tx: &SignedTransaction, error: &InvalidTxError) {
    print(&format!("{}  refused: {}\n", who_and_what(&tx.transaction), short(error)));
}

/// Standard error may be closed, which is nobody's concern here.
fn print(lines: &str) {
    let _ = std::io::stderr().write_all(lines.as_bytes());
}

/// How far a transaction has come.
enum Progress {
    Pending,
    Done(String),
    Forgotten,
}

fn finished(history: &History, hash: &CryptoHash, included: BlockHeight, head: BlockHeight) -> Progress {
    let executed = TxExecutionStatus::ExecutedOptimistic;
    let Some(status) = history.transaction_status(hash, &executed, false, head) else {
        return Progress::Forgotten;
    };
    let Some(FinalExecutionOutcomeViewEnum::FinalExecutionOutcome(outcome)) = status.execution_outcome else {
        return Progress::Pending;
    };
    match history.transaction(hash) {
        Some((tx, _)) if meets(&executed, &status.status) => {
            Progress::Done(format!("{}  {}\n", who_and_what(&tx.transaction), result(&outcome, included)))
        }
        Some(_) => Progress::Pending,
        None => Progress::Forgotten,
    }
}

fn result(outcome: &FinalExecutionOutcomeView, included: BlockHeight) -> String {
    let receipts = outcome.receipts_outcome.iter();
    let outcomes = receipts.chain([&outcome.transaction_outcome]);
    let burnt = outcomes.fold(Gas::ZERO, |sum, outcome| sum.saturating_add(outcome.outcome.gas_burnt));
    let result = match &outcome.status {
        FinalExecutionStatus::SuccessValue(value) if value.is_empty() => "ok".to_owned(),
        FinalExecutionStatus::SuccessValue(value) => format!("ok: {}", text(value)),
        FinalExecutionStatus::Failure(error) => format!("failed: {}", short(error)),
        FinalExecutionStatus::NotStarted | FinalExecutionStatus::Started => "not done".to_owned(),
    };
    format!("{burnt}  {result}  (block {included})")
}

fn who_and_what(tx: &Transaction) -> String {
    let mut line = format!("{} -> {}  ", tx.signer_id(), tx.receiver_id());
    for (index, action) in tx.actions().iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        // Writing into a string does not fail.
        let _ = write!(line, "{separator}{}", what(action));
    }
    line
}

fn what(action: &Action) -> String {
    let name = match action {
        Action::FunctionCall(call) => call_text(call),
        Action::Delegate(delegate) => {
            let inner = &delegate.delegate_action;
            let actions: Vec<_> = inner.get_actions().iter().map(what).collect();
            format!("Delegate[{} -> {}  {}]", inner.sender_id, inner.receiver_id, actions.join(", "))
        }
        other => other.as_ref().to_owned(),
    };
    match action.get_deposit_balance() {
        Balance::ZERO => name,
        deposit => format!("{name} {deposit}"),
    }
}

fn call_text(call: &FunctionCallAction) -> String {
    format!("{}({})", short(&call.method_name), text(&call.args))
}

/// Bytes as text if they are some, without what would break the line.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => short(&text),
        Err(_) => format!("{} bytes", bytes.len()),
    }
}

fn short(text: &impl Display) -> String {
    let text = text.to_string();
    let mut characters = text.chars();
    let mut short: String = characters
        .by_ref()
        .take(LONGEST_TEXT)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}
