//! The stored form of a board: four bytes that are checked when read.

#![cfg(feature = "borsh")]

use tic_tac_toe_rules::classic::Board;

#[test]
fn a_board_is_stored_as_two_little_endian_masks() {
    let board: Board = "X . .
                        . O .
                        . . X"
        .parse()
        .expect("the drawn board is legal");
    assert_eq!(borsh::to_vec(&board).expect("writing to memory works"), [0x01, 0x01, 0x10, 0x00]);
}

#[test]
fn a_stored_board_reads_back_as_it_was() {
    let board: Board = "X O X . . . . . .".parse().expect("the drawn board is legal");
    let bytes = borsh::to_vec(&board).expect("writing to memory works");
    assert_eq!(borsh::from_slice::<Board>(&bytes).expect("what was written can be read"), board);
}

#[test]
fn bytes_that_no_game_could_have_written_are_refused() {
    let both_marks_in_one_cell = [1, 0, 1, 0];
    let o_without_x = [0, 0, 1, 0];
    let outside_the_board = [0, 2, 0, 0];
    for bytes in [both_marks_in_one_cell, o_without_x, outside_the_board] {
        assert!(borsh::from_slice::<Board>(&bytes).is_err(), "{bytes:?}");
    }
}
