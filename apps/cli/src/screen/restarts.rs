//! Notices that a dev node was started again, which takes every game with it.

use std::time::Duration;

use tic_tac_toe_client::Rpc;
use tic_tac_toe_interface::network::Network;

use super::poller::poll_ticks;

// Often enough to be known before the games that are gone are missed.
const EVERY: Duration = Duration::from_millis(200);

/// Tells whenever the node has another chain than before, as long as somebody listens. Public networks go on for ever.
pub(crate) async fn notice_restarts(rpc: Rpc, network: Network, tell: impl Fn() -> bool) {
    if network != Network::Localnet {
        return;
    }
    let mut ticks = poll_ticks(EVERY);
    let mut known = None;
    loop {
        ticks.tick().await;
        // Who does not answer is complained about elsewhere.
        let Ok(chain) = rpc.genesis().await else { continue };
        let is_another = known.replace(chain).is_some_and(|before| before != chain);
        if is_another && !tell() {
            return;
        }
    }
}
