//! What all screens share: the terminal, keys and news, the talk with the person, and the parts around a board.

mod keyboard;
mod layout;
mod lines;
mod panels;
mod stage;
mod talk;
mod terminal;
mod theme;
mod worker;

pub use talk::{Action, Dialog, Notice, Talk};
pub use terminal::Terminal;
pub use theme::Theme;
pub use worker::News;

pub(crate) use layout::{Areas, FIXED_ROWS, SMALLEST, is_roomy};
pub(crate) use lines::{draw_centred, draw_lines, draw_sides, medium_glyph};
pub(crate) use panels::{
    draw_cost, draw_events, draw_keys, draw_notice, draw_panel, draw_popup, draw_too_small, draw_turn,
    shorten,
};
pub(crate) use stage::{Backstage, Stage, Teller, act};
pub(crate) use talk::{NOT_THROUGH, Pressed};
pub(crate) use theme::BOLD;
pub(crate) use worker::{Counterpart, follow_events, polls, work};
