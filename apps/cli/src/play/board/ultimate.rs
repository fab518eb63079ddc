//! Nine mini-fields in boxes: thick where the next mark may go, double where the game was won, with their owner on top.

use ratatui::Frame;
use ratatui::layout::{Margin, Position as Point, Rect, Size};
use ratatui::style::{Style, Stylize};
use ratatui::symbols::border;
use ratatui::text::Line;
use ratatui::widgets::Block;
use tic_tac_toe_rules::ultimate::{self, Capture, Field, Position};
use tic_tac_toe_rules::{Cell, Game as _, Seat};

use super::cells::{Content, draw_cell};
use super::{Board, BoardOptions};
use crate::screen::{BOLD, Theme};

// From a cell to the next, at the two sizes.
const SMALL: Size = Size { width: 3, height: 1 };
const LARGE: Size = Size { width: 5, height: 3 };

const NAMES: [&str; 9] = [
    "upper left",
    "upper middle",
    "upper right",
    "middle left",
    "central",
    "middle right",
    "lower left",
    "lower middle",
    "lower right",
];

/// A position of ultimate.
pub struct UltimateBoard<'a>(pub &'a Position);

impl UltimateBoard<'_> {
    /// Returns whether some legal move goes there.
    fn is_allowed(&self, field: Field) -> bool {
        self.0.legal_moves().any(|cell| cell.field() == field)
    }

    /// Returns the mini-field that digits choose a cell in: the one that must be played, or that of the chosen cell.
    fn digits_in(&self, chosen: Cell) -> Option<Field> {
        let of_chosen = || ultimate::Cell::new(chosen.row, chosen.col).map(ultimate::Cell::field);
        self.0.next_field().or_else(of_chosen)
    }

    fn owner(&self, field: Field) -> Option<&'static str> {
        let counts_for = |seat| self.0.fields_of(seat) >> field.number() & 1 == 1;
        match (counts_for(Seat::X), counts_for(Seat::O)) {
            (true, true) => Some(" ? "),
            (true, false) => Some(" X "),
            (false, true) => Some(" O "),
            (false, false) if self.0.free_cells(field) == 0 => Some(" = "),
            (false, false) => None,
        }
    }

    fn wins(&self, field: Field) -> bool {
        let cell = Cell { row: field.row(), col: field.col() };
        self.0.winning_line().is_some_and(|line| line.cells().any(|won| won == cell))
    }

    fn draw_field(&self, frame: &mut Frame, area: Rect, field: Field, theme: Theme) {
        let (set, style) = if self.wins(field) {
            (border::DOUBLE, BOLD)
        } else if self.is_allowed(field) {
            (border::THICK, theme.cursor())
        } else {
            (border::PLAIN, theme.faint())
        };
        let mut block = Block::bordered().border_set(set).border_style(style);
        if let Some(owner) = self.owner(field) {
            block = block.title(Line::styled(owner, self.owner_style(field, theme)).not_dim());
        }
        frame.render_widget(block, area);
    }

    fn owner_style(&self, field: Field, theme: Theme) -> Style {
        let owned =
            [Seat::X, Seat::O].into_iter().find(|seat| self.0.fields_of(*seat) >> field.number() & 1 == 1);
        owned.map_or(BOLD, |seat| theme.mark(seat))
    }

    fn content(&self, cell: ultimate::Cell, options: BoardOptions) -> Content {
        let captures =
            self.0.captures(cell.field()).any(|captured| captured.line.cells().any(|at| at == cell.into()));
        let has_digit = options.has_digits && self.digits_in(options.chosen) == Some(cell.field());
        match self.0.mark_at(cell) {
            Some(seat) if captures => Content::InLine(seat),
            Some(seat) => Content::Mark(seat),
            None if has_digit => Content::Digit(cell.inner().number() + 1),
            None => Content::Empty,
        }
    }
}

impl Board for UltimateBoard<'_> {
    fn smallest(&self) -> Size {
        board_of(SMALL)
    }

    fn size_within(&self, room: Size) -> Size {
        board_of(cell_within(room))
    }

    fn draw(&self, frame: &mut Frame, area: Rect, options: BoardOptions) {
        let cell_size = cell_within(area.as_size());
        for field in Field::all() {
            self.draw_field(frame, field_area(area, cell_size, field), field, options.theme);
        }
        for cell in ultimate::Cell::all() {
            let inside = cell_area(area, cell_size, cell).inner(Margin::new(1, 0));
            draw_cell(frame, inside, cell.into(), &self.content(cell, options), options);
        }
    }

    fn cell_at(&self, area: Rect, _: BoardOptions, point: Point) -> Option<Cell> {
        let cell_size = cell_within(area.as_size());
        ultimate::Cell::all().find(|cell| cell_area(area, cell_size, *cell).contains(point)).map(Cell::from)
    }

    fn rules(&self) -> Vec<String> {
        let shared = [
            "Your cell inside a mini-field names",
            "the mini-field that your opponent",
            "must play in. Three in a row in a",
            "mini-field capture it, and three",
            "such mini-fields in a row win.",
        ];
        let capture = match self.0.capture() {
            Capture::First => ["The first line in a mini-field keeps", "it for good; it stays playable."],
            Capture::Any => ["A mini-field counts for each player", "who has a line in it."],
            Capture::Closing => ["Captured and full mini-fields are", "closed: who is sent there is free."],
        };
        shared.into_iter().chain(capture).map(ToOwned::to_owned).collect()
    }

    fn digit(&self, chosen: Cell, digit: u8) -> Option<Cell> {
        let inner = Field::new(digit.checked_sub(1)?)?;
        Some(ultimate::Cell::inside(self.digits_in(chosen)?, inner).into())
    }

    fn centre(&self) -> Cell {
        Cell { row: 4, col: 4 }
    }

    fn hint(&self) -> Option<String> {
        self.0.turn()?;
        Some(match self.0.next_field() {
            Some(field) => format!("in the {} mini-field", NAMES[usize::from(field.number())]),
            None => "in any open mini-field".to_owned(),
        })
    }
}

const fn box_of(cell: Size) -> Size {
    Size { width: cell.width * 3 + 2, height: cell.height * 3 + 2 }
}

const fn board_of(cell: Size) -> Size {
    let field = box_of(cell);
    Size { width: field.width * 3, height: field.height * 3 }
}

const fn cell_within(room: Size) -> Size {
    let large = board_of(LARGE);
    if large.width <= room.width && large.height <= room.height { LARGE } else { SMALL }
}

fn field_area(area: Rect, cell: Size, field: Field) -> Rect {
    let Size { width, height } = box_of(cell);
    Rect {
        x: area.x + u16::from(field.col()) * width,
        y: area.y + u16::from(field.row()) * height,
        width,
        height,
    }
}

fn cell_area(area: Rect, size: Size, cell: ultimate::Cell) -> Rect {
    let field = field_area(area, size, cell.field());
    Rect {
        x: field.x + 1 + u16::from(cell.inner().col()) * size.width,
        y: field.y + 1 + u16::from(cell.inner().row()) * size.height,
        width: size.width,
        height: size.height,
    }
}
