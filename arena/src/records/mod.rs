//! Records in the contract's storage: their keys, how they are read and written, what they cost.

mod bytes;
mod cost;
mod key;

pub use bytes::{edit, read, remove, take, to_bytes, write};
pub use cost::{of_game, of_registration};
pub use key::{AccountHash, Key};
