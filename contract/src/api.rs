//! The contract's methods: guards first, then the change, then the event.
//!
//! Those that answer nothing have a twin `try_…` that returns a `Result`: with `#[handle_result]` near-sdk would make
//! them answer `null`.

#![allow(missing_docs, reason = "near-sdk's macros generate items without docs")]

use near_sdk::{AccountId, FunctionError, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Event, GameResult, GameView};
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, MoveError, Outcome};

use crate::error::Error;
use crate::event::emit;
use crate::state::Game;

/// Classic tic-tac-toe. Storage holds one game at the most and nothing else.
#[near(contract_state, contract_metadata(standard(standard = "tic-tac-toe", version = "1.0.0")))]
#[derive(Default)]
pub struct Contract {
    game: Option<Game>,
}

#[near]
impl Contract {
    /// Starts a game between `p1`, who plays X and moves first, and `p2`, who plays O.
    ///
    /// Anyone may call it at any time. It replaces the stored game, finished or not. Both players may be
    /// the same account.
    ///
    /// Refused with `CALLER_IS_CONTRACT` or `PLAYER_IS_CONTRACT`.
    #[deny_unknown_arguments]
    pub fn new_game(&mut self, p1: AccountId, p2: AccountId) {
        self.try_new_game(p1, p2).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Marks the cell at `row` and `col`, both from 0 to 2, for the caller, whose turn it must be.
    ///
    /// With `game_id` the move counts in that game only: if another one has replaced it, the call is refused.
    ///
    /// Refused with `CALLER_IS_CONTRACT`, `NO_GAME`, `WRONG_GAME`, `GAME_OVER`, `NOT_A_PLAYER`, `NOT_YOUR_TURN`,
    /// `OUT_OF_BOUNDS` or `CELL_TAKEN`, whichever comes first.
    #[deny_unknown_arguments]
    pub fn play(&mut self, row: u64, col: u64, game_id: Option<GameId>) {
        self.try_play(row, col, game_id).unwrap_or_else(|refusal| refusal.panic());
    }

    /// The stored game with everything a frontend shows, or `null` when none was ever created.
    #[must_use]
    pub fn get_game(&self) -> Option<GameView> {
        self.game.as_ref().map(Game::view)
    }
}

impl Contract {
    pub(crate) fn try_new_game(&mut self, p1: AccountId, p2: AccountId) -> Result<(), Error> {
        require_direct_caller()?;
        let (p1, p2) = (require_person(p1)?, require_person(p2)?);

        let id = self.game.as_ref().map_or(0, |game| game.id) + 1;
        let game = self.game.insert(Game { id, p1, p2, board: Board::EMPTY });

        emit(&Event::GameCreated { game_id: GameId(id), p1: &game.p1, p2: &game.p2 });
        Ok(())
    }

    pub(crate) fn try_play(&mut self, row: u64, col: u64, game_id: Option<GameId>) -> Result<(), Error> {
        let caller = require_direct_caller()?;
        let game = self.game.as_mut().ok_or(Error::NoGame)?;
        require_same_game(game.id, game_id)?;
        let mark = require_turn(game, &caller)?;
        let cell = require_cell(row, col)?;
        let (row, col) = (cell.row(), cell.col());

        game.board = game.board.play(cell).map_err(|refusal| match refusal {
            MoveError::GameOver => Error::GameOver,
            MoveError::CellTaken(mark) => Error::CellTaken { row, col, mark },
        })?;

        let game_id = GameId(game.id);
        emit(&Event::MoveMade { game_id, player: &caller, mark, row, col });
        match game.board.outcome() {
            Outcome::InProgress { .. } => {}
            Outcome::Won { .. } => {
                let (winner, mark) = (Some(caller.as_ref()), Some(mark));
                emit(&Event::GameOver { game_id, result: GameResult::Won, winner, mark });
            }
            Outcome::Draw => {
                emit(&Event::GameOver { game_id, result: GameResult::Draw, winner: None, mark: None });
            }
        }
        Ok(())
    }
}

/// Returns the caller, who must have signed the transaction: a contract can't act for somebody else.
fn require_direct_caller() -> Result<AccountId, Error> {
    let (predecessor, signer) = (env::predecessor_account_id(), env::signer_account_id());
    if predecessor == signer { Ok(predecessor) } else { Err(Error::CallerIsContract { predecessor, signer }) }
}

/// Returns the account, unless it is this contract's own or can only be a contract's.
fn require_person(account: AccountId) -> Result<AccountId, Error> {
    if is_deterministic(&account) || account == env::current_account_id() {
        return Err(Error::PlayerIsContract(account));
    }
    Ok(account)
}

/// Returns whether this is a NEP-616 id, `0s` and 40 hex digits: derived from a contract's code, without a key to sign.
fn is_deterministic(account: &AccountId) -> bool {
    let is_hex = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    account.as_str().strip_prefix("0s").is_some_and(|hash| hash.len() == 40 && hash.bytes().all(is_hex))
}

/// Returns the cell, unless there is none; numbers beyond a byte are off the board like any other.
fn require_cell(row: u64, col: u64) -> Result<Cell, Error> {
    let cell = || Cell::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?);
    cell().ok_or(Error::OutOfBounds { row, col })
}

/// Checks that the stored game is the one that the caller named, if they named one.
fn require_same_game(stored: u64, given: Option<GameId>) -> Result<(), Error> {
    match given {
        Some(GameId(given)) if given != stored => Err(Error::WrongGame { stored, given }),
        _ => Ok(()),
    }
}

/// Returns the mark the caller moves with, if the game goes on and it is their turn.
fn require_turn(game: &Game, caller: &AccountId) -> Result<Mark, Error> {
    let Outcome::InProgress { next } = game.board.outcome() else {
        return Err(Error::GameOver);
    };
    if !game.has_player(caller) {
        return Err(Error::NotAPlayer(caller.clone()));
    }
    if caller != game.player(next) {
        return Err(Error::NotYourTurn { next: game.player(next).clone() });
    }
    Ok(next)
}
