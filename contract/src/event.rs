//! What indexers read: the interface's events, written to the log.

use near_sdk::{AccountIdRef, env};
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::one_game::Event;

/// Logs an event.
pub fn emit(event: &Event<&AccountIdRef>) {
    env::log_str(&event.to_log());
}
