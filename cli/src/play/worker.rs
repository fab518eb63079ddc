//! Talks to the chain while the screen stays free: sends what is asked for, reads the game, follows the blocks.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::Result;
use near_crypto::Signer;
use near_primitives::types::AccountId;
use serde::de::DeserializeOwned;
use tic_tac_toe_client::blocks::{Follower, Server, Step};
use tic_tac_toe_client::{Error, Game, Receipt, Rpc};
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::tic_tac_toe::Play;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Interval, MissedTickBehavior};

use super::app::{News, Request};
use super::screen::Message;
use super::session::seat_of;
use crate::args::Contract;

const PAUSE: Duration = Duration::from_millis(200);
const RETRY: Duration = Duration::from_secs(1);

/// Carries out requests, and looks at the game now and then for what the opponent does.
pub(super) struct Worker {
    pub contract: Contract,
    pub seats: Vec<Signer>,
    pub poll: Duration,
    pub news: Sender<Message>,
}

impl Worker {
    /// Works until the screen is gone.
    pub(super) async fn run(self, mut requests: UnboundedReceiver<Request>) {
        let mut polls = polls(self.poll);
        loop {
            // A request does not wait for the answer to a look, which it makes old anyway.
            let news = tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => {
                        polls.reset_immediately();
                        self.carry_out(request).await
                    }
                    None => return,
                },
                news = self.next_look(&mut polls) => news,
            };
            if self.news.send(Message::News(news)).is_err() {
                return;
            }
        }
    }

    async fn carry_out(&self, request: Request) -> News {
        match self.send(request).await {
            Ok(receipt) => News::Done(receipt),
            Err(error) if is_unsettled(&error) => News::Unsettled(sentence(&error)),
            Err(error) => News::Failed(sentence(&error)),
        }
    }

    async fn send(&self, request: Request) -> Result<Receipt> {
        let receipt = match request {
            Request::NewGame { signer, players: [p1, p2] } => {
                self.contract.new_game(seat_of(&self.seats, &signer)?, &p1, &p2).await?
            }
            Request::Play { player, cell, game_id } => {
                let play = Play { row: cell.row(), col: cell.col(), game_id: Some(game_id) };
                self.contract.play(seat_of(&self.seats, &player)?, play).await?
            }
        };
        Ok(receipt)
    }

    async fn next_look(&self, polls: &mut Interval) -> News {
        polls.tick().await;
        match Game::of(&self.contract).await {
            Ok(game) => News::Game(game),
            Err(error) => News::Offline(sentence(&error.into())),
        }
    }
}

// What was missed while a transaction took its time is not made up for: the newest game is as good.
pub(super) fn polls(every: Duration) -> Interval {
    let mut polls = tokio::time::interval(every);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    polls
}

/// Passes on what happens in a contract's games, block by block, as long as somebody listens.
pub(super) async fn follow_events<E: Events + DeserializeOwned>(
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

pub(super) fn is_unsettled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Unsettled { .. }))
}

pub(super) fn sentence(error: &anyhow::Error) -> String {
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
