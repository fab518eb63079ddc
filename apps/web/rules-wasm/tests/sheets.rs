//! What JavaScript reads is what the rules say, move by move, in games of every rule set.

use reading::{Captures, Sheet};
use tic_tac_toe_rules::ultimate::{self, Field};
use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat, Victory};
use tic_tac_toe_rules_wasm::{
    CELL_TAKEN, DONE, DRAW, GAME_OVER, IN_PROGRESS, LEAVES, NO_SUCH_GAME, NOBODY_LEAVES, OUT_OF_BOUNDS,
    Pages, ULTIMATE, WON_AS_LAST, WON_BY_LINE, WRONG_FIELD,
};

/// Reads a sheet by its description alone.
mod reading {
    use tic_tac_toe_rules_wasm::{LEGAL, OPEN, Pages};

    /// The seat that captured and the three cells of its line, in the order of the captures.
    pub type Captures = Vec<(u16, [u16; 3])>;

    pub struct Sheet {
        pub outcome: u16,
        pub seat: u16,
        pub out: u16,
        pub line: Vec<u16>,
        pub marks: Vec<u16>,
        pub legal: Vec<usize>,
        pub open: Vec<bool>,
        pub fields: Vec<(u16, Captures)>,
    }

    pub fn read(pages: &Pages) -> Sheet {
        let mut words = pages.read_sheet();
        let mut word = || words.next().expect("the sheet is long enough");
        let (outcome, seat, out) = (word(), word(), word());
        let line = (0..word()).map(|_| word()).collect();
        let cells: Vec<u16> = (0..word()).map(|_| word()).collect();
        let fields: Vec<(u16, Captures)> = (0..word())
            .map(|_| (word(), (0..word()).map(|_| (word(), [word(), word(), word()])).collect()))
            .collect();
        Sheet {
            outcome,
            seat,
            out,
            line,
            marks: cells.iter().map(|cell| cell % LEGAL).collect(),
            legal: (0..cells.len()).filter(|&cell| cells[cell] & LEGAL != 0).collect(),
            open: fields.iter().map(|(owners, _)| owners & OPEN != 0).collect(),
            fields,
        }
    }
}

fn number(place: Cell, cols: u8) -> u16 {
    u16::from(place.row) * u16::from(cols) + u16::from(place.col)
}

fn expect_sheet(sheet: &Sheet, position: &Position) {
    let cols = position.rules().cols();
    let (outcome, seat) = match position.outcome() {
        Outcome::InProgress { next } => (IN_PROGRESS, next.number()),
        Outcome::Won { winner, by: Victory::Line } => (WON_BY_LINE, winner.number()),
        Outcome::Won { winner, by: Victory::LastLeft } => (WON_AS_LAST, winner.number()),
        Outcome::Draw => (DRAW, 0),
    };
    assert_eq!((sheet.outcome, sheet.seat), (outcome, seat.into()));
    for seat in position.players().seats() {
        assert_eq!(sheet.out >> seat.index() & 1 == 1, position.is_out(seat));
    }
    let line_cols = if matches!(position, Position::Ultimate(_)) { 3 } else { cols };
    let line: Vec<u16> = position
        .winning_line()
        .map(|line| line.cells().map(|place| number(place, line_cols)).collect())
        .unwrap_or_default();
    assert_eq!(sheet.line, line);
    for (cell, mark) in (0_u16..).zip(&sheet.marks) {
        let place = Cell {
            row: u8::try_from(cell / u16::from(cols)).unwrap(),
            col: u8::try_from(cell % u16::from(cols)).unwrap(),
        };
        assert_eq!(*mark, position.mark_at(place).map_or(0, |seat| seat.number().into()));
    }
    let legal: Vec<usize> = position.legal_moves().map(|place| number(place, cols).into()).collect();
    assert_eq!(sheet.legal, legal);
    let Position::Ultimate(position) = position else {
        assert_eq!(sheet.fields, []);
        return;
    };
    let open: Vec<bool> =
        Field::all().map(|field| position.open_fields() >> field.number() & 1 == 1).collect();
    assert_eq!(sheet.open, open);
    for (field, (owners, captures)) in Field::all().zip(&sheet.fields) {
        for seat in [Seat::X, Seat::O] {
            let counts = position.fields_of(seat) >> field.number() & 1;
            assert_eq!(owners >> seat.index() & 1, counts);
        }
        let expected: Captures = position
            .captures(field)
            .map(|captured| {
                let cells: Vec<u16> = captured.line.cells().map(|place| number(place, 9)).collect();
                (captured.seat.number().into(), cells.try_into().unwrap())
            })
            .collect();
        assert_eq!(captures, &expected);
    }
}

/// The board of a position as a contract shows it.
fn board(position: &Position) -> Vec<u16> {
    let cols = position.rules().cols();
    let out = position.players().seats().filter(|&seat| position.is_out(seat));
    let ultimate = match position {
        Position::Ultimate(position) => Some(position),
        Position::Grid(_) => None,
    };
    let next = ultimate.and_then(ultimate::Position::next_field);
    let mut words = vec![
        position.turn().map_or(0, |seat| seat.number().into()),
        out.map(|seat| 1 << seat.index()).sum(),
        next.map_or(0, |field| u16::from(field.number()) + 1),
    ];
    let cells = (0..position.rules().rows()).flat_map(|row| (0..cols).map(move |col| Cell { row, col }));
    let marks: Vec<u16> =
        cells.map(|cell| position.mark_at(cell).map_or(0, |seat| seat.number().into())).collect();
    words.push(u16::try_from(marks.len()).unwrap());
    words.extend(marks);
    let captures = Field::all().flat_map(|field| ultimate.into_iter().flat_map(move |it| it.captures(field)));
    let captures: Vec<u16> = captures
        .flat_map(|captured| {
            let cells = captured.line.cells().map(move |cell| number(cell, cols));
            std::iter::once(captured.seat.number().into()).chain(cells)
        })
        .collect();
    words.push(u16::try_from(captures.len() / 4).unwrap());
    words.extend(captures);
    words
}

/// Resumes a game from its board, without and with one more move.
fn expect_resumed(pages: &Pages, position: &Position) {
    pages.write_game(&head(position));
    pages.write_board(&board(position));
    assert_eq!(pages.resume(0), DONE, "\n{position}");
    expect_sheet(&reading::read(pages), position);
    if let Some(cell) = position.nth_legal_move(0) {
        let mut next = *position;
        next.play(cell).unwrap();
        let mut words = head(position);
        words.push(number(cell, position.rules().cols()));
        pages.write_game(&words);
        assert_eq!(pages.resume(1), DONE, "\n{next}");
        expect_sheet(&reading::read(pages), &next);
    }
}

fn head(position: &Position) -> Vec<u16> {
    let (players, first) = (position.players().count().into(), position.first().number().into());
    match position.rules() {
        Rules::Grid(rules) => {
            vec![rules.rows().into(), rules.cols().into(), rules.in_a_row().into(), players, first]
        }
        Rules::Ultimate(capture) => vec![ULTIMATE, capture as u16, 0, players, first],
    }
}

fn replay(pages: &Pages, words: &[u16]) -> i32 {
    pages.write_game(words);
    pages.replay(words.len() - 5)
}

/// Plays a game of moves that only the seed decides, and looks at the sheet after each.
fn play_one(rules: &str, players: u8, seed: u64) -> Outcome {
    let rules: Rules = rules.parse().unwrap();
    let players = Players::new(players).unwrap();
    let first = players.seats().nth(usize::try_from(seed).unwrap() % players.seats().len()).unwrap();
    let mut position = rules.started_by(players, first).unwrap();
    let pages = Pages::new();
    let mut words = head(&position);
    let mut state = seed;
    loop {
        assert_eq!(replay(&pages, &words), DONE);
        expect_sheet(&reading::read(&pages), &position);
        expect_resumed(&pages, &position);
        let count = position.count_legal_moves();
        if count == 0 {
            return position.outcome();
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = usize::try_from(state >> 33).unwrap() % count;
        let place = position.nth_legal_move(chosen).unwrap();
        position.play(place).unwrap();
        words.push(number(place, rules.cols()));
    }
}

#[test]
fn games_of_every_rule_set_read_the_same_through_the_pages() {
    let games = [
        ("classic", 2, 60),
        ("4x4:4", 2, 20),
        ("5x5:4", 3, 20),
        ("3x19:3", 4, 5),
        ("15x15:5", 2, 2),
        ("19x19:19", 2, 1),
        ("ultimate:first", 2, 30),
        ("ultimate:any", 2, 30),
        ("ultimate:closing", 2, 30),
    ];
    for (rules, players, count) in games {
        let drawn = (1..=count).filter(|&seed| play_one(rules, players, seed) == Outcome::Draw).count();
        assert!(count == 1 || drawn < usize::try_from(count).unwrap(), "somebody wins a game of {rules}");
    }
}

#[test]
fn who_leaves_is_out_and_the_last_one_left_has_won() {
    let pages = Pages::new();
    assert_eq!(replay(&pages, &[5, 5, 4, 3, 1, 12, LEAVES + 2]), DONE);
    let sheet = reading::read(&pages);
    assert_eq!((sheet.outcome, sheet.seat, sheet.out), (IN_PROGRESS, 3, 0b010));
    assert_eq!(replay(&pages, &[5, 5, 4, 3, 1, 12, LEAVES + 2, LEAVES + 1]), DONE);
    let sheet = reading::read(&pages);
    assert_eq!((sheet.outcome, sheet.seat, sheet.out), (WON_AS_LAST, 3, 0b011));
}

#[test]
fn what_the_rules_refuse_is_refused_with_its_reason() {
    let pages = Pages::new();
    assert_eq!(replay(&pages, &[2, 3, 3, 2, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[3, 3, 4, 2, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[3, 3, 3, 5, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[ULTIMATE, 3, 0, 2, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[ULTIMATE, 0, 0, 3, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[300, 3, 3, 2, 1]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 3]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 0]), NO_SUCH_GAME);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 1, 4, 4]), CELL_TAKEN);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 1, 9]), OUT_OF_BOUNDS);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 1, 0, 3, 1, 4, 2, 8]), GAME_OVER);
    assert_eq!(replay(&pages, &[ULTIMATE, 0, 0, 2, 1, 0, 80]), WRONG_FIELD);
    assert_eq!(replay(&pages, &[ULTIMATE, 0, 0, 2, 1, 81]), OUT_OF_BOUNDS);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 1, LEAVES + 3]), NOBODY_LEAVES);
    assert_eq!(replay(&pages, &[3, 3, 3, 3, 1, LEAVES + 1, LEAVES + 1]), NOBODY_LEAVES);
    assert_eq!(replay(&pages, &[3, 3, 3, 2, 1, u16::MAX]), NOBODY_LEAVES);
    assert_eq!(pages.replay(1_000), GAME_OVER);
}

#[test]
fn a_board_with_somebody_out_is_resumed() {
    let pages = Pages::new();
    pages.write_game(&[3, 3, 3, 3, 1, 1]);
    pages.write_board(&[3, 0b010, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(pages.resume(1), DONE);
    let sheet = reading::read(&pages);
    assert_eq!((sheet.outcome, sheet.seat, sheet.out), (IN_PROGRESS, 1, 0b010));
    assert_eq!(sheet.marks[..2], [1, 3]);
}

#[test]
fn a_board_that_no_game_has_is_refused() {
    let pages = Pages::new();
    let refused = |game: [u16; 5], board: &[u16]| {
        pages.write_game(&game);
        pages.write_board(board);
        pages.resume(0) == NO_SUCH_GAME
    };
    let classic = [3, 3, 3, 2, 1];
    assert!(!refused(classic, &[2, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert!(refused(classic, &[1, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), "another turn");
    assert!(refused(classic, &[2, 0, 0, 9, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]), "two moves in one turn");
    assert!(refused(classic, &[2, 0, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0]), "a cell is missing");
    assert!(refused(classic, &[2, 0, 0, u16::MAX]), "more cells than the page has");
    assert!(refused([2, 3, 3, 2, 1], &[1, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]), "rules that nobody plays");
    let mut ultimate = vec![2, 0, 1, 81, 1];
    ultimate.resize(4 + 81, 0);
    ultimate.push(0);
    assert!(!refused([ULTIMATE, 0, 0, 2, 1], &ultimate));
    ultimate[2] = 9;
    assert!(refused([ULTIMATE, 0, 0, 2, 1], &ultimate), "another mini-field");
    ultimate[2] = 10;
    assert!(refused([ULTIMATE, 0, 0, 2, 1], &ultimate), "no mini-field");
}
