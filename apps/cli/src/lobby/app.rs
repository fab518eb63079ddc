//! The state of the lobby: what keys and messages do to it. No drawing, no network.

use std::ops::ControlFlow;

use near_primitives::types::AccountId;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tic_tac_toe_client::table::{Action, Table};
use tic_tac_toe_interface::GameId;

use super::popup::{CreateForm, NewGame, Popup};
use crate::screen::{End, Notice, STILL_PENDING};

/// Which games are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Those with a free seat.
    #[default]
    Open,
    /// Those of the account.
    Mine,
    /// All, by their ids.
    All,
}

/// A page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRef {
    pub tab: Tab,
    /// Where it begins: an id in the list of all games, else an index from 0.
    pub start: u64,
}

/// What is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Create(NewGame),
    Close(GameId),
}

/// What the lobby's task sends it.
#[derive(Clone, Debug)]
pub enum Message {
    /// The games of a page, and where the next one begins.
    Page(PageRef, Vec<Table>, Option<u64>),
    Done(String),
    Failed(String),
    /// What was sent may still be done.
    Unsettled(String),
    Offline(String),
    /// In so many games the account is to move.
    Turns(usize),
    /// The node has another chain now.
    Restarted,
}

/// What the program has to do after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Effect {
    End(End),
    Open(Table),
    Send(Request),
}

/// The lobby's state.
#[derive(Clone, Debug, Default)]
pub struct App {
    pub chain_name: String,
    /// Whether it was opened from the menu, on a chain that ends with it.
    pub has_menu: bool,
    /// Who is here; without an account one can only watch.
    pub account: Option<AccountId>,
    pub tab: Tab,
    /// The games of this page, once the chain has answered.
    pub games: Option<Vec<Table>>,
    pub selected: usize,
    pub notice: Notice,
    pub popup: Option<Popup>,
    pub is_sending: bool,
    /// In how many games the account is to move.
    pub turns: usize,
    /// Whether there are more of them than before, and nobody has been told yet.
    pub rings: bool,
    // What was asked before the last transaction, unless it was refused.
    sent: Option<Popup>,
    // Where the pages begin that lead to this one, which is the last.
    starts: Vec<u64>,
    next: Option<u64>,
}

impl Tab {
    pub const ALL: [Self; 3] = [Self::Open, Self::Mine, Self::All];

    const fn start(self) -> u64 {
        match self {
            Self::Open | Self::Mine => 0,
            Self::All => 1,
        }
    }
}

impl App {
    /// Returns a lobby before the chain's first answer.
    pub fn new(chain_name: &str, account: Option<AccountId>) -> Self {
        let (chain_name, starts) = (chain_name.to_owned(), vec![Tab::default().start()]);
        Self { chain_name, account, starts, ..Self::default() }
    }

    /// Returns the page that is seen.
    pub fn page_ref(&self) -> PageRef {
        PageRef { tab: self.tab, start: self.starts.last().copied().unwrap_or_else(|| self.tab.start()) }
    }

    /// Returns the number of the page, from 1, and whether there is another after it.
    pub fn page(&self) -> (usize, bool) {
        (self.starts.len(), self.next.is_some())
    }

    pub fn chosen(&self) -> Option<&Table> {
        self.games.as_ref()?.get(self.selected)
    }

    pub fn on_key(&mut self, key: KeyEvent) -> Option<Effect> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && key.code == KeyCode::Char('c') {
            return Some(Effect::End(End::Quit));
        }
        // What is being sent is told until its result is.
        if !self.is_sending {
            self.notice.forget_info();
        }
        let Some(mut popup) = self.popup.take() else {
            return if is_control { None } else { self.command(key.code) };
        };
        let ControlFlow::Break(effect) = popup.on_key(key) else {
            self.popup = Some(popup);
            return None;
        };
        if let Some(Effect::Send(_)) = effect {
            self.is_sending = true;
            self.sent = Some(popup);
            self.notice = Notice::info("One moment ...");
        }
        effect
    }

    pub fn on_message(&mut self, message: Message) {
        match message {
            Message::Page(page, games, next) if page == self.page_ref() => {
                self.notice.online();
                // Others make and close games meanwhile; the chosen one stays chosen.
                let chosen = self.chosen().map(Table::game_id);
                let slot = games.iter().position(|game| Some(game.game_id()) == chosen);
                self.selected = slot.unwrap_or(self.selected).min(games.len().saturating_sub(1));
                (self.games, self.next) = (Some(games), next);
            }
            // The person has turned the page meanwhile.
            Message::Page(..) => {}
            Message::Done(sentence) => {
                self.is_sending = false;
                self.notice = Notice::Info(sentence);
            }
            Message::Failed(reason) => {
                self.is_sending = false;
                // What was written is not lost, unless something else is asked by now.
                match self.sent.take() {
                    Some(Popup::Create(form)) if self.popup.is_none() => {
                        self.notice = Notice::None;
                        self.popup = Some(Popup::Create(form.refused(reason)));
                    }
                    _ => self.notice = Notice::Problem(reason),
                }
            }
            // The form stays closed: sent again, the game might be created twice.
            Message::Unsettled(reason) => {
                self.is_sending = false;
                self.notice = Notice::Problem(reason);
            }
            Message::Turns(turns) => {
                self.rings |= turns > self.turns;
                self.turns = turns;
            }
            Message::Offline(reason) => self.notice = Notice::Offline(reason),
            Message::Restarted => self.begin_anew(),
        }
    }

    /// Forgets the games of a chain that is gone.
    fn begin_anew(&mut self) {
        if matches!(self.popup, Some(Popup::Close(_))) {
            self.popup = None;
        }
        self.turns = 0;
        self.starts = vec![self.tab.start()];
        self.forget_page();
        self.notice = Notice::info("The chain was restarted.");
    }

    /// Returns the keys that do something now, and what they do.
    pub fn offered_keys(&self) -> Vec<(&'static str, &'static str)> {
        let is_long = self.games.as_ref().is_some_and(|games| games.len() > 1);
        let mut keys = Vec::new();
        let mut offer = |is_offered: bool, key, does| {
            if is_offered {
                keys.push((key, does));
            }
        };
        let game = self.chosen().zip(self.account.as_ref());
        let may = |action| game.is_some_and(|(game, account)| game.check(&action, account).is_ok());
        let enter = match game {
            Some((game, account)) if game.seat_of(account).is_some() => "open",
            Some(_) if may(Action::Join) => "join",
            _ => "watch",
        };
        offer(is_long, "↑↓", "choose");
        offer(self.chosen().is_some(), "Enter", enter);
        offer(true, "Tab", "list");
        offer(self.next.is_some(), "n", "more");
        offer(self.starts.len() > 1, "p", "back");
        offer(self.account.is_some(), "c", "create");
        offer(may(Action::Close), "x", "close");
        offer(self.has_menu, "m", "menu");
        keys
    }

    fn command(&mut self, code: KeyCode) -> Option<Effect> {
        match code {
            KeyCode::Char('q' | 'Q') => return self.end(End::Quit),
            KeyCode::Char('m') if self.has_menu => return self.end(End::Menu),
            KeyCode::Char('?') => self.popup = Some(Popup::Help),
            KeyCode::Enter => return self.open(),
            KeyCode::Char('c') => self.ask_for_a_game(),
            KeyCode::Char('x') => self.ask_whether_to_close(),
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                let last = self.games.as_ref().map_or(0, |games| games.len().saturating_sub(1));
                self.selected = (self.selected + 1).min(last);
            }
            KeyCode::Tab | KeyCode::Right | KeyCode::Char('l') => self.turn_to(1),
            KeyCode::BackTab | KeyCode::Left | KeyCode::Char('h') => self.turn_to(Tab::ALL.len() - 1),
            KeyCode::PageDown | KeyCode::Char('n') => {
                if let Some(next) = self.next {
                    self.starts.push(next);
                    self.forget_page();
                }
            }
            KeyCode::PageUp | KeyCode::Char('p') if self.starts.len() > 1 => {
                self.starts.pop();
                self.forget_page();
            }
            _ => {}
        }
        None
    }

    // What is pending is waited for, since with the lobby goes who would say what its result is.
    fn open(&mut self) -> Option<Effect> {
        if self.is_sending {
            self.notice = Notice::info(STILL_PENDING);
            return None;
        }
        self.chosen().cloned().map(Effect::Open)
    }

    /// Asks first where the games end with the lobby.
    fn end(&mut self, end: End) -> Option<Effect> {
        let has_games = self.sent.is_some() || self.games.as_ref().is_some_and(|games| !games.is_empty());
        if !(self.has_menu && has_games) {
            return Some(Effect::End(end));
        }
        self.popup = Some(Popup::End(end));
        None
    }

    fn turn_to(&mut self, further: usize) {
        let now = Tab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        self.tab = Tab::ALL[(now + further) % Tab::ALL.len()];
        self.starts = vec![self.tab.start()];
        self.forget_page();
    }

    fn forget_page(&mut self) {
        (self.games, self.next, self.selected) = (None, None, 0);
    }

    fn ask_for_a_game(&mut self) {
        match self.account_that_may_sign() {
            Ok(account) => self.popup = Some(Popup::Create(CreateForm::new(account))),
            Err(reason) => self.notice = Notice::Info(reason),
        }
    }

    fn ask_whether_to_close(&mut self) {
        let Some(id) = self.chosen().map(Table::game_id) else { return };
        match self.account_that_may_sign() {
            Ok(_) => self.popup = Some(Popup::Close(id)),
            Err(reason) => self.notice = Notice::Info(reason),
        }
    }

    fn account_that_may_sign(&self) -> Result<AccountId, String> {
        if self.is_sending {
            return Err(STILL_PENDING.to_owned());
        }
        self.account.clone().ok_or_else(|| "Somebody must sign: start again with --as ACCOUNT.".to_owned())
    }
}
