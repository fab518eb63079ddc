//! What is asked on top of the lobby: one component a popup, which takes its keys and draws itself.

mod close;
mod create;
mod help;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::app::Request;
use crate::screen::Theme;

pub use close::CloseQuestion;
pub use create::{CreateForm, NewGame};
pub use help::Help;

/// A popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Popup {
    /// The keys.
    Help(Help),
    /// Which game to create.
    Create(CreateForm),
    /// Whether to close one.
    Close(CloseQuestion),
}

/// What a key did to the popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It goes on.
    Stay,
    /// It is gone, and nothing happens.
    Leave,
    /// It is gone, and this is to be sent.
    Send(Request),
}

impl Popup {
    /// Takes a key.
    pub(super) fn on_key(&mut self, code: KeyCode) -> Answer {
        match self {
            Self::Help(_) => Answer::Leave,
            Self::Create(form) => form.on_key(code),
            Self::Close(question) => question.on_key(code),
        }
    }

    /// Draws it in the middle of the screen.
    pub(super) fn draw(&self, frame: &mut Frame, theme: Theme) {
        match self {
            Self::Help(Help) => Help::draw(frame, theme),
            Self::Create(form) => form.draw(frame, theme),
            Self::Close(question) => question.draw(frame, theme),
        }
    }
}
