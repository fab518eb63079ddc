//! How long a failing server asks to be left alone.

use std::time::Duration;

use tic_tac_toe_client::blocks;

/// Returns the pause that a server has asked for, if the error is its answer and says so.
pub(crate) fn retry_after(error: &anyhow::Error) -> Option<Duration> {
    error.downcast_ref::<blocks::Error>()?.retry_after()
}
