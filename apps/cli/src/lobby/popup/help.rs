//! The list of keys.

use ratatui::Frame;
use ratatui::text::Line;

use crate::screen::{Theme, draw_popup};

const KEYS: [&str; 9] = [
    " ↑↓ jk       choose a game",
    " Enter       join, open or watch it",
    " Tab ←→ hl   open, mine, all games",
    " n p         next, previous page",
    " c           create a game",
    " x           close the chosen one",
    " q, Ctrl-C   quit",
    "",
    " Any key closes this.",
];

/// The keys; any of them closes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help;

impl Help {
    pub(super) fn draw(frame: &mut Frame, theme: Theme) {
        draw_popup(frame, "Keys", KEYS.into_iter().map(Line::raw).collect(), theme.question());
    }
}
