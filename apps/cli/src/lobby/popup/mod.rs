//! What is asked on top of the lobby: one component a popup, which takes its keys and draws itself.

mod create;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;
use tic_tac_toe_interface::GameId;

use super::app::{End, Request};
use crate::screen::{Theme, draw_popup};

pub use create::{CreateForm, NewGame};

const KEYS: [&str; 10] = [
    " ↑↓ jk       choose a game",
    " Enter       join, open or watch it",
    " Tab ←→ hl   open, mine, all games",
    " n p         next, previous page",
    " c           create a game",
    " x           close the chosen one",
    " m           menu, where there is one",
    " q, Ctrl-C   quit",
    "",
    " Any key closes this.",
];

/// A popup.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Popup {
    Help,
    Create(CreateForm),
    Close(GameId),
    /// Whether to leave a lobby whose chain ends with it.
    End(End),
}

/// What a key did to the popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It goes on.
    Stay,
    /// It is gone, and nothing happens.
    Leave,
    /// The lobby is left.
    End(End),
    /// It is gone, and this is to be sent.
    Send(Request),
}

impl Popup {
    pub(super) fn on_key(&mut self, key: KeyEvent) -> Answer {
        match self {
            Self::Help => Answer::Leave,
            Self::Create(form) => form.on_key(key),
            Self::Close(game) => match key.code {
                KeyCode::Enter | KeyCode::Char('y' | 'Y') => Answer::Send(Request::Close(*game)),
                _ => Answer::Leave,
            },
            Self::End(end) => match key.code {
                KeyCode::Enter | KeyCode::Char('y' | 'Y') => Answer::End(*end),
                _ => Answer::Leave,
            },
        }
    }

    /// Draws it in the middle of the screen.
    pub(super) fn draw(&self, frame: &mut Frame, theme: Theme) {
        match self {
            Self::Help => draw_popup(frame, "Keys", KEYS.map(Line::raw).to_vec(), theme.question()),
            Self::Create(form) => form.draw(frame, theme),
            Self::Close(game) => {
                let lines = vec![
                    Line::raw(" It ends for everybody, and the host"),
                    Line::raw(" gets what it locked back."),
                    Line::raw(""),
                    Line::raw(" y or Enter: yes, any other key: no"),
                ];
                draw_popup(frame, &format!("Close game {game}?"), lines, theme.question());
            }
            Self::End(_) => {
                let lines = vec![
                    Line::raw(" Its games end with its chain."),
                    Line::raw(""),
                    Line::raw(" y or Enter: yes, any other key: no"),
                ];
                draw_popup(frame, "Leave this lobby?", lines, theme.question());
            }
        }
    }
}
