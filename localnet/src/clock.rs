//! The time that blocks carry.

use near_time::Utc;

/// Returns the time in nanoseconds since 1970.
pub fn now() -> u64 {
    u64::try_from(Utc::now_utc().unix_timestamp_nanos()).unwrap_or_default()
}
