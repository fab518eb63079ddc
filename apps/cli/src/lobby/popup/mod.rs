//! What is asked on top of the lobby: one component a popup, which takes its keys and draws itself.

mod create;

use std::ops::ControlFlow;

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::text::Line;
use tic_tac_toe_interface::GameId;

use super::app::{Effect, Request};
use crate::screen::{End, Theme, draw_popup, is_yes};

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

impl Popup {
    /// Takes a key; it may be the last one (`Break`), and have an effect.
    pub(super) fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Option<Effect>> {
        let if_yes = |effect| ControlFlow::Break(is_yes(key.code).then_some(effect));
        match self {
            Self::Help => ControlFlow::Break(None),
            Self::Create(form) => form.on_key(key),
            Self::Close(game) => if_yes(Effect::Send(Request::Close(*game))),
            Self::End(end) => if_yes(Effect::End(*end)),
        }
    }

    /// Draws it in the middle of the screen.
    pub(super) fn draw(&self, frame: &mut Frame, theme: Theme) {
        match self {
            Self::Help => draw_popup(frame, "Keys", KEYS.map(Line::raw).to_vec(), theme.question()),
            Self::Create(form) => form.draw(frame, theme),
            Self::Close(game) => {
                let price = [" It ends for everybody, and the host", " gets what it locked back."];
                draw_question(frame, &format!("Close game {game}?"), &price, theme);
            }
            Self::End(_) => {
                draw_question(frame, "Leave this lobby?", &[" Its games end with its chain."], theme);
            }
        }
    }
}

fn draw_question(frame: &mut Frame, question: &str, price: &[&'static str], theme: Theme) {
    let lines = price.iter().chain(&["", " y or Enter: yes, any other key: no"]);
    draw_popup(frame, question, lines.copied().map(Line::raw).collect(), theme.question());
}
