//! Asks whether to close a game.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;
use tic_tac_toe_interface::GameId;

use super::super::app::Request;
use super::Answer;
use crate::screen::{Theme, draw_popup};

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseQuestion {
    /// Which game.
    pub game: GameId,
}

impl CloseQuestion {
    pub(super) const fn on_key(self, code: KeyCode) -> Answer {
        match code {
            KeyCode::Enter | KeyCode::Char('y' | 'Y') => Answer::Send(Request::Close(self.game)),
            _ => Answer::Leave,
        }
    }

    pub(super) fn draw(self, frame: &mut Frame, theme: Theme) {
        let lines = vec![
            Line::raw(" It ends for everybody, and the host"),
            Line::raw(" gets what it locked back."),
            Line::raw(""),
            Line::raw(" y or Enter: yes, any other key: no"),
        ];
        draw_popup(frame, &format!("Close game {}?", self.game), lines, theme.question());
    }
}
