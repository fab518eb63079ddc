//! What is stored of a game, and what moves and leaving do to it.

use near_sdk::{AccountId, AccountIdRef, NearToken, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Starts;
use tic_tac_toe_rules::{self as rules, Game as _, MoveError, Outcome, Position, Seat};

use super::list::game_is_gone;
use super::{Account, List, Listing, Seating, Slots, stored};
use crate::records::AccountHash;

const NANOSECONDS: u64 = 1_000_000_000;

/// A game: who sits where, the rules with the board of this round, and how the rounds before ended.
#[near(serializers = [borsh])]
pub struct Game {
    /// Its slot in each list. First, so that it can be changed without reading the rest.
    pub slots: Slots,
    /// In the order of turns, the host first; `None` is a free seat.
    pub seats: Vec<Option<Player>>,
    /// Whether each round is started by the next seat, not always by the host.
    pub rotates: bool,
    /// The rules and the board.
    pub position: Position,
    /// 1 until the first restart.
    pub round: u32,
    /// How many rounds nobody has won.
    pub draws: u32,
    /// How long a turn may take.
    pub turn_seconds: Option<u32>,
    /// Whether the game waits for players.
    pub phase: Phase,
    /// What it locks of the host's balance.
    pub locked: NearToken,
    /// How many marks were made in all rounds since version 2.
    #[cfg(feature = "rehearsal")]
    #[borsh(skip)]
    pub marks_in_all: u64,
}

/// A player who has a seat.
#[near(serializers = [borsh])]
pub struct Player {
    /// Their account.
    pub id: AccountId,
    /// How many rounds the player has won.
    pub wins: u32,
    /// How they came to the game.
    pub presence: Presence,
}

/// How a player came to a game. Who has come is bound by it: they can't decline any more, and leaving a round against
/// the clock costs them the round.
#[near(serializers = [borsh])]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// `create` named them, and they have not made a mark yet.
    Named,
    /// They took a free seat, and have not made a mark yet.
    Joined,
    /// They have made a mark, in any round.
    HasCome,
}

/// Whether a game waits for players.
#[near(serializers = [borsh])]
#[derive(Clone, Copy)]
pub enum Phase {
    /// A seat is free.
    Waiting,
    /// Every seat is taken.
    Playing {
        /// The time of the block in which the turn came to the player to move.
        turn_since: u64,
    },
}

impl Game {
    /// Reads the game with this id, unless it was never created or has been closed.
    #[must_use]
    pub fn load(id: GameId) -> Option<Self> {
        stored::read_game(id)
    }

    /// Stores the game.
    pub fn save(self, id: GameId) {
        stored::write_game(id, self);
    }

    /// Changes the stored game's slot in a list. Closing a game of four changes four other games,
    /// so nothing else of it is read.
    pub fn set_slot(id: GameId, listing: Listing, slot: u32) {
        if !stored::edit_slots(id, |slots| slots.set(listing, slot)) {
            game_is_gone();
        }
    }

    /// Gives somebody a seat and adds the game to their list.
    pub fn seat(
        &mut self,
        id: GameId,
        seat: Seat,
        player: AccountId,
        account: (AccountHash, Account),
        presence: Presence,
    ) {
        let (hash, mut account) = account;
        let listing = Listing::of(seat);
        self.slots.set(listing, List::Of(hash).push(&mut account.games, id, listing));
        account.save(hash);
        self.seats[seat.index()] = Some(Player { id: player, wins: 0, presence });
    }

    /// Returns the players, by seat.
    pub fn players(&self) -> impl Iterator<Item = Option<&AccountIdRef>> {
        self.seats.iter().map(|seat| seat.as_ref().map(|player| &*player.id))
    }

    /// Returns the player in this seat, if it is taken.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.seats.get(seat.index())?.as_ref()
    }

    /// Returns the account in a seat from which a round is played.
    #[must_use]
    pub fn account_in(&self, seat: Seat) -> &AccountIdRef {
        match self.player(seat) {
            Some(player) => &player.id,
            None => nobody_there(),
        }
    }

    /// Returns whether leaving a round against the clock costs this player the round: they have come and are not out.
    #[must_use]
    pub fn is_bound(&self, seat: Seat) -> bool {
        let has_come = self.player(seat).is_some_and(|player| player.presence == Presence::HasCome);
        has_come && !self.position.is_out(seat)
    }

    /// Returns the account's seat, if it has one.
    #[must_use]
    pub fn seat_of(&self, account: &AccountIdRef) -> Option<Seat> {
        self.position
            .players()
            .seats()
            .find(|seat| self.player(*seat).is_some_and(|player| player.id == account))
    }

    /// Returns the first seat that nobody has taken.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        self.position.players().seats().find(|seat| self.player(*seat).is_none())
    }

    /// Returns the seating, once it is full.
    #[must_use]
    pub fn seating(&self) -> Option<Seating> {
        Seating::of(self.players())
    }

    /// Returns the seat to move: none while a seat is free and after the round's end.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Waiting => None,
            Phase::Playing { .. } => self.position.turn(),
        }
    }

    /// Returns how many seconds the player to move has left, rounded up; 0 once their time is over, `None` without a
    /// limit or a player to move.
    #[must_use]
    pub fn seconds_left(&self, now: u64) -> Option<u64> {
        let (Phase::Playing { turn_since }, Some(limit)) = (self.phase, self.turn_seconds) else {
            return None;
        };
        let end = turn_since.saturating_add(u64::from(limit) * NANOSECONDS);
        self.turn().map(|_| end.saturating_sub(now).div_ceil(NANOSECONDS))
    }

    /// Returns whether the account may close the game: the host always, a challenger whom `create` named until they
    /// have come.
    #[must_use]
    pub fn may_close(&self, account: &AccountIdRef) -> bool {
        self.seat_of(account).is_some_and(|seat| {
            seat == Seat::X || self.player(seat).is_some_and(|player| player.presence == Presence::Named)
        })
    }

    /// Returns who moves first in each round.
    #[must_use]
    pub const fn starts(&self) -> Starts {
        if self.rotates { Starts::Rotates } else { Starts::Host }
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Why the rules refuse it; then the game is as it was.
    pub fn play(&mut self, cell: rules::Cell, now: u64) -> Result<(), MoveError> {
        let Some(seat) = self.turn() else {
            return Err(MoveError::GameOver);
        };
        self.position.play(cell)?;
        #[cfg(feature = "rehearsal")]
        {
            self.marks_in_all += 1;
        }
        self.player_mut(seat).presence = Presence::HasCome;
        self.pass_turn(Some(seat), now);
        Ok(())
    }

    /// Takes a player out of the round who is in it.
    pub fn take_out(&mut self, seat: Seat, now: u64) {
        let before = self.turn();
        if self.position.leave(seat).is_err() {
            env::panic_str("a player is taken out of a round who is not in it");
        }
        self.pass_turn(before, now);
    }

    /// Begins a new round with an empty board.
    pub fn restart(&mut self, now: u64) {
        self.round += 1;
        let first = self.starts().first(self.round.into(), self.position.players());
        let Some(start) = self.position.restarted_by(first) else {
            env::panic_str("a round is started from a seat that the game does not have");
        };
        self.position = start;
        self.phase = Phase::Playing { turn_since: now };
    }

    // The next player's clock starts; a round that ended goes into the score.
    fn pass_turn(&mut self, before: Option<Seat>, now: u64) {
        match self.position.outcome() {
            Outcome::InProgress { next } if Some(next) == before => {}
            Outcome::InProgress { .. } => self.phase = Phase::Playing { turn_since: now },
            Outcome::Won { winner, by } => {
                if by.counts(self.position.marks_made()) {
                    self.player_mut(winner).wins += 1;
                }
            }
            Outcome::Draw => self.draws += 1,
        }
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        match self.seats.get_mut(seat.index()) {
            Some(Some(player)) => player,
            _ => nobody_there(),
        }
    }
}

fn nobody_there() -> ! {
    env::panic_str("a round is played from a seat that nobody has taken")
}
