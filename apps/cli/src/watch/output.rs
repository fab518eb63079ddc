//! What a watcher prints: events for others to read, remarks for the person who watches.

use std::io::{self, Write};

use anyhow::{Context, Result};
use near_primitives::types::{AccountId, BlockHeight};
use serde_json::Value;
use tic_tac_toe_client::blocks::Log;
use tic_tac_toe_client::table::Event;

/// How events are printed: on standard output, while remarks go to standard error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    json: bool,
    names_contracts: bool,
}

impl Output {
    pub(super) const fn new(json: bool, names_contracts: bool) -> Self {
        Self { json, names_contracts }
    }

    /// Writes an event as it is printed: in text together with the board that the events give so far.
    pub(super) fn line(
        self,
        height: BlockHeight,
        contract: &AccountId,
        log: Log,
        event: &Event,
        board: &str,
    ) -> Result<String> {
        if self.json {
            return json_line(height, contract, log);
        }
        let whose = if self.names_contracts { format!("{contract}  ") } else { String::new() };
        Ok(format!("block {height}  {whose}{board}  {event}"))
    }
}

/// Prints events for others to read.
pub(super) fn print(lines: &[String]) -> Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Prints a sentence about the connection or a difference.
pub(super) fn remark(text: &str) {
    eprintln!("{text}");
}

// The event's own fields stay as the contract wrote them.
fn json_line(height: BlockHeight, contract: &AccountId, log: Log) -> Result<String> {
    let (_, json) = log.line.split_once(':').context("an event starts with EVENT_JSON:")?;
    let mut line: serde_json::Map<String, Value> = serde_json::from_str(json)?;
    line.insert("block_height".to_owned(), height.into());
    line.insert("receipt_id".to_owned(), log.receipt.into());
    line.insert("contract_id".to_owned(), contract.as_str().into());
    Ok(serde_json::to_string(&line)?)
}
