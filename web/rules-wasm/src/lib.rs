//! The rules for JavaScript: two functions over integers, so that no glue code is needed.
//!
//! A board is one integer: bits 0 to 8 are the cells of X in reading order, bits 9 to 17 those of O.

#![cfg_attr(target_arch = "wasm32", no_std)]

use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Line, MoveError, Outcome};

/// The integer is not a board that legal play can reach.
pub const NOT_A_BOARD: i32 = -1;
/// The integer is not a cell from 0 to 8.
pub const NOT_A_CELL: i32 = -2;
/// The move comes after the end of the game.
pub const GAME_OVER: i32 = -3;
/// The move is on a cell that has a mark.
pub const CELL_TAKEN: i32 = -4;

/// In [`outcome`]'s lowest three bits: X moves next.
pub const X_MOVES: i32 = 0;
/// In [`outcome`]'s lowest three bits: O moves next.
pub const O_MOVES: i32 = 1;
/// In [`outcome`]'s lowest three bits: X has won.
pub const X_WON: i32 = 2;
/// In [`outcome`]'s lowest three bits: O has won.
pub const O_WON: i32 = 3;
/// In [`outcome`]'s lowest three bits: nobody has won and nobody can.
pub const DRAW: i32 = 4;

const CELLS: u32 = 9;
const MASK: u32 = 0o777;
const KIND_BITS: u32 = 3;

/// The board after the next player marks `cell` (0 to 8 in reading order), or a negative refusal.
#[unsafe(no_mangle)]
pub extern "C" fn play(board: u32, cell: u32) -> i32 {
    let Some(board) = unpack(board) else {
        return NOT_A_BOARD;
    };
    let Some(cell) = numbered(cell) else {
        return NOT_A_CELL;
    };
    match board.play(cell) {
        Ok(next) => pack(next),
        Err(MoveError::GameOver) => GAME_OVER,
        Err(MoveError::CellTaken(_)) => CELL_TAKEN,
    }
}

/// How the board stands, in the lowest three bits; the cells of the winning line in the nine above them.
#[unsafe(no_mangle)]
pub extern "C" fn outcome(board: u32) -> i32 {
    let Some(board) = unpack(board) else {
        return NOT_A_BOARD;
    };
    match board.outcome() {
        Outcome::InProgress { next: Mark::X } => X_MOVES,
        Outcome::InProgress { next: Mark::O } => O_MOVES,
        Outcome::Won { winner: Mark::X, line } => X_WON | cells_of(line) << KIND_BITS,
        Outcome::Won { winner: Mark::O, line } => O_WON | cells_of(line) << KIND_BITS,
        Outcome::Draw => DRAW,
    }
}

fn unpack(board: u32) -> Option<Board> {
    let x = u16::try_from(board & MASK).ok()?;
    let o = u16::try_from(board >> CELLS).ok()?;
    Board::from_bits(x, o)
}

fn pack(board: Board) -> i32 {
    let (x, o) = board.bits();
    i32::from(x) | i32::from(o) << CELLS
}

fn numbered(cell: u32) -> Option<Cell> {
    let cell = u8::try_from(cell).ok()?;
    Cell::from_number(cell.checked_add(1)?)
}

fn cells_of(line: Line) -> i32 {
    line.iter().fold(0, |cells, cell| cells | 1 << (cell.number() - 1))
}

/// A module without std must say what a panic does; nothing here can panic.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
