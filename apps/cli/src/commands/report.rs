//! The result of a transaction, printed the same way by every command: for people, or for programs as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::Result;
use serde_json::{Value, json};
use tic_tac_toe_client::{Error, Receipt, Refusal};
use tic_tac_toe_interface::event::PREFIX;

/// Prints what a transaction did.
pub(super) fn report(result: Result<Receipt, impl Into<anyhow::Error>>, as_json: bool) -> Result<Receipt> {
    let receipt = result.map_err(Into::into)?;
    if as_json {
        print(receipt_as_json(&receipt)?)?;
    } else {
        for event in receipt.events()? {
            print(event)?;
        }
        print(format_args!("cost {} in {}", receipt.cost, receipt.transaction))?;
    }
    Ok(receipt)
}

/// Prints a line for others to read, or several at once, so that what a node writes to the same terminal does not come
/// between them. When they have read enough and close the pipe, that is an error like any other.
pub(crate) fn print(line: impl Display) -> Result<()> {
    Ok(io::stdout().write_all(format!("{line}\n").as_bytes())?)
}

/// Returns why a command has failed, for programs.
pub fn error_as_json(error: &anyhow::Error) -> Value {
    match error.downcast_ref() {
        Some(Error::Refused(refusal)) => {
            json!({ "refused": { "code": refusal.code_text(), "message": refusal.sentence() } })
        }
        _ => json!({ "failed": { "message": format!("{error:#}") } }),
    }
}

/// Writes a refusal on one line that scripts can take apart: `CODE: sentence`. Only near-sdk's own have no code.
pub fn refusal_line(refusal: &Refusal) -> String {
    match refusal.code_text() {
        Some(code) => format!("{code}: {}", refusal.sentence()),
        None => refusal.to_string(),
    }
}

fn receipt_as_json(receipt: &Receipt) -> Result<Value> {
    Ok(json!({
        "transaction": receipt.transaction,
        "events": receipt.logs.iter().filter_map(|line| event_as_json(line)).collect::<Result<Vec<_>>>()?,
        "gas_burnt": receipt.cost.gas.as_gas(),
        "tokens_burnt": receipt.cost.near.as_yoctonear().to_string(),
    }))
}

/// Returns the event in a log line as the contract wrote it, without what is the same in all of them.
fn event_as_json(line: &str) -> Option<Result<Value>> {
    let json = line.strip_prefix(PREFIX)?;
    let read = |json| -> Result<Value> {
        let event: Value = serde_json::from_str(json)?;
        Ok(json!({ "event": event["event"], "data": event["data"] }))
    };
    Some(read(json))
}
