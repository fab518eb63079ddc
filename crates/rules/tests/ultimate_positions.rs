//! Games of ultimate played by hand: captures, draws, wins, refusals, and texts that no position has.

use tic_tac_toe_rules::ultimate::{Capture, Cell, Field, Position};
use tic_tac_toe_rules::{Game, LeaveError, MoveError, Outcome, ParsePositionError, Seat, Victory};

const RULES: [Capture; 3] = [Capture::First, Capture::Any, Capture::Closing];

/// Plays moves given as pairs of digits: the mini-field, then the cell in it.
fn play(capture: Capture, moves: &str) -> Position {
    let mut position = Position::new(capture);
    for chosen in moves.split_whitespace() {
        position
            .play(cell(chosen))
            .unwrap_or_else(|error| panic!("{chosen} is legal, but {error}\n{position}"));
    }
    position
}

fn cell(digits: &str) -> Cell {
    let [outer, inner] = [0, 1].map(|i| field(digits[i..=i].parse().expect("both are digits")));
    Cell::inside(outer, inner)
}

fn field(number: u8) -> Field {
    Field::new(number).expect("there are nine mini-fields")
}

fn captures(position: &Position, number: u8) -> Vec<(Seat, Vec<(u8, u8)>)> {
    let cells = |line: tic_tac_toe_rules::Line| {
        line.cells().map(|tic_tac_toe_rules::Cell { row, col }| (row, col)).collect()
    };
    position.captures(field(number)).map(|captured| (captured.seat, cells(captured.line))).collect()
}

#[test]
fn seventeen_moves_can_lead_to_a_draw_under_first_and_any() {
    let moves = "00 01 10 02 20 03 30 04 40 05 50 06 60 07 70 08 80";
    for capture in [Capture::First, Capture::Any] {
        let position = play(capture, moves);
        assert_eq!(position.marks_made(), 17);
        assert_eq!(position.outcome(), Outcome::Draw, "mini-field 0 is full\n{position}");
        assert_eq!(captures(&position, 0), [(Seat::O, vec![(1, 0), (1, 1), (1, 2)])]);
        assert_eq!(position.next_field(), None);
        assert_eq!(position.open_fields(), 0);
        let before = play(capture, &moves[..moves.len() - 3]);
        assert_eq!(before.next_field(), Some(field(8)));
    }
}

#[test]
fn the_tenth_of_those_moves_captures_a_mini_field() {
    let moves = "00 01 10 02 20 03 30 04 40";
    for capture in [Capture::First, Capture::Any] {
        assert_eq!(captures(&play(capture, moves), 0), []);
        assert_eq!(captures(&play(capture, &format!("{moves} 05")), 0).len(), 1);
    }
}

#[test]
fn a_mini_field_with_lines_of_both_counts_for_both_under_any_and_for_the_first_under_first() {
    let moves = "00 03 30 04 40 05 51 10 01 12 26 60 02";
    let (of_x, of_o) = (vec![(0, 0), (0, 1), (0, 2)], vec![(1, 0), (1, 1), (1, 2)]);
    let any = play(Capture::Any, moves);
    assert_eq!(captures(&any, 0), [(Seat::O, of_o.clone()), (Seat::X, of_x)]);
    assert_eq!((any.fields_of(Seat::X), any.fields_of(Seat::O)), (1, 1));
    let first = play(Capture::First, moves);
    assert_eq!(captures(&first, 0), [(Seat::O, of_o)]);
    assert_eq!((first.fields_of(Seat::X), first.fields_of(Seat::O)), (0, 1));
}

#[test]
fn the_first_mark_may_go_anywhere_and_sends_the_opponent() {
    for capture in RULES {
        let mut position = Position::new(capture);
        assert_eq!(position.next_field(), None);
        assert_eq!(position.open_fields(), 0o777);
        position.play(cell("62")).expect("the board is empty");
        assert_eq!(position.next_field(), Some(field(2)));
        assert_eq!(position.open_fields(), 1 << 2);
        assert_eq!(position.turn(), Some(Seat::O));
        assert_eq!(position.free_cells(field(6)), 0o773);
        assert_eq!(position.marks_in(Seat::X, field(6)), 0o004);
        assert_eq!(position.marks_in(Seat::A, field(6)), 0);
    }
}

#[test]
fn a_mark_elsewhere_is_refused_before_a_taken_cell() {
    let mut position = play(Capture::First, "44");
    assert_eq!(position.play(cell("33")), Err(MoveError::WrongField));
    assert_eq!(position.play(cell("44")), Err(MoveError::CellTaken(Seat::X)));
    position.play(cell("43")).expect("the cell is free");
    assert_eq!(position.play(cell("44")), Err(MoveError::WrongField));
}

#[test]
fn under_closing_a_player_sent_to_a_captured_mini_field_may_go_to_any_open_one() {
    let position = play(Capture::Closing, "00 03 30 04 40 05 50");
    assert_eq!(captures(&position, 0), [(Seat::O, vec![(1, 0), (1, 1), (1, 2)])]);
    assert_eq!(position.next_field(), None);
    assert_eq!(position.open_fields(), 0o776);
    let mut position = position;
    assert_eq!(
        position.play(cell("01")),
        Err(MoveError::WrongField),
        "it is closed, although the cell is free"
    );
    assert_eq!(position.play(cell("50")), Err(MoveError::CellTaken(Seat::X)));
    assert_eq!(position.play(cell("84")), Ok(()));
}

#[test]
fn a_player_who_leaves_has_lost_whoever_is_to_move() {
    for (leaver, winner) in [(Seat::X, Seat::O), (Seat::O, Seat::X)] {
        let mut position = play(Capture::Any, "44");
        assert_eq!(position.leave(Seat::A), Err(LeaveError::NoSuchSeat));
        assert_eq!(position.leave(leaver), Ok(()));
        assert_eq!(position.outcome(), Outcome::Won { winner, by: Victory::LastLeft });
        assert!(position.is_out(leaver) && !position.is_out(winner));
        assert_eq!(position.leave(winner), Err(LeaveError::GameOver));
        assert_eq!(position.play(cell("40")), Err(MoveError::GameOver));
        assert_eq!((position.winning_line(), position.next_field()), (None, None));
    }
}

#[test]
fn cells_know_their_mini_field_and_their_row_and_column_on_the_whole_board() {
    let upper_right_of_the_last = Cell::new(6, 8).expect("it is on the board");
    assert_eq!(upper_right_of_the_last, cell("82"));
    assert_eq!((upper_right_of_the_last.row(), upper_right_of_the_last.col()), (6, 8));
    assert_eq!(
        tic_tac_toe_rules::Cell::from(upper_right_of_the_last),
        tic_tac_toe_rules::Cell { row: 6, col: 8 }
    );
    assert_eq!((cell("71").field(), cell("71").inner()), (field(7), field(1)));
    assert_eq!((Cell::new(9, 0), Cell::new(0, 9), Field::new(9)), (None, None, None));
    let in_reading_order: Vec<_> = Cell::all().map(|cell| (cell.row(), cell.col())).collect();
    assert!(in_reading_order.is_sorted());
    assert_eq!(in_reading_order.len(), 81);
}

#[test]
fn a_position_is_drawn_with_what_its_marks_do_not_show() {
    let position = play(Capture::Any, "00 03 30 04 40 05 51 10 01 12 26 60 02");
    let drawing = "\
X X X | O . O | . . .
O O O | . . . | . . .
. . . | . . . | X . .
------+-------+------
X . . | X . . | . X .
. . . | . . . | . . .
. . . | . . . | . . .
------+-------+------
O . . | . . . | . . .
. . . | . . . | . . .
. . . | . . . | . . .
captured 0 by O with 345
captured 0 by X with 012
next 2";
    assert_eq!(position.to_string(), drawing);
    assert_eq!(Position::parse(Capture::Any, drawing), Ok(position));
    let x_first =
        drawing.replace("captured 0 by O with 345\n", "").replace("next", "captured 0 by O with 345\nnext");
    let x_first = Position::parse(Capture::Any, &x_first).expect("the other order is possible too");
    assert_eq!(captures(&x_first, 0)[0].0, Seat::X);
    assert_ne!(x_first, position);
}

#[test]
fn a_game_that_o_starts_says_so_below_the_board() {
    let mut position = Position::started_by(Capture::First, Seat::O).expect("O plays");
    position.play(cell("00")).expect("the board is empty");
    assert_eq!(position.turn(), Some(Seat::X));
    let drawing = position.to_string();
    assert!(drawing.ends_with("\nfirst O\nnext 0"), "{drawing}");
    assert_eq!(Position::parse(Capture::First, &drawing), Ok(position));
    let begun_by_x = drawing.replace("first O\n", "");
    assert_eq!(Position::parse(Capture::First, &begun_by_x), Err(ParsePositionError::Unreachable));
    assert_eq!(Position::started_by(Capture::First, Seat::A), None);
}

#[test]
fn a_player_who_is_out_is_named_below_the_board() {
    let mut position = play(Capture::First, "44");
    position.leave(Seat::O).expect("the game is under way");
    assert!(position.to_string().ends_with("\nnext 4\nout O"));
    assert_eq!(Position::parse(Capture::First, &position.to_string()), Ok(position));
}

/// Parses a board on which only mini-field 0 has marks, and the notes that follow.
fn parse(capture: Capture, mini_field: &str, notes: &str) -> Result<Position, ParsePositionError> {
    let cells: Vec<char> = mini_field.chars().collect();
    let rows = cells.chunks(3).map(|row| row.iter().collect::<String>() + "......");
    let drawing: Vec<String> = rows.chain((0..6).map(|_| ".........".into())).collect();
    Position::parse(capture, &format!("{} {notes}", drawing.join("\n")))
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_reason() {
    let empty = ".".repeat(81);
    let refused = |text: &str| Position::parse(Capture::First, text).expect_err(text);
    assert_eq!(refused(&empty[1..]), ParsePositionError::WrongNumberOfCells);
    assert_eq!(refused(&format!("{empty}.")), ParsePositionError::WrongNumberOfCells);
    assert_eq!(refused(&empty.replacen('.', "A", 1)), ParsePositionError::UnknownMark('A'));
    let notes = [
        "away X",
        "next",
        "next 9",
        "out A",
        "captured 9 by X with 012",
        "captured 0 from X with 012",
        "captured 0 by A with 012",
        "captured 0 by X without 012",
        "captured 0 by X with 013",
        "captured 0 by X with 0124",
        "captured 0 by X with 01",
    ];
    for notes in notes {
        assert_eq!(refused(&format!("{empty} {notes}")), ParsePositionError::UnknownNote, "{notes}");
    }
}

#[test]
fn a_cell_listed_twice_is_in_the_line() {
    let once = parse(Capture::First, "XXXOO....", "captured 0 by X with 012 next 2");
    assert!(once.is_ok());
    assert_eq!(parse(Capture::First, "XXXOO....", "captured 0 by X with 0012 next 2"), once);
}

#[test]
fn marks_and_captures_that_contradict_each_other_are_refused() {
    let unreachable = Err(ParsePositionError::Unreachable);
    for capture in RULES {
        let parse = |mini_field: &str, notes: &str| parse(capture, mini_field, notes);
        assert!(
            parse("X........", "").is_err() || capture == Capture::Closing,
            "the mark sends random_position"
        );
        assert_eq!(parse("O........", "next 0"), unreachable, "X begins");
        assert_eq!(parse("X...X....", "next 0"), unreachable, "X can't move twice");
        assert_eq!(parse("X........", "next 1"), unreachable, "no mark sends there");
        assert_eq!(parse(".........", "next 1"), unreachable, "nothing binds the first mark");
        assert_eq!(parse("XXXOO....", "next 2"), unreachable, "a line captures");
        assert_eq!(parse("XXXOO....", "captured 0 by X with 345 next 2"), unreachable, "X has no such line");
        assert_eq!(parse("XXXOO....", "captured 0 by O with 345 next 2"), unreachable, "O has no such line");
        assert_eq!(parse("XXXOO....", "captured 1 by X with 012 next 2"), unreachable, "not there");
        assert!(parse("XXXOO....", "captured 0 by X with 012 next 2").is_ok());
    }
    let both = "captured 0 by X with 012 captured 0 by O with 345 next 4";
    assert!(parse(Capture::Any, "XXXOOO...", both).is_ok());
    assert_eq!(parse(Capture::First, "XXXOOO...", both), unreachable, "only the first counts");
    assert!(parse(Capture::First, "XXXOOO...", "captured 0 by X with 012 next 4").is_ok());
    assert!(parse(Capture::First, "XXXOOO...", "captured 0 by O with 345 next 4").is_ok());
    assert_eq!(
        parse(Capture::Any, "XXXOOO...", "captured 0 by X with 012 next 4"),
        unreachable,
        "both count"
    );
    assert_eq!(
        parse(Capture::Closing, "XXXOOO...", "captured 0 by X with 012 next 4"),
        unreachable,
        "it was closed"
    );
}

#[test]
fn under_closing_the_choice_is_free_only_after_a_mark_that_sends_to_a_closed_mini_field() {
    let unreachable = Err(ParsePositionError::Unreachable);
    let capture = "captured 0 by X with 012";
    assert_eq!(parse(Capture::Closing, "XXXOO....", &format!("{capture} next 0")), unreachable);
    assert!(parse(Capture::Closing, "XXXOO....", capture).is_ok());
    assert_eq!(parse(Capture::Closing, "X........", ""), unreachable);
    assert_eq!(parse(Capture::Any, "XXXOO....", capture), unreachable);
    assert_eq!(parse(Capture::First, "XXXOO....", capture), unreachable);
}
