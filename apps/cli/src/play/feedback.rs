//! What the screen says and asks, and which transaction is pending.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tic_tac_toe_client::{Cost, Pending};

use super::app::{Effect, Request};
use crate::screen::Notice;

/// Something that is answered before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys.
    Help,
    /// Whether to send this.
    Confirm(Request),
}

/// What is said, asked and pending.
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    /// What there is to say.
    pub notice: Notice,
    /// What is asked.
    pub dialog: Option<Dialog>,
    /// The pending transaction.
    pub pending: Pending<Request>,
    /// What the last transaction cost.
    pub cost: Option<Cost>,
}

/// What a key means.
pub(super) enum Pressed {
    /// It answered what was asked, with this effect.
    Answer(Option<Effect>),
    /// The game decides what it does.
    Command(KeyCode),
}

impl Feedback {
    /// Takes a key; what is asked is answered first.
    pub(super) fn on_key(&mut self, key: KeyEvent) -> Pressed {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Pressed::Answer(matches!(key.code, KeyCode::Char('c')).then_some(Effect::Quit));
        }
        self.forget_info();
        match self.dialog.take() {
            Some(Dialog::Help) => Pressed::Answer(None),
            Some(Dialog::Confirm(request)) => Pressed::Answer(self.answer(key.code, request)),
            None => Pressed::Command(key.code),
        }
    }

    fn answer(&mut self, code: KeyCode, request: Request) -> Option<Effect> {
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
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice::Info(text.into());
    }

    /// Sends a request.
    pub(super) fn send(&mut self, request: Request) -> Effect {
        self.notice = Notice::None;
        self.pending = Pending::Sent(request.clone());
        Effect::Send(request)
    }

    /// Notes how the request ended.
    pub(super) fn settle(&mut self, notice: Notice) {
        self.pending.settle();
        self.notice = notice;
    }

    /// Notes that the chain answers.
    pub(super) fn online(&mut self) {
        if matches!(self.notice, Notice::Offline(_)) {
            self.notice = Notice::None;
        }
    }

    /// Forgets what may hold no longer, since the game is another than before.
    pub(super) fn game_went_on(&mut self) {
        self.pending.game_went_on();
        self.forget_info();
    }

    fn forget_info(&mut self) {
        if matches!(self.notice, Notice::Info(_)) {
            self.notice = Notice::None;
        }
    }
}
