//! What came of a transaction, told the same way by every command: to people, or to programs as JSON.

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Display;
use tic_tac_toe_client::{Error, Receipt, Refusal};
use tic_tac_toe_interface::event::Events;

/// The events of a contract, for people and for programs.
pub(super) trait Told: Events + DeserializeOwned + Serialize + Display {}

impl<E: Events + DeserializeOwned + Serialize + Display> Told for E {}

/// Prints what a transaction did.
///
/// # Errors
///
/// When it did nothing, or an event can't be read. As JSON a refusal is printed too.
pub(super) fn tell<E: Told>(outcome: Result<Receipt, Error>, as_json: bool) -> Result<()> {
    match outcome {
        Ok(receipt) if as_json => println!("{}", receipt_as_json::<E>(&receipt)?),
        Ok(receipt) => print_receipt::<E>(&receipt)?,
        Err(Error::Refused(refusal)) if as_json => {
            println!("{}", refusal_as_json(&refusal));
            return Err(Error::Refused(refusal).into());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// A refusal on one line that scripts can take apart: `CODE: sentence`. Only near-sdk's own have no code.
#[must_use]
pub fn refusal_line(refusal: &Refusal) -> String {
    match refusal.code_text() {
        Some(code) => format!("{code}: {}", refusal.sentence()),
        None => refusal.to_string(),
    }
}

fn print_receipt<E: Told>(receipt: &Receipt) -> Result<()> {
    for event in receipt.events::<E>()? {
        println!("{event}");
    }
    println!("cost {} in {}", receipt.cost, receipt.transaction);
    Ok(())
}

fn receipt_as_json<E: Told>(receipt: &Receipt) -> Result<Value> {
    Ok(json!({
        "transaction": receipt.transaction,
        "events": receipt.events::<E>()?,
        "gas_burnt": receipt.cost.gas.as_gas(),
        "tokens_burnt": receipt.cost.near.as_yoctonear().to_string(),
    }))
}

fn refusal_as_json(refusal: &Refusal) -> Value {
    json!({ "refused": { "code": refusal.code_text(), "sentence": refusal.sentence() } })
}
