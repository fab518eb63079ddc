//! What JavaScript sees is what the rules say, in every position of every game.

use std::collections::HashSet;

use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};
use tic_tac_toe_rules_wasm::{
    CELL_TAKEN, DRAW, GAME_OVER, NOT_A_BOARD, NOT_A_CELL, O_MOVES, O_WON, X_MOVES, X_WON, outcome, play,
};

fn packed(board: Board) -> u32 {
    let (x, o) = board.bits();
    u32::from(x) | u32::from(o) << 9
}

fn visit(board: Board, visited: &mut HashSet<Board>) {
    if !visited.insert(board) {
        return;
    }
    let seen = outcome(packed(board));
    let expected = match board.outcome() {
        Outcome::InProgress { next: Mark::X } => X_MOVES,
        Outcome::InProgress { next: Mark::O } => O_MOVES,
        Outcome::Won { winner: Mark::X, .. } => X_WON,
        Outcome::Won { winner: Mark::O, .. } => O_WON,
        Outcome::Draw => DRAW,
    };
    assert_eq!(seen & 7, expected, "\n{board}");
    if let Outcome::Won { line, .. } = board.outcome() {
        let cells: Vec<u8> = (0..9).filter(|cell| seen >> (3 + cell) & 1 == 1).collect();
        assert_eq!(cells, line.map(|cell| cell.number() - 1), "\n{board}");
    }

    for cell in Cell::all() {
        let answer = play(packed(board), u32::from(cell.number() - 1));
        if let Ok(next) = board.play(cell) {
            assert_eq!(u32::try_from(answer), Ok(packed(next)), "\n{board}");
            visit(next, visited);
        } else {
            let over = !matches!(board.outcome(), Outcome::InProgress { .. });
            assert_eq!(answer, if over { GAME_OVER } else { CELL_TAKEN }, "\n{board}");
        }
    }
}

#[test]
fn every_position_of_every_game_reads_the_same_through_the_module() {
    let mut visited = HashSet::new();
    visit(Board::EMPTY, &mut visited);
    assert_eq!(visited.len(), 5_478, "as many positions as the game has");
}

#[test]
fn integers_that_are_no_board_or_no_cell_are_refused() {
    let x_moved_twice = 0b11;
    assert_eq!(play(x_moved_twice, 4), NOT_A_BOARD);
    assert_eq!(outcome(x_moved_twice), NOT_A_BOARD);
    assert_eq!(outcome(u32::MAX), NOT_A_BOARD);
    assert_eq!(play(0, 9), NOT_A_CELL);
    assert_eq!(play(0, u32::MAX), NOT_A_CELL);
}
