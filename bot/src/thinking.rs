//! From an arena's answer to a move, or to the reason why there is none.

use near_sdk::{AccountIdRef, PromiseError, serde_json};
use tic_tac_toe_engine::tactics;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{PlayerView, Status};
use tic_tac_toe_rules::{Cell, Game};

use crate::no_move::NoMove;

/// A move, and the round that it is meant for.
#[derive(Clone, Copy)]
pub struct ChosenMove {
    pub cell: Cell,
    pub round: u32,
}

/// Chooses the move in this game, always the same for the same answer.
pub fn choose(
    answer: Result<Vec<u8>, PromiseError>,
    game_id: GameId,
    me: &AccountIdRef,
) -> Result<ChosenMove, NoMove> {
    let game = require_game(&answer?, game_id)?;
    require_under_way(game.status)?;
    require_player(&game, me)?;
    let position = game.position()?;
    let (Some(seat), Some(cell)) = (position.turn(), tactics::best_move(&position)) else {
        return Err(NoMove::GameOver);
    };
    require_turn(&game, seat.index(), me)?;
    Ok(ChosenMove { cell, round: game.round })
}

fn require_game(answer: &[u8], game_id: GameId) -> Result<PlayerView, NoMove> {
    let game: Option<PlayerView> = serde_json::from_slice(answer).map_err(|_| NoMove::NotAnArena)?;
    let game = game.ok_or(NoMove::NoGame(game_id))?;
    if game.game_id == game_id { Ok(game) } else { Err(NoMove::NotAnArena) }
}

const fn require_under_way(status: Status) -> Result<(), NoMove> {
    match status {
        Status::InProgress => Ok(()),
        Status::Waiting => Err(NoMove::Waiting),
        Status::Won | Status::Draw => Err(NoMove::GameOver),
    }
}

fn require_player(game: &PlayerView, me: &AccountIdRef) -> Result<(), NoMove> {
    let seated = game.players.iter().flatten().any(|player| player == me);
    if seated { Ok(()) } else { Err(NoMove::NotAPlayer) }
}

fn require_turn(game: &PlayerView, seat: usize, me: &AccountIdRef) -> Result<(), NoMove> {
    match game.players.get(seat) {
        Some(Some(player)) if player == me => Ok(()),
        Some(Some(player)) => Err(NoMove::NotMyTurn(player.clone())),
        _ => Err(NoMove::NotAnArena),
    }
}
