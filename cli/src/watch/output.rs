//! What a watcher prints: events for others to read, remarks for the person who watches.

use std::io::{self, Write};

use anyhow::{Context, Result};
use near_primitives::types::BlockHeight;
use serde_json::Value;
use tic_tac_toe_client::blocks::Log;
use tic_tac_toe_client::replica::Replica;
use tic_tac_toe_interface::tic_tac_toe::Event;

/// How events are printed: on standard output, while remarks go to standard error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    json: bool,
}

impl Output {
    pub(super) const fn new(json: bool) -> Self {
        Self { json }
    }

    /// An event as it is printed: in text together with the board that the events give so far.
    pub(super) fn line(
        self,
        height: BlockHeight,
        log: Log,
        event: &Event,
        replica: &Replica,
    ) -> Result<String> {
        if self.json { json_line(height, log) } else { Ok(text_line(height, event, replica)) }
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

/// Prints a sentence about the watching itself.
pub(super) fn remark(text: &str) {
    eprintln!("{text}");
}

// The event's own fields stay as the contract wrote them.
fn json_line(height: BlockHeight, log: Log) -> Result<String> {
    let (_, json) = log.line.split_once(':').context("an event starts with EVENT_JSON:")?;
    let mut line: serde_json::Map<String, Value> = serde_json::from_str(json)?;
    line.insert("block_height".to_owned(), height.into());
    line.insert("receipt_id".to_owned(), log.receipt.into());
    Ok(serde_json::to_string(&line)?)
}

fn text_line(height: BlockHeight, event: &Event, replica: &Replica) -> String {
    let board = match replica {
        Replica::Known(Some(game)) => game.board_on_one_line(),
        Replica::Known(None) | Replica::Unknown => "?".to_owned(),
    };
    format!("block {height}  {board}  {event}")
}
