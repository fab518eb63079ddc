//! Positions worth knowing by name: each line, each way to end, each way to be refused.

use tic_tac_toe_rules::classic::{Board, Cell, LINES, Line, MoveError, Outcome, ParseBoardError};
use tic_tac_toe_rules::{Game, Mark, Seat};

fn board(drawing: &str) -> Board {
    drawing.parse().expect("the drawn board is legal")
}

fn cell(row: u8, col: u8) -> Cell {
    Cell::new(row, col).expect("the cell is on the board")
}

fn line(cells: [(u8, u8); 3]) -> Line {
    cells.map(|(row, col)| cell(row, col))
}

#[test]
fn x_wins_on_each_of_the_eight_lines() {
    let drawings = [
        "X X X  O O .  . . .",
        "O O .  X X X  . . .",
        "O O .  . . .  X X X",
        "X O .  X O .  X . .",
        "O X .  O X .  . X .",
        "O . X  O . X  . . X",
        "X O .  O X .  . . X",
        "O O X  . X .  X . .",
    ];
    for (drawing, line) in drawings.into_iter().zip(LINES) {
        assert_eq!(board(drawing).outcome(), Outcome::Won { winner: Mark::X, line }, "{drawing}");
    }
}

#[test]
fn o_wins_on_each_of_the_eight_lines() {
    let drawings = [
        "O O O  X X .  X . .",
        "X X .  O O O  X . .",
        "X X .  X . .  O O O",
        "O X .  O X .  O . X",
        "X O .  X O .  . O X",
        "X . O  X . O  . X O",
        "O X .  X O .  X . O",
        "X X O  X O .  O . .",
    ];
    for (drawing, line) in drawings.into_iter().zip(LINES) {
        assert_eq!(board(drawing).outcome(), Outcome::Won { winner: Mark::O, line }, "{drawing}");
    }
}

#[test]
fn a_line_completed_by_the_ninth_move_is_a_win_and_not_a_draw() {
    let before = board(
        "X O X
         O O X
         O X .",
    );
    let after = before.play(cell(2, 2)).expect("the last cell is free");
    assert_eq!(after.moves(), 9);
    assert_eq!(after.outcome(), Outcome::Won { winner: Mark::X, line: line([(0, 2), (1, 2), (2, 2)]) });
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let full = board(
        "X O X
         X O O
         O X X",
    );
    assert_eq!(full.outcome(), Outcome::Draw);
}

#[test]
fn of_a_row_and_a_column_completed_at_once_the_row_is_reported() {
    let before = board(
        "X X .
         O O X
         O O X",
    );
    let after = before.play(cell(0, 2)).expect("the corner is free");
    assert_eq!(after.outcome(), Outcome::Won { winner: Mark::X, line: line([(0, 0), (0, 1), (0, 2)]) });
}

#[test]
fn of_a_column_and_a_diagonal_completed_at_once_the_column_is_reported() {
    let before = board(
        "X O X
         X X O
         . O O",
    );
    let after = before.play(cell(2, 0)).expect("the corner is free");
    assert_eq!(after.outcome(), Outcome::Won { winner: Mark::X, line: line([(0, 0), (1, 0), (2, 0)]) });
}

#[test]
fn of_both_diagonals_completed_at_once_the_main_diagonal_is_reported() {
    let before = board(
        "X O X
         O . O
         X O X",
    );
    let after = before.play(cell(1, 1)).expect("the centre is free");
    assert_eq!(after.outcome(), Outcome::Won { winner: Mark::X, line: line([(0, 0), (1, 1), (2, 2)]) });
}

#[test]
fn the_centre_can_complete_the_anti_diagonal() {
    let before = board(
        "O O X
         . . .
         X . .",
    );
    let after = before.play(cell(1, 1)).expect("the centre is free");
    assert_eq!(after.outcome(), Outcome::Won { winner: Mark::X, line: line([(0, 2), (1, 1), (2, 0)]) });
}

#[test]
fn an_empty_top_row_wins_for_nobody() {
    let unfinished = board(
        ". . .
         X O X
         O X O",
    );
    assert_eq!(unfinished.outcome(), Outcome::InProgress { next: Mark::X });
    assert_eq!(Board::EMPTY.outcome(), Outcome::InProgress { next: Mark::X });
}

#[test]
fn a_taken_cell_is_refused_whoever_took_it() {
    let board = board(
        "X . .
         . O .
         . . .",
    );
    assert_eq!(board.play(cell(0, 0)), Err(MoveError::CellTaken(Mark::X)));
    assert_eq!(board.play(cell(1, 1)), Err(MoveError::CellTaken(Mark::O)));
}

#[test]
fn the_turn_passes_with_every_move() {
    let first = Board::EMPTY.play(cell(1, 1)).expect("the board is empty");
    assert_eq!(first.outcome(), Outcome::InProgress { next: Mark::O });
    let second = first.play(cell(0, 0)).expect("the corner is free");
    assert_eq!(second.outcome(), Outcome::InProgress { next: Mark::X });
}

#[test]
fn cells_outside_the_board_do_not_exist() {
    assert_eq!(Cell::new(3, 0), None);
    assert_eq!(Cell::new(0, 3), None);
    assert_eq!(Cell::new(255, 255), None);
    assert_eq!(Cell::from_number(0), None);
    assert_eq!(Cell::from_number(10), None);
}

#[test]
fn cells_have_numbers_in_reading_order() {
    let numbers: Vec<u8> = Cell::all().map(Cell::number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(Cell::from_number(6), Cell::new(1, 2));
    assert_eq!((cell(1, 2).row(), cell(1, 2).col()), (1, 2));
}

#[test]
fn a_text_that_is_no_legal_board_is_refused_with_the_reason() {
    let parse = |drawing: &str| drawing.parse::<Board>();
    assert_eq!(parse("X . . . . . . . ?"), Err(ParseBoardError::UnknownMark('?')));
    assert_eq!(parse("X . ."), Err(ParseBoardError::NotNineCells));
    assert_eq!(parse("X . . . . . . . . ."), Err(ParseBoardError::NotNineCells));
    assert_eq!(parse("O . . . . . . . ."), Err(ParseBoardError::Unreachable));
    assert_eq!(parse("X X X O O O . . ."), Err(ParseBoardError::Unreachable));
}

#[test]
fn cells_are_numbered_row_by_row() {
    let cells: Vec<(u8, u8)> = Cell::all().map(|cell| (cell.row(), cell.col())).collect();
    let expected = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)];
    assert_eq!(cells, expected);
}

#[test]
fn a_refused_move_and_a_refused_text_say_why() {
    assert_eq!(MoveError::GameOver.to_string(), "the game is over");
    assert_eq!(MoveError::CellTaken(Mark::O).to_string(), "the cell already holds O");
    let unknown = "X ? .  . . .  . . .".parse::<Board>().unwrap_err();
    assert_eq!(unknown.to_string(), "a cell is X, O or a dot, not '?'");
    let short = "X . .".parse::<Board>().unwrap_err();
    assert_eq!(short.to_string(), "a board has nine cells");
    let impossible = "X X .  . . .  . . .".parse::<Board>().unwrap_err();
    assert_eq!(impossible.to_string(), "no legal game leads to this board");
}

#[test]
fn classic_is_played_like_the_other_games() {
    let mut game = board("X X .  O O .  . . .");
    assert_eq!(Game::legal_moves(&game).count(), 5);
    assert_eq!(Game::play(&mut game, cell(1, 1)), Err(tic_tac_toe_rules::MoveError::CellTaken(Seat::O)));

    assert_eq!(Game::play(&mut game, cell(0, 2)), Ok(()));

    assert_eq!(game, board("X X X  O O .  . . ."));
    assert_eq!(Game::legal_moves(&game).count(), 0);
    assert_eq!(Game::play(&mut game, cell(2, 2)), Err(tic_tac_toe_rules::MoveError::GameOver));
}

#[test]
fn a_board_is_written_as_three_lines() {
    assert_eq!(board("X O .  . X .  . . O").to_string(), "X O .\n. X .\n. . O");
}
