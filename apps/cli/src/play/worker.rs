//! The one-game contract as the screen's counterpart.

use anyhow::Result;
use near_crypto::Signer;
use tic_tac_toe_client::{Error, Game, Receipt};
use tic_tac_toe_interface::one_game::Play;

use super::app::Request;
use super::session::seat_of;
use crate::args::Contract;
use crate::screen::Counterpart;

/// The contract, and those who sign here.
pub(super) struct Worker {
    pub contract: Contract,
    pub seats: Vec<Signer>,
}

impl Counterpart for Worker {
    type Request = Request;
    type Game = Game;

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

    async fn game(&self) -> Result<Option<Game>, Error> {
        Game::of(&self.contract).await
    }
}
