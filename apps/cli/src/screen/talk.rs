//! The talk with the person at a game: what is said, what is asked first, and what is under way.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tic_tac_toe_client::{Cost, Pending, Receipt};

pub(crate) const NOT_THROUGH: &str = "One moment: the last transaction is not through yet.";

/// A sentence below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notice {
    /// Nothing to say.
    #[default]
    None,
    /// Something good to know; gone with the next key, or when the game has gone on.
    Info(String),
    /// Something that did not work.
    Problem(String),
    /// The chain does not answer; gone as soon as it does.
    Offline(String),
}

/// Something that is answered before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog<R> {
    /// The list of keys.
    Help,
    /// Shall this be sent?
    Confirm(R),
}

/// What the program has to do after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action<R> {
    /// End.
    Quit,
    /// Send a transaction.
    Send(R),
}

/// What is said and asked, about requests for transactions.
#[derive(Clone, Debug)]
pub struct Talk<R> {
    /// What there is to say.
    pub notice: Notice,
    /// What is asked.
    pub dialog: Option<Dialog<R>>,
    /// The transaction under way.
    pub pending: Pending<R>,
    /// What the last transaction cost.
    pub cost: Option<Cost>,
}

/// What a key means.
pub(crate) enum Pressed<R> {
    /// This is to be done, or nothing more.
    Answer(Option<Action<R>>),
    /// The game has to say what it does.
    Command(KeyCode),
}

impl<R> Default for Talk<R> {
    fn default() -> Self {
        Self { notice: Notice::None, dialog: None, pending: Pending::Nothing, cost: None }
    }
}

impl<R: Clone + PartialEq> Talk<R> {
    /// Takes a key; what is asked is answered first.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed<R> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Pressed::Answer(matches!(key.code, KeyCode::Char('c')).then_some(Action::Quit));
        }
        self.forget_info();
        match self.dialog.take() {
            Some(Dialog::Help) => Pressed::Answer(None),
            Some(Dialog::Confirm(request)) => Pressed::Answer(self.answer(key.code, request)),
            None => Pressed::Command(key.code),
        }
    }

    fn answer(&mut self, code: KeyCode, request: R) -> Option<Action<R>> {
        match code {
            // Meanwhile the engine may have begun to send its move.
            KeyCode::Enter | KeyCode::Char('y' | 'Y') if self.pending.awaited().is_none() => {
                Some(self.send(request))
            }
            _ => {
                self.say("Nothing was sent.");
                None
            }
        }
    }

    /// Says something good to know.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice::Info(text.into());
    }

    /// Asks whether to send a request.
    pub(crate) fn ask(&mut self, request: R) {
        self.dialog = Some(Dialog::Confirm(request));
    }

    /// Sends a request.
    pub(crate) fn send(&mut self, request: R) -> Action<R> {
        self.notice = Notice::None;
        self.pending = Pending::Sent(request.clone());
        Action::Send(request)
    }

    /// The request was carried out.
    pub(crate) fn done(&mut self, receipt: &Receipt) {
        self.pending.settle();
        self.notice = Notice::None;
        self.cost = Some(receipt.cost);
    }

    /// The request was refused or failed.
    pub(crate) fn failed(&mut self, reason: String) {
        self.pending.settle();
        self.notice = Notice::Problem(reason);
    }

    /// Nobody says what came of the request.
    pub(crate) fn doubtful(&mut self, reason: String) {
        self.pending.give_up();
        self.notice = Notice::Problem(reason);
    }

    /// The chain does not answer.
    pub(crate) fn offline(&mut self, reason: String) {
        self.notice = Notice::Offline(reason);
    }

    /// The chain answers.
    pub(crate) fn online(&mut self) {
        if matches!(self.notice, Notice::Offline(_)) {
            self.notice = Notice::None;
        }
    }

    /// The game is another than before, so what was good to know may hold no longer.
    pub(crate) fn game_went_on(&mut self) {
        self.pending.game_went_on();
        self.forget_info();
    }

    fn forget_info(&mut self) {
        if matches!(self.notice, Notice::Info(_)) {
            self.notice = Notice::None;
        }
    }
}
