//! What boards are drawn with: lines between cells, marks, and signs beside them.

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect, Size};
use ratatui::style::Style;
use ratatui::symbols::line;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use tic_tac_toe_rules::Seat;

/// Returns a mark three lines high, recognised by its shape.
pub(crate) const fn medium_glyph(seat: Seat) -> &'static str {
    match seat {
        Seat::X => "╲ ╱\n ╳ \n╱ ╲",
        Seat::O => "╭─╮\n│ │\n╰─╯",
        Seat::A => "  ^  \n ╱ ╲ \n╱───╲",
        _ => "┌───┐\n│   │\n└───┘",
    }
}

/// Draws the lines around and between cells; `pitch` is from one line to the next.
pub(crate) fn draw_lines(frame: &mut Frame, area: Rect, pitch: Size, style: Style) {
    for row in 0..area.height {
        for col in 0..area.width {
            let symbol = match (row % pitch.height == 0, col % pitch.width == 0) {
                (true, true) => crossing((row, area.height), (col, area.width)),
                (true, false) => line::HORIZONTAL,
                (false, true) => line::VERTICAL,
                (false, false) => continue,
            };
            put(frame, area.x + col, area.y + row, symbol, style);
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

/// Draws a text of one or more lines in the middle of a cell.
pub(crate) fn draw_centred(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let lines: Vec<Line> = text.lines().map(Line::from).collect();
    let height = u16::try_from(lines.len()).unwrap_or(area.height).min(area.height);
    let middle = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    frame.render_widget(Paragraph::new(lines).style(style).alignment(Alignment::Center), middle);
}

/// Draws a sign at both sides of a cell, on every line of it, so that it shows without colours too.
pub(crate) fn draw_sides(frame: &mut Frame, area: Rect, left: &str, right: &str, style: Style) {
    for y in area.top()..area.bottom() {
        put(frame, area.left(), y, left, style);
        put(frame, area.right() - 1, y, right, style);
    }
}

fn put(frame: &mut Frame, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = frame.buffer_mut().cell_mut(Position { x, y }) {
        cell.set_symbol(symbol).set_style(style);
    }
}
