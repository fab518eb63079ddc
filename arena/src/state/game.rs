//! What is stored of a game, and what moves and leaving do to it.

use near_sdk::{AccountId, AccountIdRef, NearToken, env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_rules::{self as rules, Game as _, LeaveError, MoveError, Outcome, Position, Seat};

use super::{Account, List, Seating};
use crate::storage::{self, Key};

const NANOSECONDS: u64 = 1_000_000_000;

/// A game: who sits where, the rules with the board of this round, and how the rounds before ended.
#[near(serializers = [borsh])]
pub struct Game {
    /// Its index in each list. First, so that it can be changed without reading the rest.
    pub slots: Slots,
    /// In the order of turns, the host first; `None` is a free seat.
    pub seats: Vec<Option<Player>>,
    /// Whether any challenger has made a move in any round.
    pub challenger_moved: bool,
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
}

/// The index of a game in each list that names it.
#[near(serializers = [borsh])]
#[derive(Clone, Copy, Default)]
pub struct Slots([u32; 5]);

/// One of the lists that may name a game: 0 that of open games, else that of the player in this seat.
#[near(serializers = [borsh])]
#[derive(Clone, Copy)]
pub struct Slot(u8);

/// A player who has a seat.
#[near(serializers = [borsh])]
pub struct Player {
    /// Their account.
    pub id: AccountId,
    /// How many rounds the player has won.
    pub wins: u32,
    /// Whether `create` named the player.
    pub named: bool,
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

#[near(serializers = [borsh])]
enum StoredGame {
    V1(Game),
}

/// The first part of a stored game.
#[near(serializers = [borsh])]
enum StoredGameHead {
    V1(Slots),
}

impl Slot {
    /// The list of open games.
    pub const OPEN: Self = Self(0);

    /// Returns the list of the player in this seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(seat.number())
    }
}

impl Slots {
    /// Returns the index in one of the lists. It means something only while the game is in that list.
    #[must_use]
    pub fn get(self, Slot(number): Slot) -> u32 {
        self.0[usize::from(number)]
    }

    /// Changes the index in one of the lists.
    pub fn set(&mut self, Slot(number): Slot, index: u32) {
        self.0[usize::from(number)] = index;
    }
}

impl Game {
    /// Reads the game with this id, unless it was never created or has been closed.
    #[must_use]
    pub fn load(id: GameId) -> Option<Self> {
        storage::read(Key::Game(id)).map(|StoredGame::V1(game)| game)
    }

    /// Stores the game.
    pub fn save(self, id: GameId) {
        storage::write(Key::Game(id), &StoredGame::V1(self));
    }

    /// Changes the stored game's index in a list. Closing a game of four changes four other games,
    /// so nothing else of it is read.
    pub fn set_slot(id: GameId, slot: Slot, index: u32) {
        let found = storage::edit(Key::Game(id), |StoredGameHead::V1(slots)| slots.set(slot, index));
        if !found {
            env::panic_str("a list of games names one that is gone");
        }
    }

    /// Gives somebody a seat and adds the game to their list.
    pub fn seat(&mut self, id: GameId, seat: Seat, player: AccountId, mut account: Account, named: bool) {
        let slot = Slot::of(seat);
        self.slots.set(slot, List::Of(&player).push(&mut account.games, id, slot));
        account.save(&player);
        self.seats[seat.index()] = Some(Player { id: player, wins: 0, named });
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

    /// Returns whether the account may close the game: the host always, a challenger whom `create` named until any
    /// challenger has moved.
    #[must_use]
    pub fn may_close(&self, account: &AccountIdRef) -> bool {
        self.seat_of(account).is_some_and(|seat| {
            let named = self.player(seat).is_some_and(|player| player.named);
            seat == Seat::X || (named && !self.challenger_moved)
        })
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Why the rules refuse it; then the game is as it was.
    pub fn play(&mut self, cell: rules::Cell, now: u64) -> Result<(), MoveError> {
        let before = self.turn();
        self.position.play(cell)?;
        self.challenger_moved |= before != Some(Seat::X);
        self.pass_turn(before, now);
        Ok(())
    }

    /// Takes a player out of the round.
    ///
    /// # Errors
    ///
    /// Why the rules refuse it; then the game is as it was.
    pub fn take_out(&mut self, seat: Seat, now: u64) -> Result<(), LeaveError> {
        let before = self.turn();
        self.position.leave(seat)?;
        self.pass_turn(before, now);
        Ok(())
    }

    /// Begins a new round with an empty board.
    pub fn restart(&mut self, now: u64) {
        let start = self.position.rules().start(self.position.players());
        self.position = start.unwrap_or(self.position);
        self.round += 1;
        self.phase = Phase::Playing { turn_since: now };
    }

    // The next player's clock starts; a round that ended goes into the score.
    fn pass_turn(&mut self, before: Option<Seat>, now: u64) {
        match self.position.outcome() {
            Outcome::InProgress { next } if Some(next) == before => {}
            Outcome::InProgress { .. } => self.phase = Phase::Playing { turn_since: now },
            Outcome::Won { winner, by } => {
                if by.counts(self.position.marks_made()) {
                    self.add_win(winner);
                }
            }
            Outcome::Draw => self.draws += 1,
        }
    }

    fn add_win(&mut self, winner: Seat) {
        if let Some(Some(player)) = self.seats.get_mut(winner.index()) {
            player.wins += 1;
        }
    }
}
