//! Boards on which threats are looked for in tests: by both searches that know fours.

use tic_tac_toe_rules::Players;
use tic_tac_toe_rules::grid::{Position, Rules};

use super::board::Board;

/// Reads a drawn board.
pub(crate) fn drawn(rows: u8, cols: u8, in_a_row: u8, drawing: &str) -> Board {
    let rules = Rules::new(rows, cols, in_a_row).expect("there are such boards");
    Board::new(&Position::parse(rules, Players::TWO, drawing).expect("the drawn board is legal"))
}

/// Draws a board on which X stops a line of O and threatens two with the same move.
pub(crate) fn one_move_stops_a_line_and_threatens_two() -> Board {
    drawn(
        7,
        7,
        4,
        "X . . . . . .
         . . . . . . .
         . . . . . . .
         O O O . . . .
         . . . X . . .
         . . . X . . .
         . . . . . . .",
    )
}

/// Draws a board on which threats of X lead from one to the next, until one is on two lines.
pub(crate) fn threats_lead_to_a_win() -> Board {
    drawn(
        6,
        6,
        4,
        ". O . . . .
         . . . X . X
         . . . . . .
         O . . . . .
         . X . . . .
         . . O . . .",
    )
}

/// Draws a board on which X has threats, but has to stop a line of O.
pub(crate) fn a_line_must_be_stopped() -> Board {
    drawn(
        7,
        7,
        4,
        "O . . . . . .
         O . . . . . .
         O . . X . . .
         . . . X . . .
         . X X . . . .
         . . . . . . .
         . . . . . O .",
    )
}
