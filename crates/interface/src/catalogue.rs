//! The whole wire format as one JSON value, from which other languages generate their types.

use serde_json::{Value, json};

use crate::AccountId;
use crate::event::Events;
use crate::method::Method;
use crate::network::Network;
use crate::{arena, bot, one_game};

const TERAGAS: u64 = 1_000_000_000_000;

/// Returns the whole catalogue: the networks, and each contract's methods, gas, codes and events.
#[must_use]
pub fn catalogue() -> Value {
    json!({
        "networks": Network::ALL.map(network),
        "contracts": { "tic_tac_toe": one_game(), "tic_tac_toe_arena": arena(), "tic_tac_toe_bot": bot() },
    })
}

fn network(network: Network) -> Value {
    let rpc = network.rpc_url();
    let blocks = network.blocks_url(&rpc);
    json!({ "name": network.name(), "rpc": rpc, "blocks": blocks, "contract": network.contract() })
}

fn one_game() -> Value {
    use one_game::{CALL_GAS, Code, Event, METHODS};
    contract(CALL_GAS, &METHODS, Code::ALL, &events::<Event>(&Event::<AccountId>::NAMES))
}

fn arena() -> Value {
    use arena::{CALL_GAS, Code, Event, METHODS};
    contract(CALL_GAS, &METHODS, Code::ALL, &events::<Event>(&Event::<AccountId>::NAMES))
}

/// Describes the bot, which has no events.
fn bot() -> Value {
    use bot::{CALL_GAS, Code, METHODS};
    contract(CALL_GAS, &METHODS, Code::ALL, &Value::Null)
}

fn contract<C: ToString>(gas: u64, methods: &[Method<C>], codes: &[C], events: &Value) -> Value {
    json!({
        "gas_tgas": gas / TERAGAS,
        "methods": methods.iter().map(method).collect::<serde_json::Map<_, _>>(),
        "codes": codes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "events": events,
    })
}

fn events<E: Events>(names: &[&'static str]) -> Value {
    json!({ "standard": E::STANDARD, "version": E::VERSION, "names": names })
}

fn method<C>(method: &Method<C>) -> (String, Value) {
    (method.name.to_owned(), method.kind.name().into())
}
