//! The state of the screen for a game of the arena: what keys and news do to it. No drawing, no network, no rules.

use near_primitives::types::AccountId;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_client::arena::replica::Replica;
use tic_tac_toe_client::{Freshness, Receipt};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::{Event, Timestamp};
use tic_tac_toe_rules::{Cell, Game as _, MoveError, Position, Seat};

use super::board::board_of;
use crate::screen::{self, Action, Dialog, NOT_THROUGH, Pressed, Talk};

const EVENTS_KEPT: usize = 200;
const NANOSECONDS: u64 = 1_000_000_000;

/// Who sits at this keyboard, and on which chain.
#[derive(Clone, Debug)]
pub struct Table {
    /// What people call the chain.
    pub chain_name: String,
    /// The accounts that people play at this keyboard.
    pub people: Vec<AccountId>,
    /// The accounts that the engine plays here.
    pub computers: Vec<AccountId>,
    /// How well it plays.
    pub level: Level,
    /// Ask before a move is sent.
    pub confirm: bool,
}

/// A transaction to be sent, in the round that its sender sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who signs.
    pub signer: AccountId,
    /// In which round.
    pub round: u32,
    /// What it does.
    pub deed: Deed,
}

/// What can be done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Mark a cell.
    Play(Cell),
    /// Begin a new round.
    Restart,
    /// Leave the round.
    Resign,
    /// Put the player to move out, whose time is over.
    Claim,
}

/// A position in which the engine is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// For whom.
    pub player: AccountId,
    /// In which round.
    pub round: u32,
    /// Where.
    pub position: Position,
    /// How well.
    pub level: Level,
}

/// News from the chain; a game that is closed is none any more.
pub type News = screen::News<Game, Event>;

/// The screen's state.
#[derive(Clone, Debug)]
pub struct App {
    /// Who plays.
    pub table: Table,
    /// The game.
    pub game: Game,
    /// Has it been closed?
    pub is_closed: bool,
    /// The chosen cell.
    pub cursor: Cell,
    /// What is said and asked.
    pub talk: Talk<Request>,
    /// What the engine thinks about.
    pub thinking: Option<Thought>,
    events: Vec<Event>,
    freshness: Freshness<(u32, usize, usize)>,
}

impl App {
    /// A screen with a game as it was found.
    #[must_use]
    pub fn new(table: Table, game: Game) -> Self {
        let cursor = board_of(&game.position).centre();
        let mut freshness = Freshness::default();
        freshness.knows(game.progress());
        Self {
            table,
            cursor,
            game,
            is_closed: false,
            talk: Talk::default(),
            thinking: None,
            events: Vec::new(),
            freshness,
        }
    }

    /// The latest events of this game, oldest first.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The moves of this round that were seen, oldest first.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, Cell)> {
        self.events.iter().filter_map(|event| match event {
            Event::MoveMade { round, seat, row, col, .. } if *round == self.game.round => {
                Some((Seat::new(*seat)?, Cell { row: *row, col: *col }))
            }
            _ => None,
        })
    }

    /// Does this account play at this keyboard?
    #[must_use]
    pub fn is_here(&self, account: &AccountId) -> bool {
        self.table.people.contains(account)
    }

    /// Does the engine play this account here?
    #[must_use]
    pub fn is_computer(&self, account: &AccountId) -> bool {
        self.table.computers.contains(account)
    }

    /// Can a person here choose a cell now?
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.is_closed && !self.game.is_over()
    }

    /// How many seconds the player to move has left at this time, if there is a limit.
    #[must_use]
    pub fn seconds_left(&self, now: Timestamp) -> Option<u64> {
        let (limit, since) = (self.game.turn_seconds?, self.game.turn_since?);
        self.game.turn()?;
        let end = since.0.saturating_add(limit.saturating_mul(NANOSECONDS));
        Some(end.saturating_sub(now.0).div_ceil(NANOSECONDS))
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> Option<Action<Request>> {
        match self.talk.press(key) {
            Pressed::Answer(action) => action,
            Pressed::Command(code) => self.command(code),
        }
    }

    /// Chooses a cell.
    pub fn choose(&mut self, place: Cell) {
        if self.talk.dialog.is_none() {
            self.cursor = place;
        }
    }

    /// Takes news from the chain.
    pub fn hear(&mut self, news: News) {
        match news {
            News::Game(game) => self.see(game),
            News::Done(receipt) => self.take_receipt(&receipt),
            News::Failed(reason) => self.talk.failed(reason),
            News::Unsettled(reason) => self.talk.doubtful(reason),
            News::Happened(event, time) => self.take_event(event, time),
            News::Offline(reason) => self.talk.offline(reason),
        }
    }

    /// What the engine shall think about, if it is to move and does not think yet.
    pub fn next_thought(&mut self) -> Option<Thought> {
        let player = self.game.next_player().filter(|player| self.is_computer(player))?.clone();
        if self.is_closed || self.thinking.is_some() || self.talk.pending.awaited().is_some() {
            return None;
        }
        let (round, position, level) = (self.game.round, self.game.position, self.table.level);
        let thought = Thought { player, round, position, level };
        self.thinking = Some(thought.clone());
        Some(thought)
    }

    /// Takes the engine's move. One that is not wanted any more is forgotten: the game went on, or began anew.
    pub fn decide(&mut self, thought: &Thought, place: Cell) -> Option<Action<Request>> {
        if self.thinking.as_ref() == Some(thought) {
            self.thinking = None;
        }
        if thought.round != self.game.round || thought.position != self.game.position || self.is_closed {
            return None;
        }
        let (signer, round) = (thought.player.clone(), thought.round);
        Some(self.talk.send(Request { signer, round, deed: Deed::Play(place) }))
    }

    fn command(&mut self, code: KeyCode) -> Option<Action<Request>> {
        match code {
            KeyCode::Char('q' | 'Q') => return Some(Action::Quit),
            KeyCode::Char('?') => self.talk.dialog = Some(Dialog::Help),
            KeyCode::Enter | KeyCode::Char(' ') => return self.try_to(Self::request_move),
            KeyCode::Char('r') => return self.try_to(Self::request_restart),
            KeyCode::Char('R') => return self.try_to(Self::request_resign),
            KeyCode::Char('t') => return self.try_to(Self::request_claim),
            KeyCode::Up | KeyCode::Char('k') => self.move_cursor(-1, 0),
            KeyCode::Down | KeyCode::Char('j') => self.move_cursor(1, 0),
            KeyCode::Left | KeyCode::Char('h') => self.move_cursor(0, -1),
            KeyCode::Right | KeyCode::Char('l') => self.move_cursor(0, 1),
            KeyCode::Char(digit @ '1'..='9') => {
                let digit = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                let board = board_of(&self.game.position);
                let chosen = digit.and_then(|digit| board.digit(self.cursor, digit));
                self.cursor = chosen.unwrap_or(self.cursor);
            }
            _ => {}
        }
        None
    }

    fn move_cursor(&mut self, down: i16, right: i16) {
        let rules = self.game.position.rules();
        let moved = |from: u8, by: i16, size: u8| {
            u8::try_from((i16::from(from) + by).rem_euclid(i16::from(size))).unwrap_or(from)
        };
        self.cursor = Cell {
            row: moved(self.cursor.row, down, rules.rows()),
            col: moved(self.cursor.col, right, rules.cols()),
        };
    }

    /// Sends what is asked for, or says why not; everything but a move is asked for twice.
    fn try_to(&mut self, make: fn(&Self) -> Result<Request, String>) -> Option<Action<Request>> {
        let request = match make(self) {
            Ok(request) => request,
            Err(reason) => {
                self.talk.say(reason);
                return None;
            }
        };
        let is_move = matches!(request.deed, Deed::Play(_));
        // What may still take effect is not sent again without a question either.
        if is_move && !self.table.confirm && !self.talk.pending.is_doubtful(&request) {
            return Some(self.talk.send(request));
        }
        self.talk.ask(request);
        None
    }

    // A move that the contract is sure to refuse would cost gas, so the reason is told right away.
    fn request_move(&self) -> Result<Request, String> {
        self.require_quiet()?;
        if let Some(seat) = self.game.free_seat() {
            return Err(format!("Seat {} is still free.", seat.number()));
        }
        let Some(player) = self.game.next_player() else {
            return Err("This round is over. Press r for another.".to_owned());
        };
        if !self.is_here(player) {
            return Err(format!("It is the turn of {player}."));
        }
        let mut tried = self.game.position;
        tried.play(self.cursor).map_err(|error| self.explain(error))?;
        Ok(self.request(player, Deed::Play(self.cursor)))
    }

    fn explain(&self, error: MoveError) -> String {
        match error {
            MoveError::WrongField => match board_of(&self.game.position).whereabouts() {
                Some(whereabouts) => format!("This mark must go {whereabouts}."),
                None => "The mark must go elsewhere.".to_owned(),
            },
            MoveError::CellTaken(seat) => format!("This cell already holds {seat}. Choose an empty one."),
            MoveError::GameOver | MoveError::OutOfBounds => format!("That can't be played: {error}."),
        }
    }

    fn request_restart(&self) -> Result<Request, String> {
        self.require_quiet()?;
        let player = self.somebody_here(|_| true).ok_or("Only players begin a new round.")?;
        Ok(self.request(player, Deed::Restart))
    }

    fn request_resign(&self) -> Result<Request, String> {
        self.require_quiet()?;
        if self.game.is_over() {
            return Err("This round is over. Press r for another.".to_owned());
        }
        let to_move = self.game.next_player().filter(|player| self.is_here(player));
        let still_in = |seat| !self.game.position.is_out(seat);
        let player = to_move.or_else(|| self.somebody_here(still_in)).ok_or("Nobody here can resign.")?;
        Ok(self.request(player, Deed::Resign))
    }

    fn request_claim(&self) -> Result<Request, String> {
        self.require_quiet()?;
        if self.game.turn_seconds.is_none() {
            return Err("This game has no time limit.".to_owned());
        }
        if self.game.turn().is_none() {
            return Err("Nobody is to move.".to_owned());
        }
        let player = self.table.people.first().ok_or("Somebody must sign: start again with --as ACCOUNT.")?;
        Ok(self.request(player, Deed::Claim))
    }

    fn require_quiet(&self) -> Result<(), String> {
        if self.is_closed {
            return Err("This game has been closed.".to_owned());
        }
        match self.talk.pending.awaited() {
            Some(_) => Err(NOT_THROUGH.to_owned()),
            None => Ok(()),
        }
    }

    fn somebody_here(&self, suits: impl Fn(Seat) -> bool) -> Option<&AccountId> {
        let mut seats = self.game.position.players().seats().filter(|seat| suits(*seat));
        seats.find_map(|seat| self.game.player(seat).filter(|player| self.is_here(player)))
    }

    fn request(&self, signer: &AccountId, deed: Deed) -> Request {
        Request { signer: signer.clone(), round: self.game.round, deed }
    }

    fn take_receipt(&mut self, receipt: &Receipt) {
        self.talk.done(receipt);
        // The chain has carried them out already, so one that can't be read is no reason to complain.
        for event in receipt.events().unwrap_or_default() {
            self.take_event(event, now());
        }
    }

    /// An event comes with the receipt of the one who caused it, and for everybody with its block: the first of the
    /// two changes the board, so that nobody has to look at the contract before the next move.
    fn take_event(&mut self, event: Event, time: Timestamp) {
        if event.game_id() != self.game.id || self.events.contains(&event) {
            return;
        }
        let mut replica = Replica::Known(Some(self.game.clone()));
        match (replica.apply(&event, time), replica) {
            (Ok(()), Replica::Known(Some(game))) => {
                self.freshness.knows(game.progress());
                self.show(game);
            }
            (Ok(()), Replica::Known(None)) => self.is_closed = true,
            _ => {}
        }
        self.events.push(event);
        if self.events.len() > EVENTS_KEPT {
            self.events.remove(0);
        }
    }

    fn see(&mut self, game: Option<Game>) {
        self.talk.online();
        match game {
            Some(game) if self.freshness.believes(game.progress()) => self.show(game),
            Some(_) => {}
            None => self.is_closed = true,
        }
    }

    fn show(&mut self, game: Game) {
        if game.progress() != self.game.progress() {
            self.talk.game_went_on();
        }
        self.game = game;
    }
}

/// The time by this machine's clock.
#[must_use]
pub fn now() -> Timestamp {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Timestamp(since_1970.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)))
}
