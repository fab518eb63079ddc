//! Records in the contract's storage: their keys, how they are read and written, what they cost.

mod cost;
mod key;
mod record;

pub use cost::{of_game, of_registration};
pub use key::Key;
pub use record::{edit, read, remove, take, write};
