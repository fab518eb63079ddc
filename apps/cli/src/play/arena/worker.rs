//! A game of the arena as the screen's counterpart.

use anyhow::Result;
use near_crypto::Signer;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_client::{Error, Receipt};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{AboutRound, Play};

use super::app::{Deed, Request};
use crate::args::ArenaContract;
use crate::play::session::seat_of;
use crate::screen::Counterpart;

/// The game, and those who sign here.
pub(super) struct Worker {
    pub arena: ArenaContract,
    pub game: GameId,
    pub signers: Vec<Signer>,
}

impl Counterpart for Worker {
    type Request = Request;
    type Game = Game;

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

    async fn game(&self) -> Result<Option<Game>, Error> {
        Game::of(&self.arena, self.game).await
    }
}
