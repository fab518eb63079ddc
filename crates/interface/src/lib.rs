//! The wire format between the contracts and everybody else, defined once.
//!
//! Each contract has a module: its methods with their arguments, the view, the events, the error codes, and a
//! *handle* through which programs call it. The contracts write with these types, clients read with them.
//! Nothing here knows how a chain is reached: a handle takes any [`transport`].
//!
//! A line that a contract has logged, read:
//!
//! ```
//! use tic_tac_toe_interface::event::Events;
//! use tic_tac_toe_interface::one_game::Event;
//!
//! let line = r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"7","result":"won","winner":"alice.near","mark":"X"}}"#;
//! let Some(Event::GameOver { winner, .. }) = <Event>::from_log(line)? else { panic!("a game is over") };
//! assert_eq!(winner.expect("somebody has won"), "alice.near");
//! # Ok::<(), tic_tac_toe_interface::event::ReadError>(())
//! ```

pub mod arena;
pub mod bot;
pub mod catalogue;
mod code;
mod decimal;
pub mod event;
mod game_id;
pub mod method;
pub mod network;
pub mod one_game;

pub mod transport;

pub use code::UnknownCode;
pub use game_id::{GameId, ParseGameIdError};
pub use near_account_id::{AccountId, AccountIdRef};
