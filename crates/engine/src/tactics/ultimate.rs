//! A move of ultimate by what each mini-field is worth after it and after the best answer to it.

use tic_tac_toe_rules::ultimate::{Cell, Position};

use crate::board::{Board as _, End};
use crate::ultimate::Board;
use crate::ultimate::threes::{LINES, members};

/// Worth more than everything else on the board.
const GAME: i32 = 1_000_000;

/// What the opponent's free choice of a mini-field is worth, where trying all their answers would be too expensive.
const FREE_CHOICE: i32 = 60;

/// What an owned mini-field is worth; one that is not owned is worth less.
const OWNED: i32 = 40;

/// Returns the first of the best moves in the order of mini-fields and cells.
pub(super) fn best_cell(position: &Position) -> Option<Cell> {
    let board = Board::new(position);
    if position.marks_made() == 0 {
        return Board::cell(40);
    }
    let best = board.winning_move().or_else(|| {
        let after = |&number: &u16| {
            let mut after = board;
            after.play(number);
            after_best_answer(&after, board.turn())
        };
        board
            .legal()
            .map(|number| (after(&number), core::cmp::Reverse(number)))
            .max()
            .map(|(_, number)| number.0)
    })?;
    Board::cell(best)
}

/// Returns what the position is worth to `own` when the other, whose turn it is, answers as well as this sees.
fn after_best_answer(board: &Board, own: u8) -> i32 {
    // A win would have been taken without looking for answers.
    if board.end().is_some() {
        return 0;
    }
    if board.winning_move().is_some() {
        return -GAME;
    }
    if !board.open().is_power_of_two() {
        return worth(board, own) - worth(board, 1 - own) - FREE_CHOICE;
    }
    let answers = board.legal().map(|answer| {
        let mut after = *board;
        after.play(answer);
        match after.end() {
            Some(End::Draw) => 0,
            _ => worth(&after, own) - worth(&after, 1 - own),
        }
    });
    answers.min().unwrap_or(0)
}

/// Returns what the player's mini-fields are worth in the lines that are still possible.
fn worth(board: &Board, seat: u8) -> i32 {
    let fields: [i32; 9] = core::array::from_fn(|field| field_worth(board, seat, field as u8));
    let mut sum = 0;
    for line in LINES {
        let mut of_line = 1;
        for field in members(line) {
            let worth = fields[usize::from(field)];
            if worth == 0 {
                of_line = 0;
                break;
            }
            of_line += worth;
        }
        let owned = (board.owned_by(seat) & line).count_ones();
        sum += of_line << owned;
    }
    sum
}

/// Returns what a mini-field is worth to the player, 0 when they can no longer capture it.
fn field_worth(board: &Board, seat: u8, field: u8) -> i32 {
    if board.owned_by(seat) >> field & 1 == 1 {
        return OWNED;
    }
    if !board.can_capture(seat, field) {
        return 0;
    }
    let (own, other) = (board.marks_of(seat, field), board.marks_of(1 - seat, field));
    let possible = LINES.into_iter().filter(|line| line & other == 0);
    possible.map(|line| [1, 3, 12][(line & own).count_ones() as usize % 3]).sum::<i32>().min(OWNED - 1)
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::Game;
    use tic_tac_toe_rules::ultimate::{Capture, Position};

    use super::{Board, OWNED, after_best_answer, field_worth};

    #[test]
    fn a_mini_field_with_every_hope_is_worth_less_than_an_owned_one() {
        let drawing = "X.X......
                       .........
                       X.X......
                       ...O.....
                       .....O...
                       .........
                       .........
                       .........
                       ........O
                       next 8";
        let position = Position::parse(Capture::First, drawing).expect("the drawn board is legal");
        let board = Board::new(&position);
        assert_eq!(field_worth(&board, 0, 0), OWNED - 1, "X has all four corners");
        assert_eq!(field_worth(&board, 1, 0), 2, "O can still have the two lines through the middle");
        assert_eq!(field_worth(&board, 0, 1), 8, "nobody has been there");
    }

    #[test]
    fn who_is_behind_answers_with_a_draw_where_the_opponent_can_be_sent_to_a_full_mini_field() {
        let mut position = Position::new(Capture::First);
        // The mini-field and the cell in it: the first mini-field is full and belongs to O, X is sent to the last.
        let moves = [0, 1, 9, 2, 18, 3, 27, 4, 36, 5, 45, 6, 54, 7, 63, 8];
        for number in moves {
            position.play(Board::cell(number).expect("there is such a cell")).expect("the move is legal");
        }
        let o = 1;
        assert_eq!(after_best_answer(&Board::new(&position), o), 0);
    }
}
