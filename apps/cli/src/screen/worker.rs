//! Talks to the chain while the screen stays free: sends what is asked for, reads the game, follows the blocks.

use std::time::Duration;

use anyhow::Result;
use near_primitives::types::AccountId;
use serde::de::DeserializeOwned;
use tic_tac_toe_client::blocks::{Follower, Server, Step};
use tic_tac_toe_client::{Error, Receipt, Rpc};
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_interface::event::Events;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Interval, MissedTickBehavior};

const PAUSE: Duration = Duration::from_millis(200);
const RETRY: Duration = Duration::from_secs(1);

/// News of a game from the chain.
#[derive(Clone, Debug)]
pub enum News<G, E> {
    /// The game as the contract has it, if there is one.
    Game(Option<G>),
    /// A request was carried out.
    Done(Receipt),
    /// A request was refused or failed, for this reason.
    Failed(String),
    /// Nobody says what came of a request; it may still take effect.
    Unsettled(String),
    /// Something happened in the contract's games, at this time.
    Happened(E, Timestamp),
    /// The chain does not answer, for this reason.
    Offline(String),
}

/// A contract with the game that a screen shows.
pub(crate) trait Counterpart: Send + Sync + 'static {
    /// A transaction to be sent.
    type Request: Send + 'static;
    /// The game.
    type Game: Send;

    /// Sends a transaction, and waits for what comes of it.
    fn send(&self, request: Self::Request) -> impl Future<Output = Result<Receipt>> + Send;

    /// The game as it is now, if there is one.
    fn game(&self) -> impl Future<Output = Result<Option<Self::Game>, Error>> + Send;
}

/// Carries out requests, and looks at the game now and then for what others do, until the screen is gone.
pub(crate) async fn work<C: Counterpart, E>(
    counterpart: C,
    poll: Duration,
    mut requests: UnboundedReceiver<C::Request>,
    tell: impl Fn(News<C::Game, E>) -> bool,
) {
    let mut polls = polls(poll);
    loop {
        // A request does not wait for the answer to a look, which it makes old anyway.
        let news = tokio::select! {
            biased;
            request = requests.recv() => match request {
                Some(request) => {
                    polls.reset_immediately();
                    carry_out(&counterpart, request).await
                }
                None => return,
            },
            news = next_look(&counterpart, &mut polls) => news,
        };
        if !tell(news) {
            return;
        }
    }
}

async fn carry_out<C: Counterpart, E>(counterpart: &C, request: C::Request) -> News<C::Game, E> {
    match counterpart.send(request).await {
        Ok(receipt) => News::Done(receipt),
        Err(error) if is_unsettled(&error) => News::Unsettled(sentence(&error)),
        Err(error) => News::Failed(sentence(&error)),
    }
}

async fn next_look<C: Counterpart, E>(counterpart: &C, polls: &mut Interval) -> News<C::Game, E> {
    polls.tick().await;
    match counterpart.game().await {
        Ok(game) => News::Game(game),
        Err(error) => News::Offline(sentence(&error.into())),
    }
}

// What was missed while a transaction took its time is not made up for: the newest game is as good.
pub(crate) fn polls(every: Duration) -> Interval {
    let mut polls = tokio::time::interval(every);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    polls
}

/// Passes on what happens in a contract's games, block by block, as long as somebody listens.
pub(crate) async fn follow_events<E: Events + DeserializeOwned>(
    blocks: Server,
    rpc: Rpc,
    contract: AccountId,
    tell: impl Fn(E, Timestamp) -> bool + Send,
) {
    loop {
        // Without a server of blocks the game can be played all the same.
        if let Ok(mut follower) = Follower::from_now(blocks.clone(), rpc.clone()).await {
            while let Ok(step) = follower.step().await {
                let Step::Block(block) = step else {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                for log in block.logs(&contract) {
                    let Ok(Some(event)) = E::from_log(log.line) else { continue };
                    if !tell(event, block.time()) {
                        return;
                    }
                }
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

fn is_unsettled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Unsettled { .. }))
}

fn sentence(error: &anyhow::Error) -> String {
    format!("{error:#}")
}

#[cfg(test)]
mod tests {
    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test]
    async fn a_slow_transaction_is_followed_by_one_look_and_not_by_all_that_were_missed() {
        let every = Duration::from_millis(100);
        let mut polls = polls(every);
        polls.tick().await;

        sleep(every * 5).await;

        polls.tick().await;
        assert!(timeout(every / 2, polls.tick()).await.is_err());
    }
}
