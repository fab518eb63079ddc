//! What the tests and the benchmark of the compiled contracts share.

pub mod arena_gas;
pub mod floor;
pub mod node;
pub mod one_game_gas;
pub mod test_game;
pub mod transport;
pub mod view;
pub mod wasm;
