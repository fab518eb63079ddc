//! How long to leave a server alone that fails: longer each time, until it works again.

use std::time::Duration;

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(30);

/// The pause after the next failure.
#[derive(Debug)]
pub(super) struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(SHORTEST)
    }
}

impl Backoff {
    /// Is this the first failure after a success?
    pub(super) fn is_fresh(&self) -> bool {
        self.0 == SHORTEST
    }

    /// How long to wait after one more failure.
    pub(super) fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        pause
    }

    /// The server works.
    pub(super) fn reset(&mut self) {
        self.0 = SHORTEST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_half_a_minute_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u128> = (0..9).map(|_| backoff.next().as_millis()).collect();
        assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
        assert!(!backoff.is_fresh());
        backoff.reset();
        assert!(backoff.is_fresh());
    }
}
