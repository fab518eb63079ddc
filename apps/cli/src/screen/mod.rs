//! What all screens share: the terminal, keys and messages, sentences for the person, and the parts around a board.

mod ascii;
mod keyboard;
mod layout;
mod notice;
mod panels;
mod poller;
mod restarts;
mod runner;
mod terminal;
mod theme;

use std::io::{IsTerminal, stdin, stdout};

pub use notice::Notice;
pub use runner::End;
pub use terminal::Terminal;
pub use theme::Theme;

pub(crate) use layout::{Areas, FEWEST_ROWS, FIXED_ROWS, SMALLEST};
pub(crate) use notice::STILL_PENDING;
pub(crate) use panels::{draw_panel, draw_popup, draw_title, draw_too_small, is_yes, popup_area, shorten};
pub(crate) use poller::Poller;
pub(crate) use restarts::notice_restarts;
pub(crate) use runner::{Screen, ScreenRunner};
pub(crate) use theme::BOLD;

/// Returns whether there is a terminal that can show a screen.
pub(crate) fn has_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb
}
