//! From an arena's answer to a move, or to the reason why there is none.

use near_sdk::{AccountIdRef, PromiseError, serde_json};
use tic_tac_toe_engine::tactics;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Glance, Status};
use tic_tac_toe_rules::{Cell, Game};

use crate::why_not::WhyNot;

/// A move, and the round that it is meant for.
#[derive(Clone, Copy)]
pub struct Chosen {
    pub place: Cell,
    pub round: u32,
}

/// Chooses the move in this game, always the same for the same answer.
pub fn choose(
    answer: Result<Vec<u8>, PromiseError>,
    game_id: GameId,
    me: &AccountIdRef,
) -> Result<Chosen, WhyNot> {
    let game = require_game(&answer?, game_id)?;
    require_under_way(game.status)?;
    require_player(&game, me)?;
    let position = game.position()?;
    let (Some(seat), Some(place)) = (position.turn(), tactics::best_move(&position)) else {
        return Err(WhyNot::GameOver);
    };
    require_turn(&game, seat.index(), me)?;
    Ok(Chosen { place, round: game.round })
}

fn require_game(answer: &[u8], game_id: GameId) -> Result<Glance, WhyNot> {
    let game: Option<Glance> = serde_json::from_slice(answer).map_err(|_| WhyNot::NotAnArena)?;
    let game = game.ok_or(WhyNot::NoGame(game_id))?;
    if game.game_id == game_id { Ok(game) } else { Err(WhyNot::NotAnArena) }
}

const fn require_under_way(status: Status) -> Result<(), WhyNot> {
    match status {
        Status::InProgress => Ok(()),
        Status::Waiting => Err(WhyNot::Waiting),
        Status::Won | Status::Draw => Err(WhyNot::GameOver),
    }
}

fn require_player(game: &Glance, me: &AccountIdRef) -> Result<(), WhyNot> {
    let seated = game.players.iter().flatten().any(|player| player == me);
    if seated { Ok(()) } else { Err(WhyNot::NotAPlayer) }
}

fn require_turn(game: &Glance, seat: usize, me: &AccountIdRef) -> Result<(), WhyNot> {
    match game.players.get(seat) {
        Some(Some(player)) if player == me => Ok(()),
        Some(Some(player)) => Err(WhyNot::NotMyTurn(player.clone())),
        _ => Err(WhyNot::NotAnArena),
    }
}
