//! The methods, and how much gas to attach.

use super::Code;
use crate::method::{Kind, Method};

/// Gas for any call, with all that the bot passes on; what is not burnt comes back.
pub const CALL_GAS: u64 = 30_000_000_000_000;

/// Asks the bot to move. It refuses nothing: the codes are those of the answer.
pub const TAKE_TURN: Method<Code> = Method { name: "take_turn", kind: Kind::Call, codes: Code::ALL };

/// All methods.
pub const METHODS: [Method<Code>; 1] = [TAKE_TURN];
