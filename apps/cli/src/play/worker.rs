//! Talks to the chain while the screen stays free: sends what is asked for, polls the table, follows the blocks.

use std::time::Duration;

use anyhow::Result;
use near_crypto::Signer;
use tic_tac_toe_client::blocks::{self, Follower, Server, Step};
use tic_tac_toe_client::table::{Event, TableHandle};
use tic_tac_toe_client::{Backoff, Error, Receipt};
use tokio::sync::mpsc::UnboundedReceiver;

use super::app::{Message, Request};
use super::session::signer_of_player;
use crate::screen::Poller;

const PAUSE: Duration = Duration::from_millis(200);

/// The table, and those who sign here.
pub(super) struct Worker {
    pub handle: TableHandle,
    pub signers: Vec<Signer>,
}

impl Worker {
    /// Carries out requests and polls the table for what others do, until the screen is gone.
    pub(super) async fn work(
        self,
        mut requests: UnboundedReceiver<Request>,
        mut poller: Poller,
        send: impl Fn(Message) -> bool,
    ) {
        loop {
            // A request does not wait for the answer to a poll, which it makes old anyway.
            let message = tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.carry_out(request, &mut poller).await,
                    None => return,
                },
                table = poller.poll(self.handle.table()) => match table {
                    Ok(table) => Message::Table(table),
                    Err(error) => Message::Offline(format!("{:#}", anyhow::Error::from(error))),
                },
            };
            if !send(message) {
                return;
            }
        }
    }

    async fn carry_out(&self, request: Request, poller: &mut Poller) -> Message {
        match self.send(request).await {
            // The receipt says it all: there is nothing to ask for right now.
            Ok(receipt) => {
                poller.ask_later();
                Message::Done(receipt)
            }
            Err(error) => {
                poller.ask_now();
                let sentence = format!("{error:#}");
                match error.downcast_ref() {
                    Some(Error::Unsettled { .. }) => Message::Unsettled(sentence),
                    _ => Message::Failed(sentence),
                }
            }
        }
    }

    async fn send(&self, Request { signer, round, action }: Request) -> Result<Receipt> {
        let signer = signer_of_player(&self.signers, &signer)?;
        Ok(self.handle.send(signer, Some(round), &action).await?)
    }
}

/// Passes on what happens at a contract's tables, block by block, as long as somebody listens.
pub(super) async fn follow_events(
    blocks: Server,
    handle: TableHandle,
    send: impl Fn(Message) -> bool + Send,
) {
    let mut backoff = Backoff::default();
    loop {
        // Without a server of blocks the game can be played all the same.
        match read_blocks(&blocks, &handle, &send, &mut backoff).await {
            Ok(()) => return,
            Err(error) => tokio::time::sleep(backoff.next(error.retry_after())).await,
        }
    }
}

/// Reads on until nobody listens any more.
async fn read_blocks(
    blocks: &Server,
    handle: &TableHandle,
    send: &impl Fn(Message) -> bool,
    backoff: &mut Backoff,
) -> Result<(), blocks::Error> {
    let mut follower = Follower::from_now(blocks.clone(), handle.transport().clone()).await?;
    loop {
        let step = follower.step().await?;
        backoff.reset();
        let Step::Block(block) = step else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        for log in block.logs(handle.contract()) {
            let Ok(Some(event)) = Event::from_log(log.line) else { continue };
            if !send(Message::Happened(event, block.time())) {
                return Ok(());
            }
        }
    }
}
