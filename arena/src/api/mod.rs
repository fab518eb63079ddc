//! The contract's methods: guards first, then the change, then the events.
//!
//! Methods that answer nothing have a twin `try_…` that returns a `Result`: with `#[handle_result]` near-sdk would make
//! them answer `null`.

#![allow(missing_docs, reason = "near-sdk's macros generate items without docs")]
#![allow(
    clippy::missing_errors_doc,
    reason = "it says with which codes a call is refused, and the ABI shows it"
)]
#![allow(clippy::needless_pass_by_value, reason = "near-sdk hands arguments over by value")]

mod games;
mod guards;
mod nep145;
mod rounds;
mod views;

use near_sdk::near;
use tic_tac_toe_interface::GameId;

/// Many games of tic-tac-toe at once. Its own record is small, since near-sdk reads and writes it with every call;
/// each game has a record of its own.
#[near(
    contract_state,
    contract_metadata(
        standard(standard = "tic-tac-toe-arena", version = "1.0.0"),
        standard(standard = "nep145", version = "1.0.0")
    )
)]
pub enum Contract {
    V1(Root),
}

/// The data that all games share.
#[near(serializers = [borsh])]
#[derive(Default)]
pub struct Root {
    /// The id of the game that was created last, 0 before the first.
    last_id: u64,
    /// How many games have a free seat: the length of their list.
    open: u32,
}

impl Default for Contract {
    fn default() -> Self {
        Self::V1(Root::default())
    }
}

impl Contract {
    const fn root(&self) -> &Root {
        let Self::V1(root) = self;
        root
    }

    const fn root_mut(&mut self) -> &mut Root {
        let Self::V1(root) = self;
        root
    }
}

impl Root {
    const fn next_id(&mut self) -> GameId {
        self.last_id += 1;
        GameId(self.last_id)
    }
}
