//! The Rust in the pages, compiled and run. Each snippet must stand here line by line.

use tic_tac_toe_rules::classic::MoveError;

/// `README.md`
#[test]
fn a_board_is_played_without_a_chain() -> Result<(), MoveError> {
    use tic_tac_toe_rules::classic::{Board, Cell, Outcome};

    let mut board = Board::EMPTY;
    for number in [1, 5, 2, 4, 3] {
        let cell = Cell::from_number(number).expect("cells have the numbers 1 to 9");
        board = board.play(cell)?;
    }
    assert!(matches!(board.outcome(), Outcome::Won { .. }));

    Ok(())
}
