//! The compiled contract as its users meet it: what the tests and the benchmark share.

pub mod arena;
pub mod floor;
pub mod gas;
pub mod node;
pub mod table;
pub mod transport;
pub mod view;
pub mod wasm;
