//! The result of a transaction, printed the same way by every command: for people, or for programs as JSON.

use anyhow::Result;
use serde_json::{Value, json};
use tic_tac_toe_client::{Error, Receipt, Refusal};
use tic_tac_toe_interface::event::PREFIX;

/// Prints what a transaction did.
///
/// # Errors
///
/// When it did nothing, or an event can't be read. As JSON a refusal is printed too.
pub(super) fn report(result: Result<Receipt, impl Into<anyhow::Error>>, as_json: bool) -> Result<Receipt> {
    let result: Result<Receipt> = result.map_err(Into::into);
    if let Err(error) = &result
        && let Some(Error::Refused(refusal)) = error.downcast_ref()
        && as_json
    {
        println!("{}", refusal_as_json(refusal));
    }
    let receipt = result?;
    if as_json {
        println!("{}", receipt_as_json(&receipt)?);
    } else {
        for event in receipt.events()? {
            println!("{event}");
        }
        println!("cost {} in {}", receipt.cost, receipt.transaction);
    }
    Ok(receipt)
}

/// Writes a refusal on one line that scripts can take apart: `CODE: sentence`. Only near-sdk's own have no code.
#[must_use]
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

fn refusal_as_json(refusal: &Refusal) -> Value {
    json!({ "refused": { "code": refusal.code_text(), "sentence": refusal.sentence() } })
}
