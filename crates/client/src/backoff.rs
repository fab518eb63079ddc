//! How long to leave a server alone that fails: longer each time, until it works again.

use std::time::Duration;

// A server that asks for more patience than this is asked again all the same.
const LONGEST_REQUESTED: Duration = Duration::from_mins(5);

/// The pause after the next failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backoff {
    next: Duration,
    shortest: Duration,
    longest: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::new(Duration::from_millis(250), Duration::from_secs(30))
    }
}

impl Backoff {
    /// Pauses that double from the shortest to the longest.
    #[must_use]
    pub const fn new(shortest: Duration, longest: Duration) -> Self {
        Self { next: shortest, shortest, longest }
    }

    /// Returns whether the next failure is the first after a success.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.next == self.shortest
    }

    /// Returns how long to wait after one more failure; longer if the server has asked for it with `Retry-After`.
    pub fn next(&mut self, retry_after: Option<Duration>) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause.max(retry_after.unwrap_or_default().min(LONGEST_REQUESTED))
    }

    /// Begins anew: the server works.
    pub const fn reset(&mut self) {
        self.next = self.shortest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_half_a_minute_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u128> = (0..9).map(|_| backoff.next(None).as_millis()).collect();
        assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
        assert!(!backoff.is_fresh());
        backoff.reset();
        assert!(backoff.is_fresh());
    }

    #[test]
    fn a_server_that_asks_for_more_patience_gets_it_within_limits() {
        let mut backoff = Backoff::default();
        let asked_for = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(backoff.next(asked_for(7)), Duration::from_secs(7));
        assert_eq!(backoff.next(asked_for(0)), Duration::from_millis(500));
        assert_eq!(backoff.next(asked_for(86_400)), LONGEST_REQUESTED);
    }
}
