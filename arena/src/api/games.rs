//! Creating, joining and closing games.

use std::ops::RangeInclusive;

use near_sdk::{AccountId, AccountIdRef, FunctionError, NearToken, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, Rules, Starts};
use tic_tac_toe_rules::{Game as _, Position, Seat};

use super::guards::{require_game, require_new, require_players, require_rules};
use super::rounds::{emit_left, emit_started, leave_round};
use super::{Contract, ContractExt};
use crate::error::Error;
use crate::event::emit;
use crate::records::{self, AccountHash, Key, of_game};
use crate::state::{Account, Game, List, Listing, Phase, Presence, Seating, Slots};

/// How long a turn may take.
const TURN_SECONDS: RangeInclusive<u32> = 30..=2_592_000;

#[near]
impl Contract {
    /// Makes a game and returns its id.
    ///
    /// `players` is the seating, the caller first; `null` is a seat that anybody may take. What is attached is
    /// credited to the caller's storage balance first and stays there; a caller who is not registered is registered.
    ///
    /// Refused with `NOT_HOST`, `BAD_PLAYERS`, `BAD_RULES`, `GAME_EXISTS` or `STORAGE_TOO_LOW`, whichever comes first.
    #[payable]
    #[handle_result]
    #[deny_unknown_arguments]
    pub fn create(
        &mut self,
        players: Vec<Option<AccountId>>,
        rules: Option<Rules>,
        turn_seconds: Option<u64>,
        starts: Option<Starts>,
    ) -> Result<GameId, Error> {
        let host = require_host(&players)?;
        let position = require_seating_and_rules(&players, rules)?;
        let turn_seconds = require_turn_seconds(turn_seconds)?;
        let seating = Seating::of(players.iter().map(Option::as_deref));
        require_new(seating.as_ref())?;
        let cost = of_game(&position);
        let hash = AccountHash::of(&host);
        let account = require_balance(Account::load(hash), cost)?;

        let id = self.root_mut().next_id();
        let mut game = Game {
            slots: Slots::default(),
            seats: players.iter().map(|_| None).collect(),
            rotates: starts == Some(Starts::Rotates),
            position,
            round: 1,
            draws: 0,
            turn_seconds,
            phase: Phase::Waiting,
            locked: cost,
            #[cfg(feature = "rehearsal")]
            marks_in_all: 0,
        };
        game.seat(id, Seat::X, host, (hash, account), Presence::Named);
        for (seat, player) in position.players().seats().zip(players).skip(1) {
            if let Some(player) = player {
                let account = load(&player);
                game.seat(id, seat, player, account, Presence::Named);
            }
        }
        emit_created(id, &game);
        if let Some(seating) = seating {
            begin(id, &mut game, &seating);
        } else {
            let slot = List::Open.push(&mut self.root_mut().open, id, Listing::OPEN);
            game.slots.set(Listing::OPEN, slot);
        }
        game.save(id);
        Ok(id)
    }

    /// Takes the first free seat for the caller.
    ///
    /// Refused with `NO_GAME`, `NO_FREE_SEAT`, `ALREADY_SEATED` or `GAME_EXISTS`, whichever comes first.
    #[deny_unknown_arguments]
    pub fn join(&mut self, game_id: GameId) {
        self.try_join(game_id).unwrap_or_else(|refusal| refusal.panic());
    }

    /// Ends the game, frees its storage and credits what it locked to the host's balance.
    ///
    /// The host may do so at any time, a challenger whom `create` named until they have made a mark themselves. A round
    /// that is under way ends as abandoned; in a game with a time limit the player to move is out first if their time
    /// is over, else the caller if they have made a mark in the game.
    ///
    /// Refused with `NO_GAME` or `NOT_HOST`, whichever comes first.
    #[deny_unknown_arguments]
    pub fn close(&mut self, game_id: GameId) {
        self.try_close(game_id).unwrap_or_else(|refusal| refusal.panic());
    }
}

impl Contract {
    pub(crate) fn try_join(&mut self, id: GameId) -> Result<(), Error> {
        let caller = env::predecessor_account_id();
        let mut game = require_game(id)?;
        let seat = game.free_seat().ok_or(Error::NoFreeSeat)?;
        if let Some(seat) = game.seat_of(&caller) {
            return Err(Error::AlreadySeated(seat));
        }
        let seating = seating_with(&game, seat, &caller);
        require_new(seating.as_ref())?;

        emit(&Event::PlayerJoined { game_id: id, player: &caller, seat: seat.number() });
        let account = load(&caller);
        game.seat(id, seat, caller, account, Presence::Joined);
        if let Some(seating) = seating {
            List::Open.remove(&mut self.root_mut().open, game.slots.get(Listing::OPEN));
            begin(id, &mut game, &seating);
        }
        game.save(id);
        Ok(())
    }

    pub(crate) fn try_close(&mut self, id: GameId) -> Result<(), Error> {
        let caller = env::predecessor_account_id();
        let mut game = require_game(id)?;
        if !game.may_close(&caller) {
            return Err(Error::MayNotClose);
        }

        let left = leave_round(&mut game, &caller);
        emit_left(id, &game, left, &caller);
        emit(&Event::GameClosed { game_id: id, by: &caller });
        match game.seating() {
            Some(seating) => seating.free(),
            None => List::Open.remove(&mut self.root_mut().open, game.slots.get(Listing::OPEN)),
        }
        records::remove(Key::Game(id));
        for (seat, player) in game.position.players().seats().zip(game.players()) {
            if let Some(player) = player {
                leave_seat(&game, seat, player);
            }
        }
        Ok(())
    }
}

/// Returns the caller, if they are the first of the players.
fn require_host(players: &[Option<AccountId>]) -> Result<AccountId, Error> {
    let caller = env::predecessor_account_id();
    match players {
        [Some(first), ..] if *first == caller => Ok(caller),
        _ => Err(Error::NotFirst(caller)),
    }
}

/// Returns the empty board, if these players can play together by these rules.
fn require_seating_and_rules(players: &[Option<AccountId>], rules: Option<Rules>) -> Result<Position, Error> {
    let count = require_players(players.len() as u64)?;
    let mut named: Vec<&AccountId> = players.iter().flatten().collect();
    while let Some(player) = named.pop() {
        if named.contains(&player) {
            return Err(Error::NamedTwice(player.clone()));
        }
        if *player == env::current_account_id() {
            return Err(Error::ContractNamed);
        }
    }
    require_rules(rules, count)
}

fn require_turn_seconds(given: Option<u64>) -> Result<Option<u32>, Error> {
    let Some(given) = given else {
        return Ok(None);
    };
    let seconds = u32::try_from(given).ok().filter(|seconds| TURN_SECONDS.contains(seconds));
    seconds.map(Some).ok_or(Error::BadTurnSeconds(given))
}

/// Returns the account with the attached deposit credited and the game's cost locked, if the balance covers it.
fn require_balance(account: Account, cost: NearToken) -> Result<Account, Error> {
    let mut balance = account.balance.unwrap_or_default();
    balance.total = balance.total.saturating_add(env::attached_deposit());
    balance.locked = balance.locked.saturating_add(cost);
    if !balance.missing().is_zero() {
        return Err(Error::StorageTooLow(balance.missing()));
    }
    #[cfg(feature = "rehearsal")]
    {
        balance.games_made += 1;
    }
    Ok(Account { balance: Some(balance), ..account })
}

/// Returns the seating with somebody in a free seat, if that seat is the last free one.
fn seating_with(game: &Game, seat: Seat, joining: &AccountIdRef) -> Option<Seating> {
    let seats = game.position.players().seats();
    Seating::of(seats.zip(game.players()).map(
        |(other, player)| {
            if other == seat { Some(joining) } else { player }
        },
    ))
}

/// Assigns the seating to this game and starts the first round.
fn begin(id: GameId, game: &mut Game, seating: &Seating) {
    seating.give_to(id);
    game.phase = Phase::Playing { turn_since: env::block_timestamp() };
    emit_started(id, game);
}

fn load(player: &AccountIdRef) -> (AccountHash, Account) {
    let hash = AccountHash::of(player);
    (hash, Account::load(hash))
}

/// Removes a game that is closed from the player's list; the host gets back what it locked.
fn leave_seat(game: &Game, seat: Seat, player: &AccountIdRef) {
    let (hash, mut account) = load(player);
    List::Of(hash).remove(&mut account.games, game.slots.get(Listing::of(seat)));
    if seat == Seat::X {
        account.unlock(game.locked);
    }
    account.save(hash);
}

fn emit_created(id: GameId, game: &Game) {
    emit(&Event::GameCreated {
        game_id: id,
        players: game.players().collect(),
        rules: game.position.rules().into(),
        turn_seconds: game.turn_seconds.map(u64::from),
        starts: game.starts(),
    });
}
