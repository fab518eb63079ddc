//! Questions that a screen asks again and again: often, and more and more seldom while nobody answers.

use std::time::Duration;

use tic_tac_toe_client::Backoff;
use tic_tac_toe_interface::network::Network;
use tokio::time::{Interval, MissedTickBehavior};

const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// When to ask for what others did.
pub(crate) struct Poller {
    ticks: Interval,
    backoff: Backoff,
}

impl Poller {
    /// Asks at once, then every so often; public servers are not to be flooded.
    pub(crate) fn new(network: Network) -> Self {
        let every = match network {
            Network::Localnet => Duration::from_millis(200),
            Network::Testnet | Network::Mainnet => Duration::from_millis(1500),
        };
        Self { ticks: poll_ticks(every), backoff: Backoff::new(every, LONGEST_PAUSE) }
    }

    /// Asks when it is time to, and returns the answer.
    pub(crate) async fn poll<T, E>(&mut self, question: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        self.ticks.tick().await;
        let answer = question.await;
        match answer {
            Ok(_) => self.backoff.reset(),
            Err(_) => self.ticks.reset_after(self.backoff.next(None)),
        }
        answer
    }

    /// Asks next as long from now as after an answer.
    pub(crate) fn ask_later(&mut self) {
        self.ticks.reset();
    }

    pub(crate) fn ask_now(&mut self) {
        self.ticks.reset_immediately();
    }
}

/// Ticks for polling. Those that were missed while a transaction took its time are not made up for: the newest answer
/// is as good.
pub(super) fn poll_ticks(every: Duration) -> Interval {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

#[cfg(test)]
mod tests {
    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test]
    async fn a_slow_transaction_is_followed_by_one_poll_and_not_by_all_that_were_missed() {
        let every = Duration::from_millis(100);
        let mut ticks = poll_ticks(every);
        ticks.tick().await;

        sleep(every * 5).await;

        ticks.tick().await;
        assert!(timeout(every / 2, ticks.tick()).await.is_err());
    }
}
