//! Grids worth knowing by name: lines, full boards, players who are out, and marks that no game leads to.

use tic_tac_toe_rules::grid::{Position, Rules};
use tic_tac_toe_rules::{
    Cell, Direction, Game, LeaveError, MoveError, Outcome, ParsePositionError, Players, Seat, Victory,
};

fn rules(rows: u8, cols: u8, in_a_row: u8) -> Rules {
    Rules::new(rows, cols, in_a_row).expect("the rules are proper")
}

fn players(count: u8) -> Players {
    Players::new(count).expect("that many can play")
}

fn start(rules: Rules, count: u8) -> Position {
    Position::new(rules, players(count))
}

fn draw(rules: Rules, count: u8, drawing: &str) -> Position {
    Position::parse(rules, players(count), drawing).expect("the drawn board is legal")
}

fn play(position: &mut Position, cells: &[(u8, u8)]) {
    for &(row, col) in cells {
        position.play(Cell { row, col }).expect("the move is legal");
    }
}

fn line(position: &Position) -> Vec<(u8, u8)> {
    let line = position.winning_line().expect("somebody has a line");
    line.cells().map(|Cell { row, col }| (row, col)).collect()
}

const fn next(next: Seat) -> Outcome {
    Outcome::InProgress { next }
}

const fn won(winner: Seat) -> Outcome {
    Outcome::Won { winner, by: Victory::Line }
}

const fn left_last(winner: Seat) -> Outcome {
    Outcome::Won { winner, by: Victory::LastLeft }
}

#[test]
fn boards_that_nobody_plays_on_do_not_exist() {
    for (rows, cols, in_a_row) in
        [(2, 3, 3), (3, 2, 3), (20, 3, 3), (3, 20, 3), (3, 3, 1), (3, 4, 5), (255, 255, 255)]
    {
        assert_eq!(Rules::new(rows, cols, in_a_row), None, "{rows}x{cols}:{in_a_row}");
    }
    for (rows, cols, in_a_row) in [(3, 3, 2), (3, 3, 3), (3, 4, 4), (4, 3, 4), (19, 19, 19), (3, 19, 19)] {
        let rules = rules(rows, cols, in_a_row);
        assert_eq!((rules.rows(), rules.cols(), rules.in_a_row()), (rows, cols, in_a_row));
        assert_eq!(rules.cells(), u16::from(rows) * u16::from(cols));
    }
}

#[test]
fn only_two_to_four_can_play() {
    assert_eq!([0, 1, 5, 255].map(Players::new), [None; 4]);
    for count in 2..=4 {
        assert_eq!(players(count).count(), count);
        let seats: Vec<u8> = players(count).seats().map(Seat::number).collect();
        assert_eq!(seats, (1..=count).collect::<Vec<u8>>());
    }
    assert_eq!([0, 5, 255].map(Seat::new), [None; 3]);
}

#[test]
fn turns_go_round_in_the_order_of_seats() {
    let mut position = start(rules(5, 5, 4), 3);
    for (col, seat) in (0..).zip([Seat::X, Seat::O, Seat::A, Seat::X]) {
        assert_eq!(position.turn(), Some(seat));
        play(&mut position, &[(0, col)]);
    }
    assert_eq!(position.to_string().lines().next(), Some("X O A X ."));
}

#[test]
fn a_longer_line_wins_and_its_first_cells_are_reported() {
    let mut position = draw(
        rules(3, 7, 4),
        2,
        "X X X . X X X
         O O . O . O O
         . . . . O . .",
    );
    play(&mut position, &[(0, 3)]);
    assert_eq!(position.outcome(), won(Seat::X));
    assert_eq!(line(&position), [(0, 0), (0, 1), (0, 2), (0, 3)]);
}

#[test]
fn of_lines_completed_at_once_rows_come_first_then_columns_then_the_diagonal_to_the_lower_right() {
    let star = "O O . O . O O
                . X . X . X .
                O . X X X . O
                O X X . X X O
                . . X X X . .
                O X . X . X O
                O O . O . O O";
    let without_row = star.replace("O X X . X X O", ". . . . . . .").replacen("O O", ". .", 1);
    let without_column = "O . . . . . O
                          . X . . . X .
                          O . X . X . O
                          . . . . . . .
                          . . X . X . .
                          . X . . . X .
                          O O . . . O O";
    let one_diagonal = "O . . . . . O
                        . . . . . X .
                        . . . . X . .
                        . . . . . . .
                        . . X . . . .
                        . X . . . . .
                        O . . . . . O";
    let complete = |drawing: &str| {
        let mut position = draw(rules(7, 7, 5), 2, drawing);
        play(&mut position, &[(3, 3)]);
        assert_eq!(position.outcome(), won(Seat::X), "{position}");
        (position.winning_line().expect("X has won").direction(), line(&position)[0])
    };
    assert_eq!(complete(star), (Direction::Right, (3, 1)));
    assert_eq!(complete(&without_row), (Direction::Down, (1, 3)));
    assert_eq!(complete(without_column), (Direction::DownRight, (1, 1)));
    assert_eq!(complete(one_diagonal), (Direction::DownLeft, (1, 5)));
}

#[test]
fn a_line_does_not_go_on_at_the_other_border() {
    let position = draw(
        rules(3, 4, 3),
        2,
        ". . X X
         X . . .
         O O . .",
    );
    assert_eq!(position.outcome(), next(Seat::O));
}

#[test]
fn a_line_completed_by_the_last_free_cell_wins() {
    let mut position = draw(
        rules(3, 3, 3),
        2,
        "X O X
         O O X
         O X .",
    );
    play(&mut position, &[(2, 2)]);
    assert_eq!(position.outcome(), won(Seat::X));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut position = draw(
        rules(3, 3, 3),
        2,
        "X O X
         X O O
         O X .",
    );
    play(&mut position, &[(2, 2)]);
    assert_eq!(position.outcome(), Outcome::Draw);
    assert_eq!(position.winning_line(), None);
    assert_eq!(position.play(Cell { row: 0, col: 0 }), Err(MoveError::GameOver));
    assert_eq!(position.leave(Seat::X), Err(LeaveError::GameOver));
}

#[test]
fn refusals_come_in_their_order() {
    let mut position = draw(rules(3, 3, 3), 2, "X X . O O . . . .");
    assert_eq!(position.play(Cell { row: 3, col: 0 }), Err(MoveError::OutOfBounds));
    assert_eq!(position.play(Cell { row: 0, col: 3 }), Err(MoveError::OutOfBounds));
    assert_eq!(position.play(Cell { row: 1, col: 1 }), Err(MoveError::CellTaken(Seat::O)));
    play(&mut position, &[(0, 2)]);
    assert_eq!(position.play(Cell { row: 3, col: 0 }), Err(MoveError::GameOver));
}

#[test]
fn of_two_players_the_one_who_stays_wins_at_once() {
    let mut position = start(rules(3, 3, 3), 2);
    position.leave(Seat::O).expect("O has not left yet");
    assert_eq!(position.outcome(), left_last(Seat::X));
    assert_eq!(position.winning_line(), None);
    assert!(position.is_out(Seat::O) && !position.is_out(Seat::X));
    assert_eq!(position.legal_moves().count(), 0);
}

#[test]
fn turns_skip_a_player_who_is_out_and_their_marks_stay() {
    let mut position = start(rules(5, 5, 4), 3);
    play(&mut position, &[(0, 0), (0, 1)]);
    position.leave(Seat::O).expect("O has not left yet");
    assert_eq!(position.turn(), Some(Seat::A), "leaving out of turn changes nothing about it");
    play(&mut position, &[(0, 2), (1, 0)]);
    assert_eq!(position.turn(), Some(Seat::A));
    assert_eq!(position.mark_at(Cell { row: 0, col: 1 }), Some(Seat::O));
}

#[test]
fn a_player_who_leaves_on_their_turn_passes_it_on() {
    let mut position = start(rules(5, 5, 4), 4);
    position.leave(Seat::X).expect("X has not left yet");
    assert_eq!(position.turn(), Some(Seat::O));
    play(&mut position, &[(0, 0), (0, 1)]);
    position.leave(Seat::S).expect("S has not left yet");
    assert_eq!(position.turn(), Some(Seat::O));
    position.leave(Seat::O).expect("O has not left yet");
    assert_eq!(position.outcome(), left_last(Seat::A));
}

#[test]
fn nobody_leaves_twice_or_from_a_seat_that_is_not_there() {
    let mut position = start(rules(5, 5, 4), 3);
    assert_eq!(position.leave(Seat::S), Err(LeaveError::NoSuchSeat));
    assert_eq!(position.leave(Seat::A), Ok(()));
    assert_eq!(position.leave(Seat::A), Err(LeaveError::AlreadyOut));
    assert_eq!(position.leave(Seat::X), Ok(()));
    assert_eq!(position.leave(Seat::A), Err(LeaveError::GameOver));
}

#[test]
fn a_game_that_another_seat_starts_goes_round_from_there_and_says_so_when_drawn() {
    let mut position = Position::started_by(Rules::CLASSIC, players(3), Seat::O).expect("O plays");
    play(&mut position, &[(0, 0), (0, 1), (0, 2), (1, 0)]);
    assert_eq!(position.outcome(), next(Seat::A));
    let drawing = "O A X\nO . .\n. . .\nfirst O";
    assert_eq!(position.to_string(), drawing);
    assert_eq!(draw(Rules::CLASSIC, 3, drawing), position);
    let begun_by_x = Position::parse(Rules::CLASSIC, players(3), "O A X\nO . .\n. . .");
    assert_eq!(begun_by_x, Err(ParsePositionError::Unreachable));
    assert_eq!(Position::started_by(Rules::CLASSIC, players(2), Seat::A), None);
}

#[test]
fn a_position_is_drawn_with_those_who_are_out() {
    let drawing = "X O A S
. . . .
. . . .
. . . X
out O A";
    let position = draw(rules(4, 4, 3), 4, drawing);
    assert_eq!(position.turn(), Some(Seat::S));
    assert_eq!(position.to_string(), drawing);
}

#[test]
fn a_player_named_as_out_twice_is_out() {
    let once = draw(rules(3, 3, 3), 3, "X . . . . . . . . out O");
    assert_eq!(draw(rules(3, 3, 3), 3, "X . . . . . . . . out O O"), once);
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_reason() {
    let parse = |drawing: &str| Position::parse(rules(3, 3, 3), players(2), drawing);
    assert_eq!(parse("X . . . . . . . ?"), Err(ParsePositionError::UnknownMark('?')));
    assert_eq!(parse("X O A . . . . . ."), Err(ParsePositionError::UnknownMark('A')));
    assert_eq!(parse("X . ."), Err(ParsePositionError::WrongNumberOfCells));
    assert_eq!(parse(". . . . . . . . . ."), Err(ParsePositionError::WrongNumberOfCells));
    assert_eq!(parse(". . . . . . . . . away X"), Err(ParsePositionError::UnknownNote));
    assert_eq!(parse(". . . . . . . . . out A"), Err(ParsePositionError::UnknownNote));
    assert_eq!(parse("O . . . . . . . ."), Err(ParsePositionError::Unreachable));
    assert_eq!(parse("X X X O O O . . ."), Err(ParsePositionError::Unreachable));
    assert_eq!(parse("X X X O O O X . ."), Err(ParsePositionError::Unreachable));
    assert_eq!(parse(". . . . . . . . . out X O"), Err(ParsePositionError::Unreachable));
    assert_eq!(parse("X X X O O . . . . out O"), Err(ParsePositionError::Unreachable));
}

#[test]
fn two_lines_that_no_single_move_completes_are_refused() {
    let two_rows = "X X X
                    O O .
                    X X X
                    O O .
                    . . O";
    let parse = |drawing: &str| Position::parse(rules(5, 3, 3), players(2), drawing);
    assert_eq!(parse(two_rows), Err(ParsePositionError::Unreachable));
    let a_row_and_a_column = "X X X
                              X O O
                              X . .
                              O O .
                              . . .";
    assert!(parse(a_row_and_a_column).is_ok(), "the corner that both share came last");
}

const STEPS: [(Direction, i8, i8); 4] = [
    (Direction::Right, 0, 1),
    (Direction::Down, 1, 0),
    (Direction::DownRight, 1, 1),
    (Direction::DownLeft, 1, -1),
];

/// Plays X to `marks`, while O goes where no two of their marks are neighbours.
fn play_against_scattered_marks(rules: Rules, marks: &[(u8, u8)]) -> Position {
    let mut position = start(rules, 2);
    let mut scattered = (0..rules.rows()).step_by(2).flat_map(|row| {
        (0..rules.cols()).step_by(2).map(move |col| (row, col)).filter(|cell| !marks.contains(cell))
    });
    for mine in marks {
        play(&mut position, &[*mine]);
        if let (Some(_), Some(theirs)) = (position.turn(), scattered.next()) {
            play(&mut position, &[theirs]);
        }
    }
    position
}

fn read_again(position: &Position) -> Position {
    draw(position.rules(), 2, &position.to_string())
}

#[test]
fn a_line_is_found_wherever_it_lies_when_a_board_is_read() {
    for (rows, cols, in_a_row) in
        [(3, 3, 3), (9, 8, 3), (8, 9, 4), (13, 7, 5), (15, 15, 5), (19, 19, 6), (19, 3, 7)]
    {
        let rules = rules(rows, cols, in_a_row);
        let mut found = 0;
        for (direction, down, right) in STEPS {
            for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                let nth =
                    |i: i8| Some((row.checked_add_signed(down * i)?, col.checked_add_signed(right * i)?));
                let cells: Option<Vec<(u8, u8)>> = (0..in_a_row.cast_signed()).map(nth).collect();
                let Some(cells) = cells.filter(|cells| cells.iter().all(|&(r, c)| r < rows && c < cols))
                else {
                    continue;
                };
                let position = play_against_scattered_marks(rules, &cells);
                assert_eq!(position.winning_line().map(tic_tac_toe_rules::Line::direction), Some(direction));
                assert_eq!(line(&position), cells);
                assert_eq!(read_again(&position), position, "\n{position}");
                found += 1;
            }
        }
        assert!(found > 0, "{rules} has lines");
    }
}

#[test]
fn marks_that_would_be_a_line_if_rows_wrapped_are_none_when_a_board_is_read() {
    for (rows, cols, in_a_row) in [(3, 3, 3), (9, 8, 3), (8, 9, 4), (15, 15, 5), (19, 19, 6), (4, 3, 4)] {
        let rules = rules(rows, cols, in_a_row);
        let all: Vec<(u8, u8)> = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect();
        let cols = usize::from(cols);
        for (first, stride) in
            (0..all.len()).flat_map(|first| [1, cols + 1, cols - 1].map(|stride| (first, stride)))
        {
            let marks: Vec<(u8, u8)> =
                all.iter().skip(first).step_by(stride).take(in_a_row.into()).copied().collect();
            let position = play_against_scattered_marks(rules, &marks);
            assert_eq!(read_again(&position), position, "\n{position}");
        }
    }
}

#[test]
fn the_longest_lines_of_the_largest_board_are_found_when_it_is_read() {
    let rules = rules(19, 19, 19);
    for direction in 0..4 {
        let cells: Vec<(u8, u8)> =
            (0..19).map(|i| [(7, i), (i, 7), (i, i), (i, 18 - i)][direction]).collect();
        let position = play_against_scattered_marks(rules, &cells);
        assert_eq!(line(&position), cells);
        assert_eq!(read_again(&position), position, "\n{position}");
    }
}
