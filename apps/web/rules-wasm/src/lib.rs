//! The rules of every game for JavaScript: three pages of memory and two functions, so that no glue code is needed.
//!
//! JavaScript writes a game onto the first page, as what is played and the list of what happened in it, and calls
//! [`replay`], which writes onto the sheet how the game stands. Where the beginning of a game is not known,
//! JavaScript also writes a board as a contract shows it, and calls [`resume`], which starts from there. Nothing is
//! kept in between, so a game in JavaScript is a plain value, and what the rules refuse can't become a position.
//!
//! The pages are words of 16 bits. The numbers in them that have names are generated for JavaScript, as
//! `src/rules/wasm-constants.ts`. On the game's page:
//!
//! | words | meaning |
//! |---|---|
//! | 3 | rows, columns and how many in a row win; or, for ultimate, [`ULTIMATE`], the capture rule, 0 |
//! | 1 | how many play |
//! | 1 | the seat that moves first |
//! | one a step | a marked cell, numbered in reading order of the whole board; or [`LEAVES`] plus the seat of who leaves |
//!
//! On the board's page:
//!
//! | words | meaning |
//! |---|---|
//! | 1 | the seat that moves next, 0 after the end of the game |
//! | 1 | who is out, one bit a seat |
//! | 1 | ultimate alone: the mini-field where the next mark must go, counted from 1; 0 when that is not told |
//! | 1 + n | how many cells the board has, and for each whose mark it holds (0 for nobody) |
//! | 1 + n x 4 | how many lines captured mini-fields, and for each its seat and three cells, first things first |
//!
//! On the sheet that comes back:
//!
//! | words | meaning |
//! |---|---|
//! | 1 | [`IN_PROGRESS`], [`WON_BY_LINE`], [`WON_AS_LAST`] or [`DRAW`] |
//! | 1 | the seat that moves next or has won, 0 after a draw |
//! | 1 | who is out, one bit a seat |
//! | 1 + n | how many cells the winning line has, and these; mini-fields for ultimate |
//! | 1 + n | how many cells the board has, and for each whose mark it holds (0 for nobody), plus [`LEGAL`] if it may be marked |
//! | 1 + n x (2 + m x 4) | how many mini-fields there are, and for each: for whom it counts, one bit a seat, plus [`OPEN`] if the next mark may go there; how many lines captured it, and for each its seat and three cells |

#![cfg_attr(target_arch = "wasm32", no_std)]

use core::iter;
use core::sync::atomic::{AtomicU16, Ordering};

use tic_tac_toe_rules::ultimate::{self, Capture, Field};
use tic_tac_toe_rules::{
    Cell, Game, LeaveError, Line, MoveError, Outcome, Players, Position, Rules, Seat, Victory, grid,
};

/// Instead of a number of rows: the board is that of ultimate.
pub const ULTIMATE: u16 = 0;
/// Added to a seat: a step in which that player leaves.
pub const LEAVES: u16 = 0x200;
/// Added to a cell's content: the next player may mark it.
pub const LEGAL: u16 = 8;
/// Added to whose a mini-field is: the next mark may go there.
pub const OPEN: u16 = 16;

/// So many marks make a round count that was won because the others are out.
pub const MARKS_TO_COUNT: u16 = Victory::MARKS_TO_COUNT;

/// The game goes on.
pub const IN_PROGRESS: u16 = 0;
/// Somebody has won with a line.
pub const WON_BY_LINE: u16 = 1;
/// Somebody has won since all others are out.
pub const WON_AS_LAST: u16 = 2;
/// Nobody has won and nobody can.
pub const DRAW: u16 = 3;

/// What [`replay`] and [`resume`] answer when the sheet is written.
pub const DONE: i32 = 0;
/// No game has these rules, or not for so many players, or none can look like this board.
pub const NO_SUCH_GAME: i32 = -1;
/// A step comes after the end of the game.
pub const GAME_OVER: i32 = -2;
/// A step names a cell that the board does not have.
pub const OUT_OF_BOUNDS: i32 = -3;
/// A step marks a cell in a mini-field where the mark may not go.
pub const WRONG_FIELD: i32 = -4;
/// A step marks a cell that has a mark.
pub const CELL_TAKEN: i32 = -5;
/// A step lets somebody leave who does not play, or not any more.
pub const NOBODY_LEAVES: i32 = -6;

/// Before the steps: three words for the rules, one for the number of players and one for who moves first.
const HEAD: usize = 5;
const MOST_CELLS: usize = 19 * 19;
/// The largest board full of marks, and everybody but one leaving.
pub const MOST_STEPS: usize = MOST_CELLS + 3;
/// Turn, who is out, next mini-field and counts, the largest board, nine mini-fields captured twice.
pub const BOARD_WORDS: usize = 5 + MOST_CELLS + 9 * 2 * 4;
/// Counts and outcome, the longest line, the largest board, nine mini-fields captured twice.
const SHEET_WORDS: usize = 6 + 19 + MOST_CELLS + 9 * (2 + 2 * 4);

/// The three pages. Atomic words, since they can be shared without a lock; in wasm they are ordinary memory.
pub struct Pages {
    game: [AtomicU16; HEAD + MOST_STEPS],
    board: [AtomicU16; BOARD_WORDS],
    sheet: [AtomicU16; SHEET_WORDS],
}

static PAGES: Pages = Pages::new();

/// Where the game is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn game() -> *const AtomicU16 {
    PAGES.game.as_ptr()
}

/// Where the board is to be written from which a game is resumed.
#[cfg(feature = "replay")]
#[unsafe(no_mangle)]
pub extern "C" fn board() -> *const AtomicU16 {
    PAGES.board.as_ptr()
}

/// Where the sheet is to be read.
#[unsafe(no_mangle)]
pub extern "C" fn sheet() -> *const AtomicU16 {
    PAGES.sheet.as_ptr()
}

/// Plays the game with that many steps and writes how it stands; or refuses with a negative number, which leaves
/// the sheet as it was.
#[cfg(feature = "replay")]
#[unsafe(no_mangle)]
pub extern "C" fn replay(steps: u32) -> i32 {
    PAGES.replay(steps as usize)
}

/// Does the same from the board on its page instead of the empty one.
#[cfg(feature = "replay")]
#[unsafe(no_mangle)]
pub extern "C" fn resume(steps: u32) -> i32 {
    PAGES.resume(steps as usize)
}

impl Pages {
    /// Empty pages.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            game: [const { AtomicU16::new(0) }; HEAD + MOST_STEPS],
            board: [const { AtomicU16::new(0) }; BOARD_WORDS],
            sheet: [const { AtomicU16::new(0) }; SHEET_WORDS],
        }
    }

    /// Writes the game, as JavaScript does; words beyond the end of the page are dropped.
    pub fn write_game(&self, words: &[u16]) {
        write(&self.game, words);
    }

    /// Writes the board, as JavaScript does; words beyond the end of the page are dropped.
    pub fn write_board(&self, words: &[u16]) {
        write(&self.board, words);
    }

    /// Writes words of another module onto the sheet; those beyond its end are dropped.
    pub fn write_words(&self, words: impl Iterator<Item = u16>) {
        let mut sheet = Writer { page: self.sheet.iter() };
        for word in words {
            sheet.word(word);
        }
    }

    /// Reads the sheet, as JavaScript does.
    pub fn read_sheet(&self) -> impl Iterator<Item = u16> {
        self.sheet.iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// The pages that JavaScript reads and writes.
    #[must_use]
    pub fn shared() -> &'static Self {
        &PAGES
    }

    /// The position that the game on its page has come to after so many steps.
    ///
    /// # Errors
    ///
    /// With the negative number that [`replay`] answers.
    pub fn position(&self, steps: usize) -> Result<Position, i32> {
        let start = self.rules().and_then(|(rules, players, first)| rules.started_by(players, first));
        self.play(start.ok_or(NO_SUCH_GAME)?, steps)
    }

    /// What [`replay`] does, on these pages.
    pub fn replay(&self, steps: usize) -> i32 {
        self.write_sheet(self.position(steps))
    }

    /// What [`resume`] does, on these pages.
    pub fn resume(&self, steps: usize) -> i32 {
        let shown = self.shown_position().ok_or(NO_SUCH_GAME);
        self.write_sheet(shown.and_then(|position| self.play(position, steps)))
    }

    fn play(&self, position: Position, steps: usize) -> Result<Position, i32> {
        let mut steps = self.game[HEAD..].get(..steps).ok_or(GAME_OVER)?.iter();
        steps.try_fold(position, |position, word| after(position, read(word)))
    }

    fn write_sheet(&self, position: Result<Position, i32>) -> i32 {
        match position {
            Ok(position) => {
                Writer { page: self.sheet.iter() }.position(&position);
                DONE
            }
            Err(refusal) => refusal,
        }
    }

    fn rules(&self) -> Option<(Rules, Players, Seat)> {
        let [first, second, third, players] =
            [0, 1, 2, 3].map(|index: usize| u8::try_from(read(&self.game[index])));
        let (first, second) = (first.ok()?, second.ok()?);
        let rules = if u16::from(first) == ULTIMATE {
            Rules::Ultimate(*CAPTURES.get(usize::from(second))?)
        } else {
            Rules::Grid(grid::Rules::new(first, second, third.ok()?)?)
        };
        Some((rules, Players::new(players.ok()?)?, seat(&self.game[4])?))
    }

    /// The position that looks like the board on its page. Where the last mark of a game of ultimate would have sent
    /// the next player is not shown: the position is then one of those that look the same.
    fn shown_position(&self) -> Option<Position> {
        let (rules, players, first) = self.rules()?;
        let mut page = Reader { page: &self.board };
        let (turn, out, next) = (page.word()?, page.word()?, page.word()?);
        let cells = page.list(1)?;
        let cells = || cells.iter().map(seat);
        let mut out = players.seats().filter(|&seat| out & bit(seat) != 0);
        let is_shown = |position: &Position| u16::from(position.turn().map_or(0, Seat::number)) == turn;
        match rules {
            Rules::Grid(rules) => {
                let position = grid::Position::from_cells(rules, players, first, cells(), out);
                position.map(Position::Grid).filter(is_shown)
            }
            Rules::Ultimate(capture) => {
                let captures = page.list(4)?.chunks_exact(4);
                let out = out.next();
                let find = |next| {
                    let captures = captures.clone().filter_map(captured);
                    let position =
                        ultimate::Position::from_cells(capture, first, cells(), captures, next, out);
                    position.map(Position::Ultimate).filter(is_shown)
                };
                match next {
                    0 => iter::once(None).chain(Field::all().map(Some)).find_map(find),
                    number => find(Some(Field::new(u8::try_from(number - 1).ok()?)?)),
                }
            }
        }
    }
}

impl Default for Pages {
    fn default() -> Self {
        Self::new()
    }
}

/// The capture rules by their numbers.
pub const CAPTURES: [Capture; 3] = [Capture::First, Capture::Any, Capture::Closing];

fn read(word: &AtomicU16) -> u16 {
    word.load(Ordering::Relaxed)
}

fn write(page: &[AtomicU16], words: &[u16]) {
    for (word, value) in page.iter().zip(words) {
        word.store(*value, Ordering::Relaxed);
    }
}

fn seat(word: &AtomicU16) -> Option<Seat> {
    Seat::new(u8::try_from(read(word)).ok()?)
}

/// The seat and the three cells of a line that captured a mini-field.
fn captured(words: &[AtomicU16]) -> Option<(Seat, [ultimate::Cell; 3])> {
    let [by, cells @ ..] = words else { return None };
    let cell = |index: usize| {
        let number = u8::try_from(read(cells.get(index)?)).ok()?;
        ultimate::Cell::new(number / 9, number % 9)
    };
    Some((seat(by)?, [cell(0)?, cell(1)?, cell(2)?]))
}

struct Reader<'a> {
    page: &'a [AtomicU16],
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<u16> {
        let (word, rest) = self.page.split_first()?;
        self.page = rest;
        Some(read(word))
    }

    /// As many entries as the next word says, of so many words each.
    fn list(&mut self, width: usize) -> Option<&'a [AtomicU16]> {
        let length = usize::from(self.word()?) * width;
        let (list, rest) = self.page.split_at_checked(length)?;
        self.page = rest;
        Some(list)
    }
}

fn after(mut position: Position, step: u16) -> Result<Position, i32> {
    if step >= LEAVES {
        let seat = u8::try_from(step - LEAVES).ok().and_then(Seat::new).ok_or(NOBODY_LEAVES)?;
        position.leave(seat).map_err(|refusal| match refusal {
            LeaveError::GameOver => GAME_OVER,
            LeaveError::NoSuchSeat | LeaveError::AlreadyOut => NOBODY_LEAVES,
        })?;
        return Ok(position);
    }
    let cols = u16::from(position.rules().cols());
    let row = u8::try_from(step / cols).map_err(|_| OUT_OF_BOUNDS)?;
    let col = u8::try_from(step % cols).map_err(|_| OUT_OF_BOUNDS)?;
    position.play(Cell { row, col }).map_err(|refusal| match refusal {
        MoveError::GameOver => GAME_OVER,
        MoveError::OutOfBounds => OUT_OF_BOUNDS,
        MoveError::WrongField => WRONG_FIELD,
        MoveError::CellTaken(_) => CELL_TAKEN,
    })?;
    Ok(position)
}

struct Writer<'a> {
    page: core::slice::Iter<'a, AtomicU16>,
}

impl Writer<'_> {
    fn word(&mut self, value: impl Into<u16>) {
        if let Some(word) = self.page.next() {
            word.store(value.into(), Ordering::Relaxed);
        }
    }

    fn position(&mut self, position: &Position) {
        self.outcome(position.outcome());
        let out = position.players().seats().filter(|&seat| position.is_out(seat));
        self.word(out.fold(0_u16, |bits, seat| bits | bit(seat)));
        match position {
            Position::Grid(_) => self.line(position.winning_line(), position.rules().cols()),
            Position::Ultimate(_) => self.line(position.winning_line(), 3),
        }
        self.cells(position);
        match position {
            Position::Grid(_) => self.word(0_u16),
            Position::Ultimate(position) => self.fields(position),
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        let (kind, seat) = match outcome {
            Outcome::InProgress { next } => (IN_PROGRESS, next.number()),
            Outcome::Won { winner, by: Victory::Line } => (WON_BY_LINE, winner.number()),
            Outcome::Won { winner, by: Victory::LastLeft } => (WON_AS_LAST, winner.number()),
            Outcome::Draw => (DRAW, 0),
        };
        self.word(kind);
        self.word(seat);
    }

    fn line(&mut self, line: Option<Line>, cols: u8) {
        let length = line.map_or(0, |line| line.cells().count());
        self.word(u16::try_from(length).unwrap_or(0));
        for place in line.into_iter().flat_map(Line::cells) {
            self.word(number(place, cols));
        }
    }

    fn cells(&mut self, position: &Position) {
        let (rows, cols) = (position.rules().rows(), position.rules().cols());
        self.word(u16::from(rows) * u16::from(cols));
        let mut legal = position.legal_moves().peekable();
        for place in (0..rows).flat_map(|row| (0..cols).map(move |col| Cell { row, col })) {
            let mark = position.mark_at(place).map_or(0, Seat::number);
            let may = legal.next_if_eq(&place).map_or(0, |_| LEGAL);
            self.word(u16::from(mark) | may);
        }
    }

    fn fields(&mut self, position: &ultimate::Position) {
        self.word(u16::try_from(Field::all().len()).unwrap_or(0));
        for field in Field::all() {
            let open = position.open_fields() >> field.number() & 1;
            let owners = [Seat::X, Seat::O]
                .into_iter()
                .filter(|&seat| position.fields_of(seat) >> field.number() & 1 == 1);
            self.word(owners.fold(OPEN * open, |bits, seat| bits | bit(seat)));
            self.word(u16::try_from(position.captures(field).count()).unwrap_or(0));
            for captured in position.captures(field) {
                self.word(captured.seat.number());
                for place in captured.line.cells() {
                    self.word(number(place, 9));
                }
            }
        }
    }
}

fn number(place: Cell, cols: u8) -> u16 {
    u16::from(place.row) * u16::from(cols) + u16::from(place.col)
}

fn bit(seat: Seat) -> u16 {
    1 << seat.index()
}

/// A module without std must say what a panic does; nothing here can panic.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
