//! Talks to the arena while the screen stays free: sends what is asked for, reads the game, lets the engine think.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use near_crypto::Signer;
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{AboutRound, Play};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::Interval;

use super::app::{Deed, News, Request, Thought};
use super::engine;
use super::screen::Message;
use crate::args::ArenaContract;
use crate::play::session::seat_of;
use crate::play::worker::{is_unsettled, polls, sentence};

/// Carries out requests, and looks at the game now and then for what others do.
pub(super) struct Worker {
    pub arena: ArenaContract,
    pub game: GameId,
    pub signers: Vec<Signer>,
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

    async fn send(&self, Request { signer, round, deed }: Request) -> Result<Receipt> {
        let signer = seat_of(&self.signers, &signer)?;
        let (game_id, round) = (self.game, Some(round.into()));
        let about = AboutRound { game_id, round };
        let receipt = match deed {
            Deed::Play(place) => {
                let play = Play { game_id, row: place.row.into(), col: place.col.into(), round };
                self.arena.play(signer, play).await?
            }
            Deed::Restart => self.arena.restart(signer, about).await?,
            Deed::Resign => self.arena.resign(signer, about).await?,
            Deed::Claim => self.arena.claim_timeout(signer, about).await?,
        };
        Ok(receipt)
    }

    async fn next_look(&self, polls: &mut Interval) -> News {
        polls.tick().await;
        match Game::of(&self.arena, self.game).await {
            Ok(game) => News::Game(game),
            Err(error) => News::Offline(sentence(&error.into())),
        }
    }
}

/// Lets the engine think on a thread of its own, which ends with the program if nobody waits for it any more.
pub(super) fn think(thought: Thought, news: Sender<Message>) {
    thread::spawn(move || {
        if let Some(place) = engine::choose(&thought.position, thought.level) {
            // The screen may be gone by now.
            let _ = news.send(Message::News(News::Decided(thought, place)));
        }
    });
}
