//! The state of the screen: what keys and news from the chain do to it. No drawing, no network.

use near_primitives::types::AccountId;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tic_tac_toe_client::replica::Replica;
use tic_tac_toe_client::{Freshness, Game, Receipt};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::Event;
use tic_tac_toe_rules::classic::{Cell, Outcome, SIZE};

use super::history::{History, Move};
use super::score::{Score, Scores};
use crate::screen::{self, Action, Dialog, NOT_THROUGH, Pressed, Talk};

/// Who sits at this keyboard, and on which chain.
#[derive(Clone, Debug)]
pub struct Table {
    /// What people call the chain.
    pub chain_name: String,
    /// The accounts that play at this keyboard.
    pub seats: Vec<AccountId>,
    /// Who plays X and O in a new game, if that is settled.
    pub pairing: Option<[AccountId; 2]>,
    /// Ask before a move is sent.
    pub confirm: bool,
}

/// A transaction to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Start a game.
    NewGame {
        /// Who signs.
        signer: AccountId,
        /// Who plays X and O.
        players: [AccountId; 2],
    },
    /// Mark a cell.
    Play {
        /// Whose move it is.
        player: AccountId,
        /// The cell.
        cell: Cell,
        /// The game that the player sees.
        game_id: GameId,
    },
}

/// News from the chain.
pub type News = screen::News<Game, Event>;

/// The screen's state.
#[derive(Clone, Debug)]
pub struct App {
    /// Who plays.
    pub table: Table,
    /// The game, once the chain has told.
    pub game: Option<Game>,
    /// Has the chain told?
    pub is_loaded: bool,
    /// The chosen cell.
    pub cursor: Cell,
    /// What is said and asked.
    pub talk: Talk<Request>,
    history: History,
    scores: Scores,
    freshness: Freshness<Option<(GameId, u32)>>,
}

impl App {
    /// A screen that has not heard from the chain yet.
    #[must_use]
    pub fn new(table: Table) -> Self {
        Self {
            table,
            game: None,
            is_loaded: false,
            cursor: CENTRE,
            talk: Talk::default(),
            history: History::default(),
            scores: Scores::default(),
            freshness: Freshness::default(),
        }
    }

    /// The moves of this game that were seen, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.history.moves()
    }

    /// The latest events, oldest first.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.history.events()
    }

    /// An account's games that ended while this program watched.
    #[must_use]
    pub fn score(&self, account: &AccountId) -> Score {
        self.scores.of(account)
    }

    /// Does this account play at this keyboard?
    #[must_use]
    pub fn is_here(&self, account: &AccountId) -> bool {
        self.table.seats.contains(account)
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> Option<Action<Request>> {
        match self.talk.press(key) {
            Pressed::Answer(action) => action,
            Pressed::Command(code) => self.command(code),
        }
    }

    /// Chooses a cell.
    pub fn choose(&mut self, cell: Cell) {
        if self.talk.dialog.is_none() {
            self.cursor = cell;
        }
    }

    /// Takes news from the chain.
    pub fn hear(&mut self, news: News) {
        match news {
            News::Game(game) => self.see(game),
            News::Done(receipt) => self.take_receipt(&receipt),
            News::Failed(reason) => self.talk.failed(reason),
            News::Unsettled(reason) => self.talk.doubtful(reason),
            News::Happened(event, _) => self.take_event(event),
            News::Offline(reason) => self.talk.offline(reason),
        }
    }

    fn command(&mut self, code: KeyCode) -> Option<Action<Request>> {
        match code {
            KeyCode::Char('q' | 'Q') => return Some(Action::Quit),
            KeyCode::Char('?' | 'h') => self.talk.dialog = Some(Dialog::Help),
            KeyCode::Char('n' | 'N') => return self.new_game(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.play(),
            KeyCode::Up => self.move_cursor(SIZE - 1, 0),
            KeyCode::Down => self.move_cursor(1, 0),
            KeyCode::Left => self.move_cursor(0, SIZE - 1),
            KeyCode::Right => self.move_cursor(0, 1),
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                self.cursor = number.and_then(Cell::from_number).unwrap_or(self.cursor);
            }
            _ => {}
        }
        None
    }

    fn move_cursor(&mut self, down: u8, right: u8) {
        let (row, col) = (self.cursor.row() + down, self.cursor.col() + right);
        self.cursor = Cell::new(row % SIZE, col % SIZE).unwrap_or(self.cursor);
    }

    fn play(&mut self) -> Option<Action<Request>> {
        match self.request_move() {
            // What may still take effect is not sent again without a question either.
            Ok(request) if self.table.confirm || self.talk.pending.is_doubtful(&request) => {
                self.talk.ask(request);
                None
            }
            Ok(request) => Some(self.talk.send(request)),
            Err(reason) => {
                self.talk.say(reason);
                None
            }
        }
    }

    // A move that the contract is sure to refuse would cost gas, so the reason is told right away.
    fn request_move(&self) -> Result<Request, String> {
        if self.talk.pending.awaited().is_some() {
            return Err(NOT_THROUGH.to_owned());
        }
        let Some(game) = &self.game else {
            return Err("There is no game yet. Press n to start one.".to_owned());
        };
        let Outcome::InProgress { next } = game.board.outcome() else {
            return Err("This game is over. Press n for another.".to_owned());
        };
        let player = game.player(next);
        if !self.is_here(player) {
            return Err(format!("It is the turn of {player}."));
        }
        if let Some(mark) = game.board.mark_at(self.cursor) {
            return Err(format!("Cell {} already holds {mark}. Choose an empty one.", self.cursor.number()));
        }
        Ok(Request::Play { player: player.clone(), cell: self.cursor, game_id: game.id })
    }

    /// Starts a game between those who play here, after a question if one is under way.
    pub fn new_game(&mut self) -> Option<Action<Request>> {
        let Some(players) = self.next_players() else {
            self.talk.say("Whom do you play? Start again with --against ACCOUNT.");
            return None;
        };
        if self.talk.pending.awaited().is_some() {
            return None;
        }
        let here = players.iter().find(|player| self.is_here(player));
        let signer = here.or(self.table.seats.first())?.clone();
        let request = Request::NewGame { signer, players };
        let is_under_way = self.game.as_ref().is_some_and(|game| !game.is_over() && game.board.moves() > 0);
        if is_under_way || self.talk.pending.is_doubtful(&request) {
            self.talk.ask(request);
            return None;
        }
        Some(self.talk.send(request))
    }

    fn next_players(&self) -> Option<[AccountId; 2]> {
        let same_again = || self.game.as_ref().map(|game| [game.p1.clone(), game.p2.clone()]);
        self.table.pairing.clone().or_else(same_again)
    }

    fn take_receipt(&mut self, receipt: &Receipt) {
        self.talk.done(receipt);
        // The chain has carried them out already, so one that can't be read is no reason to complain.
        for event in receipt.events().unwrap_or_default() {
            self.take_event(event);
        }
    }

    /// An event comes with the receipt of the one who caused it, and for everybody with its block: the first of
    /// the two changes the board, so that nobody has to look at the contract before the next move.
    fn take_event(&mut self, event: Event) {
        if let Some(game) = self.game_after(&event) {
            self.freshness.knows(Game::progress(Some(&game)));
            self.show(Some(game));
        }
        self.history.list(event);
    }

    /// The game after an event, if the event is news to this screen.
    fn game_after(&self, event: &Event) -> Option<Game> {
        // Somebody who has missed a game need not miss the next one.
        let has_missed_some = Some((event.game_id(), 0)) > Game::progress(self.game.as_ref());
        let is_new_game = matches!(event, Event::GameCreated { .. }) && has_missed_some;
        let mut replica =
            if is_new_game || !self.is_loaded { Replica::Unknown } else { Replica::Known(self.game.clone()) };
        match (replica.apply(event), replica) {
            (Ok(()), Replica::Known(game)) => game,
            _ => None,
        }
    }

    fn see(&mut self, game: Option<Game>) {
        self.talk.online();
        if self.freshness.believes(Game::progress(game.as_ref())) {
            self.show(game);
        }
    }

    fn show(&mut self, game: Option<Game>) {
        self.is_loaded = true;
        if self.game == game {
            return;
        }
        self.talk.game_went_on();
        let before = self.game.take();
        // Only a chain that has started anew goes back to an earlier game.
        if Game::progress(game.as_ref()) < Game::progress(before.as_ref()) {
            self.history = History::default();
            self.scores = Scores::default();
        }
        if let Some(game) = &game {
            self.history.see(before.as_ref(), game);
            if before.is_some_and(|before| before.id == game.id && !before.is_over()) {
                self.scores.count(game);
            }
        }
        self.game = game;
    }
}

const CENTRE: Cell = match Cell::new(1, 1) {
    Some(cell) => cell,
    None => panic!("the centre is on the board"),
};
