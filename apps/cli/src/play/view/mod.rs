//! Draws the state of the screen. What is drawn depends on nothing but the state and the size.

mod board;
mod panels;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use tic_tac_toe_rules::classic::Cell;

use super::app::App;
use crate::screen::{self, Areas, Dialog, FIXED_ROWS, SMALLEST, Theme, is_roomy};
use board::BoardArea;

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, theme: Theme) {
    let Some(areas) = areas(frame.area()) else {
        screen::draw_too_small(frame, "The game", SMALLEST);
        return;
    };
    panels::draw_title(frame, areas.title, app);
    board::draw(frame, BoardArea(areas.board), app, theme);
    panels::draw_players(frame, &areas, app, theme);
    panels::draw_moves(frame, &areas, app, theme);
    panels::draw_turn(frame, areas.turn, app, theme);
    screen::draw_events(frame, &areas, app.events(), theme);
    screen::draw_notice(frame, &areas, &app.talk, panels::question, theme);
    screen::draw_cost(frame, areas.cost, app.talk.cost, theme);
    panels::draw_keys(frame, &areas);
    if app.talk.dialog == Some(Dialog::Help) {
        panels::draw_help(frame, theme);
    }
}

/// The cell at a position of a screen of this size.
#[must_use]
pub fn cell_at(screen: Rect, position: Position) -> Option<Cell> {
    let board = BoardArea(areas(screen)?.board);
    Cell::all().find(|cell| board.cell(*cell).contains(position))
}

/// The parts of a screen, unless it is too small.
fn areas(screen: Rect) -> Option<Areas> {
    if screen.width < SMALLEST.width || screen.height < SMALLEST.height {
        return None;
    }
    if !is_roomy(screen) {
        return Some(Areas::around(board::SMALL, 1, screen));
    }
    // As large as fits beside the panels and above a few lines of events.
    let fits_large = screen.width >= 100 && screen.height >= FIXED_ROWS + board::LARGE.height + 8;
    Some(Areas::around(if fits_large { board::LARGE } else { board::MEDIUM }, 2, screen))
}
