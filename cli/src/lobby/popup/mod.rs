//! What is asked on top of the lobby: one component a popup, which takes its keys and draws itself.

mod close;
mod create;
mod help;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::Request;
use crate::play::view::Theme;

pub use close::CloseQuestion;
pub use create::{CreateForm, NewGame};
pub use help::Help;

const WIDTH: u16 = 39;

/// A popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Popup {
    /// The keys.
    Help(Help),
    /// Which game to make.
    Create(CreateForm),
    /// Whether to close one.
    Close(CloseQuestion),
}

/// What came of a key.
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
    pub(super) fn press(&mut self, code: KeyCode) -> Answer {
        match self {
            Self::Help(_) => Answer::Leave,
            Self::Create(form) => form.press(code),
            Self::Close(question) => question.press(code),
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

fn draw_box(frame: &mut Frame, title: &str, lines: Vec<Line<'_>>, theme: Theme) {
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let [row] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(frame.area());
    let [popup]: [Rect; 1] = Layout::horizontal([Constraint::Length(WIDTH)]).flex(Flex::Center).areas(row);
    let block = Block::bordered().title(format!(" {title} ")).border_style(theme.question());
    frame.render_widget(Clear, popup);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), popup);
}
