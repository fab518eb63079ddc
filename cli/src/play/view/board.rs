//! The board: lines, marks in three sizes, the chosen cell and the winning line.

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::line;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use tic_tac_toe_client::Game;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};
use tic_tac_toe_rules::{Mark, Seat};

use super::layout::BoardArea;
use super::theme::Theme;
use crate::play::app::App;

const MEDIUM_X: &str = "╲ ╱\n ╳ \n╱ ╲";
const MEDIUM_O: &str = "╭─╮\n│ │\n╰─╯";
const MEDIUM_A: &str = " ╱╲ \n╱  ╲\n╶──╴";
const MEDIUM_S: &str = "┌──┐\n│  │\n└──┘";
const LARGE_X: &str = "╲   ╱\n ╲ ╱ \n  ╳  \n ╱ ╲ \n╱   ╲";
const LARGE_O: &str = "╭───╮\n│   │\n│   │\n│   │\n╰───╯";

/// Draws the board of the game, or an empty one before there is a game.
pub(super) fn draw(frame: &mut Frame, board_area: &BoardArea, app: &App, theme: Theme) {
    let board = app.game.as_ref().map_or(Board::EMPTY, |game| game.board);
    draw_grid(frame, board_area, theme);
    for cell in Cell::all() {
        draw_cell(frame, board_area.cell(cell), cell, board, theme);
    }
    // Once the game is over nothing can be chosen, and nothing shall cover the winning line.
    if !app.game.as_ref().is_some_and(Game::is_over) {
        draw_sides(frame, board_area.cell(app.cursor), "[", "]", theme.cursor());
    }
}

/// A mark three lines high, told apart by its shape.
pub(in crate::play) const fn medium_glyph(seat: Seat) -> &'static str {
    match seat {
        Seat::X => MEDIUM_X,
        Seat::O => MEDIUM_O,
        Seat::A => MEDIUM_A,
        _ => MEDIUM_S,
    }
}

fn draw_grid(frame: &mut Frame, board_area: &BoardArea, theme: Theme) {
    let area = board_area.area;
    let is_line = |offset: u16, size: u16| offset.is_multiple_of((size - 1) / 3);
    for row in 0..area.height {
        for col in 0..area.width {
            let symbol = match (is_line(row, area.height), is_line(col, area.width)) {
                (true, true) => crossing((row, area.height), (col, area.width)),
                (true, false) => line::HORIZONTAL,
                (false, true) => line::VERTICAL,
                (false, false) => continue,
            };
            put(frame, area.x + col, area.y + row, symbol, theme.faint());
        }
    }
}

const fn crossing((row, height): (u16, u16), (col, width): (u16, u16)) -> &'static str {
    let (top, bottom) = (row == 0, row + 1 == height);
    let (left, right) = (col == 0, col + 1 == width);
    match (top, bottom, left, right) {
        (true, _, true, _) => line::TOP_LEFT,
        (true, _, _, true) => line::TOP_RIGHT,
        (_, true, true, _) => line::BOTTOM_LEFT,
        (_, true, _, true) => line::BOTTOM_RIGHT,
        (true, ..) => line::HORIZONTAL_DOWN,
        (_, true, ..) => line::HORIZONTAL_UP,
        (_, _, true, _) => line::VERTICAL_RIGHT,
        (_, _, _, true) => line::VERTICAL_LEFT,
        _ => line::CROSS,
    }
}

fn draw_cell(frame: &mut Frame, area: Rect, cell: Cell, board: Board, theme: Theme) {
    match board.mark_at(cell) {
        None => draw_centred(frame, area, &cell.number().to_string(), theme.faint()),
        Some(mark) if wins(board, cell) => {
            frame.buffer_mut().set_style(area, theme.winning(mark));
            draw_centred(frame, area, glyph(mark, area), theme.winning(mark));
            draw_sides(frame, area, "*", "*", theme.winning(mark));
        }
        Some(mark) => draw_centred(frame, area, glyph(mark, area), theme.mark(mark)),
    }
}

fn wins(board: Board, cell: Cell) -> bool {
    matches!(board.outcome(), Outcome::Won { line, .. } if line.contains(&cell))
}

const fn glyph(mark: Mark, area: Rect) -> &'static str {
    match (mark, area.height) {
        (Mark::X, 1) => "X",
        (Mark::O, 1) => "O",
        (Mark::X, 3) => MEDIUM_X,
        (Mark::O, 3) => MEDIUM_O,
        (Mark::X, _) => LARGE_X,
        (Mark::O, _) => LARGE_O,
    }
}

pub(in crate::play) fn draw_centred(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let lines: Vec<Line> = text.lines().map(Line::from).collect();
    let height = u16::try_from(lines.len()).unwrap_or(area.height).min(area.height);
    let middle = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    frame.render_widget(Paragraph::new(lines).style(style).alignment(Alignment::Center), middle);
}

// A sign at both sides of a cell, on every line of it, so that it shows without colours too.
pub(in crate::play) fn draw_sides(frame: &mut Frame, area: Rect, left: &str, right: &str, style: Style) {
    for y in area.top()..area.bottom() {
        put(frame, area.left(), y, left, style);
        put(frame, area.right() - 1, y, right, style);
    }
}

pub(in crate::play) fn put(frame: &mut Frame, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = frame.buffer_mut().cell_mut(Position { x, y }) {
        cell.set_symbol(symbol).set_style(style);
    }
}
