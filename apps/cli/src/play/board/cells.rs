//! Cells as every board draws them: marks, and signs at both sides that show without colours too.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use tic_tac_toe_rules::{Cell, Seat};

use super::{BoardOptions, symbol};

/// What is in a cell.
pub(super) enum Content {
    Mark(Seat),
    /// A mark that is part of a line.
    InLine(Seat),
    Empty,
    /// Nothing, and the digit that chooses the cell.
    Digit(u8),
}

/// Draws a cell into its inside; the signs go into the columns beside it.
pub(super) fn draw_cell(
    frame: &mut Frame,
    inside: Rect,
    cell: Cell,
    content: &Content,
    options: BoardOptions,
) {
    let theme = options.theme;
    let is_last = options.last == Some(cell);
    match content {
        Content::Empty => draw_centred(frame, inside, "·", theme.faint()),
        Content::Digit(digit) => draw_centred(frame, inside, &digit.to_string(), Style::new()),
        Content::Mark(seat) => {
            draw_centred(frame, inside, glyph(*seat, inside), theme.mark(*seat));
            if is_last {
                draw_sides(frame, inside, ["(", ")"], theme.mark(*seat));
            }
        }
        Content::InLine(seat) => {
            draw_centred(frame, inside, glyph(*seat, inside), theme.winning(*seat));
            draw_sides(frame, inside, ["*", "*"], theme.winning(*seat));
        }
    }
    if options.is_open && options.chosen == cell {
        let signs = if is_last { ["{", "}"] } else { ["[", "]"] };
        draw_sides(frame, inside, signs, theme.cursor());
    }
}

/// Returns a cell with the column to its left and to its right, where signs go.
pub(super) const fn around(inside: Rect) -> Rect {
    Rect { x: inside.x - 1, width: inside.width + 2, ..inside }
}

/// Returns a mark, recognised by its shape, three lines high where there is room.
const fn glyph(seat: Seat, inside: Rect) -> &'static str {
    if inside.height < 3 {
        return symbol(seat);
    }
    match seat {
        Seat::X => "╲ ╱\n ╳ \n╱ ╲",
        Seat::O => "╭─╮\n│ │\n╰─╯",
        Seat::A => "  ^  \n ╱ ╲ \n╱───╲",
        _ => "┌───┐\n│   │\n└───┘",
    }
}

fn draw_centred(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let lines: Vec<Line> = text.lines().map(Line::from).collect();
    let height = u16::try_from(lines.len()).unwrap_or(area.height).min(area.height);
    let middle = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    frame.render_widget(Paragraph::new(lines).style(style).alignment(Alignment::Center), middle);
}

/// Draws a sign at both sides of a cell, on every line of it.
fn draw_sides(frame: &mut Frame, inside: Rect, [left, right]: [&str; 2], style: Style) {
    let area = around(inside);
    for y in area.top()..area.bottom() {
        for (x, sign) in [(area.left(), left), (area.right() - 1, right)] {
            if let Some(cell) = frame.buffer_mut().cell_mut((x, y)) {
                cell.set_symbol(sign).set_style(style);
            }
        }
    }
}
