//! Which part of the screen shows what, from 40x15 upwards.

use ratatui::layout::{Constraint, Layout, Rect};
use tic_tac_toe_rules::classic::{Cell, SIZE};

/// The smallest screen: columns and rows.
pub(super) const SMALLEST: (u16, u16) = (40, 15);

// From here on panels get borders and the board grows.
const ROOMY: (u16, u16) = (72, 24);
const GRID: u16 = SIZE as u16;

// Title, turn, two lines of notice, cost and keys.
const FIXED_ROWS: u16 = 6;

/// The parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub title: Rect,
    pub board: BoardArea,
    pub players: Rect,
    pub moves: Rect,
    pub turn: Rect,
    pub notice: Rect,
    pub events: Rect,
    pub cost: Rect,
    pub keys: Rect,
    pub is_roomy: bool,
}

/// The board's part: nine cells with lines around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardArea {
    pub area: Rect,
    cell_width: u16,
    cell_height: u16,
}

impl Areas {
    /// The parts of a screen, unless it is too small.
    pub(super) fn of(screen: Rect) -> Option<Self> {
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return None;
        }
        let is_roomy = screen.width >= ROOMY.0 && screen.height >= ROOMY.1;
        let (cell_width, cell_height) = cell_size(screen, is_roomy);
        let (board_width, board_height) = (GRID * (cell_width + 1) + 1, GRID * (cell_height + 1) + 1);
        let [title, middle, turn, notice, events, cost, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(board_height),
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(screen);
        let events =
            if is_roomy { Rect { x: events.x + 1, width: events.width - 1, ..events } } else { events };
        let [_, board, _, side] = Layout::horizontal([
            Constraint::Length(1),
            Constraint::Length(board_width),
            Constraint::Length(if is_roomy { 2 } else { 1 }),
            Constraint::Fill(1),
        ])
        .areas(middle);
        let players_height = if is_roomy { 6 } else { 4 };
        let [players, moves] =
            Layout::vertical([Constraint::Length(players_height), Constraint::Fill(1)]).areas(side);
        let board = BoardArea { area: board, cell_width, cell_height };
        Some(Self { title, board, players, moves, turn, notice, events, cost, keys, is_roomy })
    }
}

// As large as fits beside the panels and above a few lines of events.
fn cell_size(screen: Rect, is_roomy: bool) -> (u16, u16) {
    if !is_roomy {
        return (3, 1);
    }
    let fits_large = screen.width >= 100 && screen.height >= FIXED_ROWS + 19 + 8;
    if fits_large { (11, 5) } else { (7, 3) }
}

impl BoardArea {
    /// The inside of a cell.
    pub(super) const fn cell(&self, cell: Cell) -> Rect {
        let (row, col) = (cell.row() as u16, cell.col() as u16);
        Rect {
            x: self.area.x + 1 + col * (self.cell_width + 1),
            y: self.area.y + 1 + row * (self.cell_height + 1),
            width: self.cell_width,
            height: self.cell_height,
        }
    }
}
