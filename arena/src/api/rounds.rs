//! Rounds: moves, resigning, timeouts, and the restart that begins the next one.

use near_sdk::{AccountIdRef, FunctionError, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, Reason, RoundResult};
use tic_tac_toe_rules::{Cell, Game as _, MoveError, Outcome, Position, Seat};

use super::guards::{
    require_full, require_game, require_no_clock_running, require_not_out, require_player, require_round,
    require_under_way,
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
    #[deny_unknown_arguments]
    pub fn play(&mut self, game_id: GameId, row: u64, col: u64, round: Option<u64>) {
        Self::try_play(game_id, row, col, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Begins a new round with an empty board. Any player may do so at any time, except in a round against the clock
    /// that would go on.
    ///
    /// Without a time limit a round that is under way ends as abandoned. With one the player to move is out first if
    /// their time is over, else the caller if they have made a mark in the game; if others still play on, the call is
    /// refused.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `NOT_A_PLAYER` or `ROUND_UNDER_WAY`, whichever comes first.
    #[deny_unknown_arguments]
    pub fn restart(&mut self, game_id: GameId, round: Option<u64>) {
        Self::try_restart(game_id, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Takes the caller out of this round. The last player left wins it.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `GAME_OVER`, `NOT_A_PLAYER` or `ALREADY_OUT`, whichever
    /// comes first.
    #[deny_unknown_arguments]
    pub fn resign(&mut self, game_id: GameId, round: Option<u64>) {
        Self::try_resign(game_id, round).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Takes the player to move out of this round, once their time is over. Anybody may do so.
    ///
    /// Refused with `NO_GAME`, `WRONG_ROUND`, `WAITING`, `GAME_OVER`, `NO_TIME_LIMIT` or `NOT_YET`, whichever comes
    /// first.
    #[deny_unknown_arguments]
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
        let left = leave_round(&mut game, &caller);
        require_no_clock_running(&game)?;

        emit_left(id, &game, left, &caller);
        game.restart(env::block_timestamp());
        emit_started(id, &game);
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

        game.take_out(seat, env::block_timestamp());
        emit_out(id, &game, seat, Reason::Resigned, &caller);
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

        game.take_out(late, env::block_timestamp());
        emit_out(id, &game, late, Reason::TimedOut, &env::predecessor_account_id());
        game.save(id);
        Ok(())
    }
}

/// Takes out of a round against the clock whom leaving it takes out: the player to move if their time is over, else
/// the caller if they have come. Nobody can escape a lost position or keep others waiting.
pub fn leave_round(game: &mut Game, by: &AccountIdRef) -> Option<(Seat, Reason)> {
    let now = env::block_timestamp();
    let next = game.turn()?;
    let (seat, reason) = match game.seconds_left(now)? {
        0 => (next, Reason::TimedOut),
        _ => (game.seat_of(by).filter(|seat| game.is_bound(*seat))?, Reason::Resigned),
    };
    game.take_out(seat, now);
    Some((seat, reason))
}

/// Logs who was taken out by leaving the round, and that a round which goes on nevertheless is abandoned.
pub fn emit_left(id: GameId, game: &Game, left: Option<(Seat, Reason)>, by: &AccountIdRef) {
    if let Some((seat, reason)) = left {
        emit_out(id, game, seat, reason, by);
    }
    if game.turn().is_some() {
        let (round, result) = (game.round, RoundResult::Abandoned);
        emit(&Event::RoundOver { game_id: id, round, result, winner: None, seat: None, by });
    }
}

/// Logs that a round has begun.
pub fn emit_started(id: GameId, game: &Game) {
    emit(&Event::RoundStarted { game_id: id, round: game.round, seat: game.position.first().number() });
}

fn emit_out(id: GameId, game: &Game, seat: Seat, reason: Reason, by: &AccountIdRef) {
    let (round, player) = (game.round, game.account_in(seat));
    emit(&Event::PlayerOut { game_id: id, round, player, seat: seat.number(), reason });
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
        Position::Grid(_) => env::panic_str("a grid has no mini-fields"),
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
        winner: winner.map(|seat| game.account_in(seat)),
        seat: winner.map(Seat::number),
        by,
    });
}
