//! Conditions that several methods have in common, each with its refusal.

use near_sdk::AccountIdRef;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Rules;
use tic_tac_toe_rules::{Players, Position, Seat};

use crate::error::Error;
use crate::state::{Game, Phase, Seating};

pub fn require_game(id: GameId) -> Result<Game, Error> {
    Game::load(id).ok_or(Error::NoGame(id))
}

/// Checks that the round is the one that the caller named, if they named one.
pub fn require_round(game: &Game, given: Option<u64>) -> Result<(), Error> {
    match given {
        Some(given) if given != u64::from(game.round) => {
            Err(Error::WrongRound { current: game.round, given })
        }
        _ => Ok(()),
    }
}

pub const fn require_full(game: &Game) -> Result<(), Error> {
    match game.phase {
        Phase::Waiting => Err(Error::Waiting),
        Phase::Playing { .. } => Ok(()),
    }
}

/// Returns the seat to move, if every seat is taken and the round is in progress.
pub fn require_under_way(game: &Game) -> Result<Seat, Error> {
    require_full(game)?;
    game.turn().ok_or(Error::GameOver)
}

pub fn require_player(game: &Game, caller: &AccountIdRef) -> Result<Seat, Error> {
    game.seat_of(caller).ok_or_else(|| Error::NotAPlayer(caller.to_owned()))
}

pub fn require_not_out(game: &Game, seat: Seat) -> Result<(), Error> {
    if game.position.is_out(seat) { Err(Error::AlreadyOut) } else { Ok(()) }
}

/// Checks that no round against the clock is under way.
pub fn require_no_clock_running(game: &Game) -> Result<(), Error> {
    match (game.turn_seconds, game.turn()) {
        (Some(_), Some(_)) => Err(Error::RoundUnderWay),
        _ => Ok(()),
    }
}

pub fn require_players(count: u64) -> Result<Players, Error> {
    u8::try_from(count).ok().and_then(Players::new).ok_or(Error::WrongCount(count))
}

/// Returns the empty board for these rules, if that many can play by them. Without rules it is the 3x3 grid.
pub fn require_rules(rules: Option<Rules>, players: Players) -> Result<Position, Error> {
    let rules =
        tic_tac_toe_rules::Rules::try_from(rules.unwrap_or(Rules::CLASSIC)).map_err(Error::BadGrid)?;
    rules.start(players).ok_or_else(|| Error::TooManyForUltimate(players.count()))
}

/// Checks that no game has the seating yet; while a seat is free there is no seating to check.
pub fn require_new(seating: Option<&Seating>) -> Result<(), Error> {
    seating.and_then(Seating::game).map_or(Ok(()), |id| Err(Error::GameExists(id)))
}
