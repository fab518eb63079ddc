//! Talks to the chain while the screen stays free: sends what is asked for, reads the game, follows the blocks.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::Result;
use near_crypto::Signer;
use tokio::sync::mpsc::UnboundedReceiver;

use super::app::{News, Request};
use super::screen::Message;
use super::session::seat_of;
use crate::chain::{Contract, Receipt};
use crate::game::Game;
use crate::watch::blocks::Blocks;
use crate::watch::{Follower, Position, Step};

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
        let mut polls = tokio::time::interval(self.poll);
        let mut shown = Shown::default();
        loop {
            let is_open = tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.carry_out(request).await && self.look(&mut shown).await,
                    None => false,
                },
                _ = polls.tick() => self.look(&mut shown).await,
            };
            if !is_open {
                return;
            }
        }
    }

    async fn carry_out(&self, request: Request) -> bool {
        let news = match self.send(request).await {
            Ok(receipt) => News::Done(receipt),
            Err(error) => News::Failed(sentence(&error)),
        };
        self.tell(news)
    }

    async fn send(&self, request: Request) -> Result<Receipt> {
        match request {
            Request::NewGame { signer, players: [p1, p2] } => {
                self.contract.new_game(seat_of(&self.seats, &signer)?, &p1, &p2).await
            }
            Request::Play { player, cell, game_id } => {
                let cell = (cell.row(), cell.col());
                self.contract.play(seat_of(&self.seats, &player)?, cell, Some(game_id)).await
            }
        }
    }

    async fn look(&self, shown: &mut Shown) -> bool {
        match self.contract.game().await {
            Ok(game) if shown.accepts(game.as_ref()) => self.tell(News::Game(game)),
            Ok(_) => true,
            Err(error) => {
                *shown = Shown::default();
                self.tell(News::Offline(sentence(&error)))
            }
        }
    }

    fn tell(&self, news: News) -> bool {
        self.news.send(Message::News(news)).is_ok()
    }
}

/// The game as the screen has it.
#[derive(Default)]
struct Shown {
    is_anything: bool,
    game: Option<Game>,
    doubts: u32,
}

impl Shown {
    const CONVINCED_AFTER: u32 = 3;

    // Public servers are many machines, and some lag behind: an older game must be seen several times
    // (as after the restart of a dev node) before it replaces a newer one.
    fn accepts(&mut self, game: Option<&Game>) -> bool {
        let is_older = self.game.as_ref().is_some_and(|shown| game.is_none_or(|game| game.is_before(shown)));
        self.doubts = if is_older { self.doubts + 1 } else { 0 };
        if is_older && self.doubts < Self::CONVINCED_AFTER {
            return false;
        }
        let is_new = !self.is_anything || self.game.as_ref() != game;
        self.is_anything = true;
        self.game = game.cloned();
        is_new
    }
}

/// Passes on what the contract logs, block by block.
pub(super) async fn follow_events(blocks: Blocks, contract: Contract, news: Sender<Message>) {
    loop {
        // Without a server of blocks the game can be played all the same.
        if let Ok(mut follower) = follower_from_now(&blocks, &contract).await {
            while let Ok(step) = follower.step().await {
                let Step::Block(block) = step else {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                for log in block.logs(contract.id()) {
                    if news.send(Message::News(News::Logged(log.line.to_owned()))).is_err() {
                        return;
                    }
                }
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn follower_from_now(blocks: &Blocks, contract: &Contract) -> Result<Follower> {
    let chain = contract.genesis().await?;
    let next = blocks.last_final().await?.height() + 1;
    let position = Position { next, last_hash: None };
    Ok(Follower::new(blocks.clone(), contract.clone(), chain, position))
}

fn sentence(error: &anyhow::Error) -> String {
    format!("{error:#}")
}
