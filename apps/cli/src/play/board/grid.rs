//! A board of rows and columns: as large as there is room, with labels, and scrolled where there is too little.

use ratatui::Frame;
use ratatui::layout::{Margin, Position as Point, Rect, Size};
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::Line;
use ratatui::widgets::Block;
use tic_tac_toe_rules::grid::Position;
use tic_tac_toe_rules::{Cell, Game as _};

use super::cells::{Content, around, draw_cell};
use super::{Board, BoardOptions};

// Room for the labels of rows, and one line for those of columns.
const LABELS: Size = Size { width: 3, height: 1 };

// A board that shows fewer cells than these can't be played on.
const FEWEST: (u8, u8) = (5, 5);

/// A position on a grid.
pub struct GridBoard<'a>(pub &'a Position);

/// How large cells are. All but the smallest have lines between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// One character, with room for a sign between two.
    Dense,
    /// Three characters between lines.
    Lined,
    /// Seven by three characters between lines.
    Large,
}

/// The cells that are seen, from the upper left one on.
#[derive(Clone, Copy, Debug)]
struct Window {
    scale: Scale,
    first: Cell,
    rows: u8,
    cols: u8,
}

impl Scale {
    const ALL: [Self; 3] = [Self::Large, Self::Lined, Self::Dense];

    /// From one cell to the next.
    const fn pitch(self) -> (u16, u16) {
        match self {
            Self::Dense => (2, 1),
            Self::Lined => (4, 2),
            Self::Large => (8, 4),
        }
    }

    const fn has_lines(self) -> bool {
        !matches!(self, Self::Dense)
    }

    fn size(self, rows: u8, cols: u8) -> Size {
        let (across, down) = self.pitch();
        let below = u16::from(self.has_lines());
        Size {
            width: LABELS.width + u16::from(cols) * across + 1,
            height: LABELS.height + u16::from(rows) * down + below,
        }
    }
}

impl GridBoard<'_> {
    fn rows(&self) -> u8 {
        self.0.rules().rows()
    }

    fn cols(&self) -> u8 {
        self.0.rules().cols()
    }

    /// Returns the largest scale at which the whole board fits, or else a part of it around the chosen cell.
    fn window(&self, room: Size, chosen: Cell) -> Window {
        let (rows, cols) = (self.rows(), self.cols());
        let fits = |scale: &Scale| {
            let size = scale.size(rows, cols);
            size.width <= room.width && size.height <= room.height
        };
        if let Some(scale) = Scale::ALL.into_iter().find(fits) {
            return Window { scale, first: Cell { row: 0, col: 0 }, rows, cols };
        }
        let (across, down) = Scale::Dense.pitch();
        let seen = |room: u16, pitch: u16, all: u8| u8::try_from(room / pitch).unwrap_or(all).min(all);
        let seen_rows = seen(room.height.saturating_sub(LABELS.height), down, rows);
        let seen_cols = seen(room.width.saturating_sub(LABELS.width + 1), across, cols);
        let begin = |chosen: u8, seen: u8, all: u8| chosen.saturating_sub(seen / 2).min(all - seen);
        let first = Cell { row: begin(chosen.row, seen_rows, rows), col: begin(chosen.col, seen_cols, cols) };
        Window { scale: Scale::Dense, first, rows: seen_rows, cols: seen_cols }
    }

    fn content(&self, cell: Cell, options: BoardOptions) -> Content {
        let wins = self.0.winning_line().is_some_and(|line| line.cells().any(|won| won == cell));
        match self.0.mark_at(cell) {
            // On a classic board digits choose cells, so they are shown.
            None if options.has_digits && (self.rows(), self.cols()) == (3, 3) => {
                Content::Digit(cell.row * 3 + cell.col + 1)
            }
            None => Content::Empty,
            Some(seat) if wins => Content::InLine(seat),
            Some(seat) => Content::Mark(seat),
        }
    }

    /// Draws arrows in the corner between the labels, where more of the board is out of sight.
    fn draw_scroll_signs(&self, frame: &mut Frame, area: Rect, window: Window) {
        let up_and_down = if window.rows < self.rows() { "↕" } else { " " };
        let left_and_right = if window.cols < self.cols() { "↔" } else { "" };
        let corner = Rect { width: LABELS.width - 1, height: 1, ..area };
        frame.render_widget(Line::raw(format!("{up_and_down}{left_and_right}")), corner);
    }
}

impl Board for GridBoard<'_> {
    fn smallest(&self) -> Size {
        Scale::Dense.size(self.rows().min(FEWEST.0), self.cols().min(FEWEST.1))
    }

    fn size_within(&self, room: Size) -> Size {
        let window = self.window(room, Cell { row: 0, col: 0 });
        window.scale.size(window.rows, window.cols)
    }

    fn is_whole_within(&self, room: Size) -> bool {
        let window = self.window(room, Cell { row: 0, col: 0 });
        (window.rows, window.cols) == (self.rows(), self.cols())
    }

    fn draw(&self, frame: &mut Frame, area: Rect, options: BoardOptions) {
        let window = self.window(area.as_size(), options.chosen);
        draw_labels(frame, area, window);
        self.draw_scroll_signs(frame, area, window);
        let lines = Block::bordered().merge_borders(MergeStrategy::Exact).border_style(options.theme.faint());
        for cell in window.cells() {
            let inside = window.cell(area, cell);
            if window.scale.has_lines() {
                frame.render_widget(&lines, around(inside).outer(Margin::new(1, 1)));
            }
            draw_cell(frame, inside, cell, &self.content(cell, options), options);
        }
    }

    fn cell_at(&self, area: Rect, options: BoardOptions, point: Point) -> Option<Cell> {
        let window = self.window(area.as_size(), options.chosen);
        window.cells().find(|cell| around(window.cell(area, *cell)).contains(point))
    }

    fn rules(&self) -> Vec<String> {
        vec![
            "Players mark free cells in turn. Who".to_owned(),
            format!("has {} in a row first (across, down", self.0.rules().in_a_row()),
            "or diagonally) wins the round. When".to_owned(),
            "nobody can win it any more, it is".to_owned(),
            "drawn.".to_owned(),
        ]
    }

    fn digit(&self, _: Cell, digit: u8) -> Option<Cell> {
        let is_classic = (self.rows(), self.cols()) == (3, 3);
        let number = digit.checked_sub(1).filter(|number| is_classic && *number < 9)?;
        Some(Cell { row: number / 3, col: number % 3 })
    }

    fn centre(&self) -> Cell {
        Cell { row: self.rows() / 2, col: self.cols() / 2 }
    }

    fn hint(&self) -> Option<String> {
        self.0.turn().map(|_| format!("{} in a row win", self.0.rules().in_a_row()))
    }
}

impl Window {
    fn cells(self) -> impl Iterator<Item = Cell> {
        let Self { first, rows, cols, .. } = self;
        (0..rows).flat_map(move |row| {
            (0..cols).map(move |col| Cell { row: first.row + row, col: first.col + col })
        })
    }

    /// Returns the inside of a cell.
    fn cell(self, area: Rect, cell: Cell) -> Rect {
        let (across, down) = self.scale.pitch();
        let (row, col) = (u16::from(cell.row - self.first.row), u16::from(cell.col - self.first.col));
        let (width, height) = match self.scale {
            Scale::Dense => (1, 1),
            Scale::Lined | Scale::Large => (across - 3, down - 1),
        };
        let inset = if self.scale.has_lines() { 2 } else { 1 };
        Rect {
            x: area.x + LABELS.width + col * across + inset,
            y: area.y + LABELS.height + row * down + u16::from(self.scale.has_lines()),
            width,
            height,
        }
    }
}

fn draw_labels(frame: &mut Frame, area: Rect, window: Window) {
    let label = |frame: &mut Frame, x: u16, y: u16, width: u16, text: String| {
        let area = Rect { x, y, width, height: 1 }.intersection(frame.area());
        frame.render_widget(Line::raw(text), area);
    };
    // Two digits need the room of two narrow columns.
    let step = if window.scale == Scale::Dense && window.first.col + window.cols > 10 { 2 } else { 1 };
    for cell in window.cells().take(usize::from(window.cols)).filter(|cell| cell.col % step == 0) {
        let inside = window.cell(area, cell);
        label(frame, inside.x + inside.width / 2, area.y, 2, cell.col.to_string());
    }
    for cell in window.cells().step_by(usize::from(window.cols)) {
        let inside = window.cell(area, cell);
        label(frame, area.x, inside.y + inside.height / 2, 2, format!("{:>2}", cell.row));
    }
}
