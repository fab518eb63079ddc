//! The time by this machine's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use tic_tac_toe_interface::arena::Timestamp;

/// Returns the current time as blocks write it.
pub(crate) fn now() -> Timestamp {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    Timestamp(since_1970.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)))
}
