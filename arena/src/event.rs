//! What indexers read: the interface's events, written to the log.

use near_sdk::{AccountIdRef, env};
use tic_tac_toe_interface::arena::Event;
use tic_tac_toe_interface::event::Events;

/// Logs an event.
pub fn emit(event: &Event<&AccountIdRef>) {
    env::log_str(&event.to_log());
}
