//! The time that blocks carry: the machine's, and how far the chain was moved ahead of it.

use near_time::Utc;

/// Returns the machine's time in nanoseconds since 1970.
pub fn now() -> u64 {
    u64::try_from(Utc::now_utc().unix_timestamp_nanos()).unwrap_or_default()
}

/// The chain's own clock.
#[derive(Debug, Default)]
pub struct Clock {
    /// Nanoseconds ahead of the machine's clock.
    pub ahead: u64,
    /// The time that the next block was told to have.
    next: Option<u64>,
}

impl Clock {
    /// Moves the clock ahead.
    pub fn advance(&mut self, nanoseconds: u64) {
        self.ahead = self.ahead.saturating_add(nanoseconds);
    }

    /// Gives the next block this time, from which the clock goes on.
    ///
    /// # Errors
    ///
    /// When the newest block is not before it.
    pub fn set_next(&mut self, time: u64, newest: u64) -> Result<(), String> {
        if time <= newest {
            return Err(format!("the newest block is of {newest} ns: the next one must be later"));
        }
        self.ahead = time.saturating_sub(now());
        self.next = Some(time);
        Ok(())
    }

    /// Returns the time of the block after one of time `previous`.
    pub fn next(&mut self, previous: u64) -> u64 {
        let time = self.next.take().unwrap_or_else(|| now().saturating_add(self.ahead));
        time.max(previous.saturating_add(1))
    }
}
