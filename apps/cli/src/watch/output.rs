//! What a watcher prints about an event; what is remarked about the connection goes to standard error.

use anyhow::{Context, Result};
use near_primitives::types::BlockHeight;
use serde_json::Value;
use tic_tac_toe_client::blocks::Log;
use tic_tac_toe_client::table::Event;

/// How events are printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    pub json: bool,
    pub names_contracts: bool,
}

impl Output {
    /// Writes an event as it is printed: in text together with the board that the events give so far.
    pub(super) fn line(self, height: BlockHeight, log: Log, event: &Event, board: &str) -> Result<String> {
        if self.json {
            return json_line(height, log);
        }
        let whose = if self.names_contracts { format!("{}  ", log.contract) } else { String::new() };
        Ok(format!("block {height}  {whose}{board}  {event}"))
    }
}

// The event's own fields stay as the contract wrote them.
fn json_line(height: BlockHeight, log: Log) -> Result<String> {
    let (_, json) = log.line.split_once(':').context("an event starts with EVENT_JSON:")?;
    let mut line: serde_json::Map<String, Value> = serde_json::from_str(json)?;
    line.insert("block_height".to_owned(), height.into());
    line.insert("receipt_id".to_owned(), log.receipt.into());
    line.insert("contract_id".to_owned(), log.contract.as_str().into());
    Ok(serde_json::to_string(&line)?)
}
