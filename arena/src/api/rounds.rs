//! Rounds: moves, resigning, timeouts, and the restart that begins the next one.

use near_sdk::{AccountIdRef, FunctionError, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, Reason, RoundResult};
use tic_tac_toe_rules::{Cell, Game as _, MoveError, Outcome, Position, Seat};

use super::guards::{
    require_full, require_game, require_not_out, require_player, require_round, require_under_way,
};
use super::{Contract, ContractExt};
use crate::error::Error;
use crate::event::emit;
use crate::state::Game;

#[near]
impl Contract {
    /// Marks the cell at `row` and `col`, both counted from 0, for the caller, whose turn it must be.
    ///
    /// With `round` the move counts in that round only: if another one has begun, the call is refused.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `GAME_OVER`, `NOT_A_PLAYER`, `ALREADY_OUT`, `NOT_YOUR_TURN`,
    /// `OUT_OF_BOUNDS`, `WRONG_FIELD` or `CELL_TAKEN`, whichever comes first.
    pub fn play(&mut self, game_id: GameId, row: u64, col: u64, round: Option<u64>) {
        Self::try_play(game_id, row, col, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Begins a new round with an empty board. Any player may do so at any time.
    ///
    /// A round that is under way ends as abandoned. In a game with a time limit the player to move is out first if
    /// their time is over, else the caller is.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING` or `NOT_A_PLAYER`, whichever comes first.
    pub fn restart(&mut self, game_id: GameId, round: Option<u64>) {
        Self::try_restart(game_id, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Takes the caller out of this round. The last player left wins it.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `GAME_OVER`, `NOT_A_PLAYER` or `ALREADY_OUT`, whichever
    /// comes first.
    pub fn resign(&mut self, game_id: GameId, round: Option<u64>) {
        Self::try_resign(game_id, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Takes the player to move out of this round, once their time is over. Anybody may do so.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `GAME_OVER`, `NO_TIME_LIMIT` or `NOT_YET`, whichever comes
    /// first.
    pub fn claim_timeout(&mut self, game_id: GameId, round: Option<u64>) {
        Self::try_claim_timeout(game_id, round).unwrap_or_else(|refusal| refusal.panic());
    }
}

impl Contract {
    pub(crate) fn try_play(id: GameId, row: u64, col: u64, round: Option<u64>) -> Result<(), Error> {
        let caller = env::predecessor_account_id();
        let mut game = require_game(id)?;
        require_round(&game, round)?;
        let next = require_under_way(&game)?;
        let seat = require_player(&game, &caller)?;
        require_not_out(&game, seat)?;
        if seat != next {
            return Err(Error::NotYourTurn(next));
        }
        let Cell { row, col } = mark(&mut game, row, col)?;

        let (round, seat) = (game.round, seat.number());
        emit(&Event::MoveMade { game_id: id, round, player: &caller, seat, row, col });
        emit_if_over(id, &game, &caller);
        game.save(id);
        Ok(())
    }

    pub(crate) fn try_restart(id: GameId, round: Option<u64>) -> Result<(), Error> {
        let caller = env::predecessor_account_id();
        let mut game = require_game(id)?;
        require_round(&game, round)?;
        require_full(&game)?;
        require_player(&game, &caller)?;

        leave_round(id, &mut game, &caller);
        game.restart(env::block_timestamp());
        emit(&Event::RoundStarted { game_id: id, round: game.round });
        game.save(id);
        Ok(())
    }

    pub(crate) fn try_resign(id: GameId, round: Option<u64>) -> Result<(), Error> {
        let caller = env::predecessor_account_id();
        let mut game = require_game(id)?;
        require_round(&game, round)?;
        require_under_way(&game)?;
        let seat = require_player(&game, &caller)?;
        require_not_out(&game, seat)?;

        take_out(id, &mut game, seat, Reason::Resigned, &caller);
        game.save(id);
        Ok(())
    }

    pub(crate) fn try_claim_timeout(id: GameId, round: Option<u64>) -> Result<(), Error> {
        let mut game = require_game(id)?;
        require_round(&game, round)?;
        let late = require_under_way(&game)?;
        match game.seconds_left(env::block_timestamp()) {
            None => return Err(Error::NoTimeLimit),
            Some(0) => {}
            Some(seconds) => return Err(Error::NotYet(seconds)),
        }

        take_out(id, &mut game, late, Reason::TimedOut, &env::predecessor_account_id());
        game.save(id);
        Ok(())
    }
}

/// Ends a round in progress: as abandoned, unless a penalty leaves one player, who wins.
pub fn leave_round(id: GameId, game: &mut Game, by: &AccountIdRef) {
    if let Some((seat, reason)) = penalty_for_leaving(game, by) {
        take_out(id, game, seat, reason, by);
    }
    if game.turn().is_some() {
        let (round, result) = (game.round, RoundResult::Abandoned);
        emit(&Event::RoundOver { game_id: id, round, result, winner: None, seat: None, by });
    }
}

// Nobody is out in a game without a time limit. With one, nobody can escape a lost position or keep others waiting.
fn penalty_for_leaving(game: &Game, by: &AccountIdRef) -> Option<(Seat, Reason)> {
    let next = game.turn()?;
    if game.seconds_left(env::block_timestamp())? == 0 {
        return Some((next, Reason::TimedOut));
    }
    let seat = game.seat_of(by)?;
    (!game.position.is_out(seat)).then_some((seat, Reason::Resigned))
}

/// Takes a player out of the round, if they are still in it.
fn take_out(id: GameId, game: &mut Game, seat: Seat, reason: Reason, by: &AccountIdRef) {
    if game.take_out(seat, env::block_timestamp()).is_err() {
        return;
    }
    if let Some(player) = game.player(seat) {
        let (round, player) = (game.round, &*player.id);
        emit(&Event::PlayerOut { game_id: id, round, player, seat: seat.number(), reason });
    }
    emit_if_over(id, game, by);
}

/// Makes the move, if there is such a cell and the rules allow it.
fn mark(game: &mut Game, row: u64, col: u64) -> Result<Cell, Error> {
    let (rows, cols) = (game.position.rules().rows(), game.position.rules().cols());
    let outside = Error::OutOfBounds { row, col, rows, cols };
    let (Ok(row), Ok(col)) = (u8::try_from(row), u8::try_from(col)) else {
        return Err(outside);
    };
    let cell = Cell { row, col };
    match game.play(cell, env::block_timestamp()) {
        Ok(()) => Ok(cell),
        Err(MoveError::GameOver) => Err(Error::GameOver),
        Err(MoveError::OutOfBounds) => Err(outside),
        Err(MoveError::WrongField) => Err(wrong_field(&game.position)),
        Err(MoveError::CellTaken(seat)) => Err(Error::CellTaken { row, col, seat }),
    }
}

fn wrong_field(position: &Position) -> Error {
    match position {
        Position::Grid(_) => Error::FieldClosed,
        Position::Ultimate(position) => position.next_field().map_or(Error::FieldClosed, Error::OtherField),
    }
}

fn emit_if_over(id: GameId, game: &Game, by: &AccountIdRef) {
    let (result, winner) = match game.position.outcome() {
        Outcome::InProgress { .. } => return,
        Outcome::Won { winner, .. } => (RoundResult::Won, Some(winner)),
        Outcome::Draw => (RoundResult::Draw, None),
    };
    emit(&Event::RoundOver {
        game_id: id,
        round: game.round,
        result,
        winner: winner.and_then(|seat| game.player(seat)).map(|player| &*player.id),
        seat: winner.map(Seat::number),
        by,
    });
}
