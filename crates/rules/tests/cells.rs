//! Positions read cell by cell, as views show them: those that were played are read back, impossible ones are refused.

#[path = "common/random.rs"]
mod random;

use random::Random;
use tic_tac_toe_rules::ultimate::{self, Capture, Cell, Field};
use tic_tac_toe_rules::{Game, Players, Position, Rules, Seat, grid};

fn start(rules: &str, players: u8) -> Position {
    let rules: Rules = rules.parse().expect("the rules are written properly");
    rules
        .start(Players::new(players).expect("that many can play"))
        .expect("that many can play by these rules")
}

/// Returns a position after some random moves, of a game in progress.
fn random_position(random: &mut Random, start: Position) -> Position {
    let mut position = start;
    for _ in 0..random.below(60) {
        let mut after = position;
        if random.below(20) == 0 {
            // Refused where nobody plays from that seat.
            let _ = after.leave([Seat::X, Seat::O, Seat::A, Seat::S][random.below(4)]);
        } else {
            let legal: Vec<tic_tac_toe_rules::Cell> = after.legal_moves().collect();
            after.play(legal[random.below(legal.len())]).expect("the move was listed as legal");
        }
        if after.turn().is_none() {
            break;
        }
        position = after;
    }
    position
}

fn read_again(position: &Position) -> Option<Position> {
    let players = position.players();
    let out = players.seats().filter(|seat| position.is_out(*seat));
    match position {
        Position::Grid(grid) => {
            let (rows, cols) = (grid.rules().rows(), grid.rules().cols());
            let cells =
                (0..rows).flat_map(|row| (0..cols).map(move |col| tic_tac_toe_rules::Cell { row, col }));
            let cells = cells.map(|cell| grid.mark_at(cell));
            grid::Position::from_cells(grid.rules(), players, grid.first(), cells, out).map(Position::from)
        }
        Position::Ultimate(ultimate) => {
            let cells = Cell::all().map(|cell| ultimate.mark_at(cell));
            let captures = captures_of(ultimate);
            let next = ultimate.next_field();
            let read = ultimate::Position::from_cells(
                ultimate.capture(),
                ultimate.first(),
                cells,
                captures,
                next,
                None,
            );
            read.map(Position::from)
        }
    }
}

fn captures_of(position: &ultimate::Position) -> Vec<(Seat, [Cell; 3])> {
    let captured = Field::all().flat_map(|field| position.captures(field));
    let cells = captured.map(|captured| {
        let cells: Vec<Cell> =
            captured.line.cells().map(|cell| Cell::new(cell.row, cell.col).unwrap()).collect();
        (captured.seat, cells.try_into().expect("a line in a mini-field has three cells"))
    });
    cells.collect()
}

#[test]
fn positions_of_random_games_are_the_same_when_read_cell_by_cell() {
    let games = [
        ("classic", 2),
        ("3x3:2", 4),
        ("5x7:4", 3),
        ("19x19:6", 4),
        ("ultimate:first", 2),
        ("ultimate:any", 2),
        ("ultimate:closing", 2),
    ];
    let mut random = Random::new(7);
    for (rules, players) in games {
        for _ in 0..300 {
            let position = random_position(&mut random, start(rules, players));
            assert_eq!(read_again(&position), Some(position), "\n{position}");
        }
    }
}

fn classic(cells: &str, out: &[Seat]) -> Option<grid::Position> {
    let seat = |mark| match mark {
        'X' => Some(Seat::X),
        'O' => Some(Seat::O),
        'A' => Some(Seat::A),
        _ => None,
    };
    let cells = cells.chars().filter(|mark| !mark.is_whitespace()).map(seat);
    grid::Position::from_cells(grid::Rules::CLASSIC, Players::TWO, Seat::X, cells, out.iter().copied())
}

#[test]
fn a_player_listed_as_out_twice_is_out() {
    let once = classic("X.. ... ...", &[Seat::O]);
    assert!(once.is_some_and(|position| position.is_out(Seat::O)));
    assert_eq!(classic("X.. ... ...", &[Seat::O, Seat::O]), once);
}

#[test]
fn an_impossible_grid_is_refused() {
    assert!(classic("X.. .O. ...", &[]).is_some());
    assert_eq!(classic("X.. .O. ..", &[]), None, "eight cells");
    assert_eq!(classic("X.. .O. ... .", &[]), None, "ten cells");
    assert_eq!(classic("X.. .O. ..A", &[]), None, "a third player of two");
    assert_eq!(classic("X.. .X. ...", &[]), None, "two moves of X in a row");
    assert_eq!(classic("X.. .O. ...", &[Seat::A]), None, "a third of two is out");
    assert_eq!(classic("X.. .O. ...", &[Seat::X, Seat::O]), None, "both are out");
}

#[test]
fn an_impossible_ultimate_board_is_refused() {
    let cell = |row, col| Cell::new(row, col).expect("the test names a cell");
    let read = |count: usize, marks: &[(Seat, Cell)], captures: &[(Seat, [Cell; 3])], next| {
        let mark_at = |wanted| marks.iter().find(|(_, cell)| *cell == wanted).map(|(seat, _)| *seat);
        let cells = Cell::all().map(mark_at).chain([None]).take(count);
        ultimate::Position::from_cells(Capture::Any, Seat::X, cells, captures.iter().copied(), next, None)
    };
    let first = [(Seat::X, cell(0, 0))];
    let sent = Field::new(0);
    assert!(read(81, &first, &[], sent).is_some());
    assert_eq!(read(80, &first, &[], sent), None, "a cell is missing");
    assert_eq!(read(82, &first, &[], sent), None, "there is a cell too many");
    assert_eq!(read(81, &[(Seat::A, cell(0, 0))], &[], sent), None, "a third player");
    assert_eq!(read(81, &first, &[], Field::new(1)), None, "X sent to another mini-field");

    let row = [cell(0, 0), cell(0, 1), cell(0, 2)];
    let others = [cell(3, 0), cell(3, 3)];
    let marks =
        [row.map(|cell| (Seat::X, cell)).to_vec(), others.map(|cell| (Seat::O, cell)).to_vec()].concat();
    assert!(read(81, &marks, &[(Seat::X, row)], sent).is_some());
    assert_eq!(read(81, &marks, &[], sent), None, "a line that captures nothing");
    assert_eq!(read(81, &marks, &[(Seat::O, row)], sent), None, "a line of the other player");
    assert_eq!(read(81, &marks, &[(Seat::A, row)], sent), None, "a line of a third player");
    let bent = [cell(0, 0), cell(0, 1), cell(1, 2)];
    assert_eq!(read(81, &marks, &[(Seat::X, bent)], sent), None, "no line");
    let across = [cell(0, 1), cell(0, 2), cell(0, 3)];
    assert_eq!(read(81, &marks, &[(Seat::X, across)], sent), None, "a line over two mini-fields");
}
