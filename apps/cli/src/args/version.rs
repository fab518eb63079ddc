//! The versions of what is inside this program.

use near_primitives::version::PROTOCOL_VERSION;
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::{arena, one_game};

use crate::local::Wasm;

/// Returns the version of the program, what its contracts are, and which protocol its chain follows.
pub(super) fn long() -> String {
    let code = |wasm: Wasm| {
        let hash = wasm.code_hash().map(|hash| format!("code {hash}"));
        hash.unwrap_or_else(|| "not inside: it was not built".to_owned())
    };
    format!(
        "{}\n\
         one-game contract: events {}, {}\n\
         arena: events {}, {}\n\
         bot contract: {}\n\
         chain: NEAR protocol {PROTOCOL_VERSION}",
        env!("CARGO_PKG_VERSION"),
        standard::<one_game::Event>(),
        code(Wasm::OneGame),
        standard::<arena::Event>(),
        code(Wasm::Arena),
        code(Wasm::Bot),
    )
}

fn standard<E: Events>() -> String {
    format!("{} {}", E::STANDARD, E::VERSION)
}
