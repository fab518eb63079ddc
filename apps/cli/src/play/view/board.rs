//! The board: lines, marks in three sizes, the chosen cell and the winning line.

use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use tic_tac_toe_client::Game;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome, SIZE};

use crate::play::app::App;
use crate::screen::{Theme, draw_centred, draw_lines, draw_sides, medium_glyph};

const LARGE_X: &str = "╲   ╱\n ╲ ╱ \n  ╳  \n ╱ ╲ \n╱   ╲";
const LARGE_O: &str = "╭───╮\n│   │\n│   │\n│   │\n╰───╯";

const GRID: u16 = SIZE as u16;

/// The sizes of a board, by those of its cells.
pub(super) const SMALL: Size = size_of(3, 1);
pub(super) const MEDIUM: Size = size_of(7, 3);
pub(super) const LARGE: Size = size_of(11, 5);

/// Where the board is: nine cells with lines around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardArea(pub Rect);

const fn size_of(cell_width: u16, cell_height: u16) -> Size {
    Size { width: GRID * (cell_width + 1) + 1, height: GRID * (cell_height + 1) + 1 }
}

impl BoardArea {
    /// From one line to the next.
    const fn pitch(self) -> Size {
        Size { width: (self.0.width - 1) / GRID, height: (self.0.height - 1) / GRID }
    }

    /// The inside of a cell.
    pub(super) const fn cell(self, cell: Cell) -> Rect {
        let (row, col) = (cell.row() as u16, cell.col() as u16);
        let Size { width, height } = self.pitch();
        Rect {
            x: self.0.x + 1 + col * width,
            y: self.0.y + 1 + row * height,
            width: width - 1,
            height: height - 1,
        }
    }
}

/// Draws the board of the game, or an empty one before there is a game.
pub(super) fn draw(frame: &mut Frame, area: BoardArea, app: &App, theme: Theme) {
    let board = app.game.as_ref().map_or(Board::EMPTY, |game| game.board);
    draw_lines(frame, area.0, area.pitch(), theme.faint());
    for cell in Cell::all() {
        draw_cell(frame, area.cell(cell), cell, board, theme);
    }
    // Once the game is over nothing can be chosen, and nothing shall cover the winning line.
    if !app.game.as_ref().is_some_and(Game::is_over) {
        draw_sides(frame, area.cell(app.cursor), "[", "]", theme.cursor());
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

fn glyph(mark: Mark, area: Rect) -> &'static str {
    match (mark, area.height) {
        (Mark::X, 1) => "X",
        (Mark::O, 1) => "O",
        (mark, 3) => medium_glyph(mark.into()),
        (Mark::X, _) => LARGE_X,
        (Mark::O, _) => LARGE_O,
    }
}
