//! The contract with one classic game in storage.

mod args;
mod code;
mod event;
mod handle;
mod method;
mod view;

pub use args::{NewGame, Play};
pub use code::Code;
pub use event::{Event, GameResult};
pub use handle::OneGame;
pub use method::{CALL_GAS, GET_GAME, METHODS, NEW_GAME, PLAY};
pub use view::{GameView, Seat, Status};
