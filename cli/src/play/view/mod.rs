//! Draws the state of the screen. What is drawn depends on nothing but the state and the size.

mod board;
mod layout;
mod panels;
mod theme;

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::widgets::{Paragraph, Wrap};
use tic_tac_toe_rules::classic::Cell;

use super::app::{App, Dialog};
use layout::Areas;

pub use theme::Theme;

pub(super) use board::{draw_centred, draw_sides, medium_glyph, put};
pub(super) use panels::draw_panel;

pub(crate) use panels::shorten;
pub(crate) use theme::BOLD;

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, theme: Theme) {
    let Some(areas) = Areas::of(frame.area()) else {
        draw_too_small(frame);
        return;
    };
    panels::draw_title(frame, areas.title, app);
    board::draw(frame, &areas.board, app, theme);
    panels::draw_players(frame, &areas, app, theme);
    panels::draw_moves(frame, &areas, app, theme);
    panels::draw_turn(frame, areas.turn, app, theme);
    panels::draw_events(frame, &areas, app, theme);
    panels::draw_notice(frame, &areas, app, theme);
    panels::draw_cost(frame, areas.cost, app, theme);
    panels::draw_keys(frame, &areas);
    if app.dialog == Some(Dialog::Help) {
        panels::draw_help(frame, theme);
    }
}

/// The cell at a position of a screen of this size.
#[must_use]
pub fn cell_at(screen: Rect, position: Position) -> Option<Cell> {
    let areas = Areas::of(screen)?;
    Cell::all().find(|cell| areas.board.cell(*cell).contains(position))
}

fn draw_too_small(frame: &mut Frame) {
    let Rect { width, height, .. } = frame.area();
    let (min_width, min_height) = layout::SMALLEST;
    let sentence =
        format!("The game needs {min_width}x{min_height} characters; this terminal has {width}x{height}.");
    let text = Paragraph::new(sentence).wrap(Wrap { trim: true }).alignment(Alignment::Center);
    frame.render_widget(text, frame.area());
}
