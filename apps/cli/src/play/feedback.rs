//! What the screen says and asks, and which transaction is pending.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tic_tac_toe_client::{Cost, Pending};

use super::app::{Effect, Request};
use crate::screen::{End, Notice, is_yes};

/// Something that is answered before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    Help,
    /// What the game at hand is about.
    Rules,
    /// Whether to do this.
    Confirm(Effect),
}

/// What is said, asked and pending.
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    pub notice: Notice,
    pub dialog: Option<Dialog>,
    pub pending: Pending<Request>,
    pub cost: Option<Cost>,
}

impl Feedback {
    /// Takes a key, which answers what is asked (`Break`); otherwise the game decides what it does.
    pub(super) fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Option<Effect>, KeyCode> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return ControlFlow::Break(
                matches!(key.code, KeyCode::Char('c')).then_some(Effect::End(End::Quit)),
            );
        }
        self.notice.forget_info();
        match self.dialog.take() {
            Some(Dialog::Help) => {
                self.dialog = (key.code == KeyCode::Char('?')).then_some(Dialog::Rules);
                ControlFlow::Break(None)
            }
            Some(Dialog::Rules) => ControlFlow::Break(None),
            Some(Dialog::Confirm(effect)) => ControlFlow::Break(self.answer(is_yes(key.code), effect)),
            None => ControlFlow::Continue(key.code),
        }
    }

    fn answer(&mut self, is_yes: bool, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::End(_) => is_yes.then_some(effect),
            // Meanwhile the engine may have begun to send its move.
            Effect::Send(request) if is_yes && self.pending.awaited().is_none() => Some(self.send(request)),
            Effect::Send(_) => {
                self.say("Nothing was sent.");
                None
            }
        }
    }

    /// Says something good to know.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice::info(text);
    }

    /// Sends a request.
    pub(super) fn send(&mut self, request: Request) -> Effect {
        self.notice = Notice::None;
        self.pending = Pending::Sent(request.clone());
        Effect::Send(request)
    }

    /// Notes that the chain is another. What was asked about the one before is forgotten.
    pub(super) fn chain_restarted(&mut self) {
        if matches!(self.dialog, Some(Dialog::Confirm(Effect::Send(_)))) {
            self.dialog = None;
        }
        self.say("The chain was restarted.");
    }

    /// Notes how the request ended.
    pub(super) fn settle(&mut self, notice: Notice) {
        self.pending.settle();
        self.notice = notice;
    }

    /// Forgets what may hold no longer, since the game is another than before.
    pub(super) fn game_went_on(&mut self) {
        self.pending.game_went_on();
        self.notice.forget_info();
    }
}
