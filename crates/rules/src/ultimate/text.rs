//! A position as text, both ways: the drawn board, then what the marks alone do not show.

use core::fmt;
use core::str::SplitWhitespace;

use super::capture::Capture;
use super::cell::{Cell, Field};
use super::contents::Contents;
use super::lines::LineOfThree;
use super::position::Position;
use crate::game::{ParsePositionError, Players, Seat, board_and_notes};

/// Nine rows of `X`, `O` and `.` with lines between the mini-fields, then notes such as
///
/// ```text
/// first O
/// captured 0 by O with 345
/// next 8
/// out X
/// ```
///
/// Mini-fields and cells are numbered from 0 in reading order. Captures of one mini-field are in the order in
/// which they happened; without `first` X moved first, without `next` the next mark may go anywhere that is open.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            f.write_str(match (cell.row(), cell.col()) {
                (0, 0) => "",
                (3 | 6, 0) => "\n------+-------+------\n",
                (_, 0) => "\n",
                (_, 3 | 6) => " | ",
                _ => " ",
            })?;
            match self.mark_at(cell) {
                Some(seat) => write!(f, "{seat}")?,
                None => f.write_str(".")?,
            }
        }
        if self.first() != Seat::X {
            write!(f, "\nfirst {}", self.first())?;
        }
        for field in Field::all() {
            for (seat, line) in self.lines_in(field) {
                write!(f, "\ncaptured {} by {seat} with ", field.number())?;
                let cells = Field::all().filter(|cell| line.bits() & cell.bit() != 0);
                cells.map(Field::number).try_for_each(|number| write!(f, "{number}"))?;
            }
        }
        if let Some(field) = self.next {
            write!(f, "\nnext {}", field.number())?;
        }
        if let Some(seat) = self.seat_out() {
            write!(f, "\nout {seat}")?;
        }
        Ok(())
    }
}

impl Position {
    /// Reads what [`Display`](fmt::Display) writes. White space and the lines between mini-fields may be left
    /// out.
    ///
    /// # Errors
    ///
    /// When the text is no such board, or a position can't be like this.
    pub fn parse(capture: Capture, text: &str) -> Result<Self, ParsePositionError> {
        let (board, notes) = board_and_notes(text);
        let mut contents = [Contents::default(); 9];
        let mut cells = Cell::all();
        let drawn = |character: &char| !character.is_whitespace() && !matches!(character, '|' | '-' | '+');
        for character in board.chars().filter(drawn) {
            let cell = cells.next().ok_or(ParsePositionError::WrongNumberOfCells)?;
            if character != '.' {
                let seat = Seat::from_char(character).filter(|&seat| Players::TWO.has(seat));
                let seat = seat.ok_or(ParsePositionError::UnknownMark(character))?;
                contents[cell.field().index()].marks[seat.index()] |= cell.inner().bit();
            }
        }
        if cells.len() > 0 {
            return Err(ParsePositionError::WrongNumberOfCells);
        }
        let mut words = notes.split_whitespace();
        let notes = Notes::parse(&mut words, &mut contents).ok_or(ParsePositionError::UnknownNote)?;
        let position = Self::from_contents(capture, notes.first, contents, notes.next, notes.out);
        position.ok_or(ParsePositionError::Unreachable)
    }
}

struct Notes {
    first: Seat,
    next: Option<Field>,
    out: Option<Seat>,
}

impl Notes {
    fn parse(words: &mut SplitWhitespace<'_>, contents: &mut [Contents; 9]) -> Option<Self> {
        let mut notes = Self { first: Seat::X, next: None, out: None };
        while let Some(word) = words.next() {
            match word {
                "first" => notes.first = parse_seat(words.next()?)?,
                "captured" => {
                    let field = &mut contents[parse_field(words.next()?)?.index()];
                    let seat =
                        words.next().filter(|&word| word == "by").and_then(|_| parse_seat(words.next()?))?;
                    let line = words
                        .next()
                        .filter(|&word| word == "with")
                        .and_then(|_| parse_line(words.next()?))?;
                    field.capture(seat, line);
                }
                "next" => notes.next = Some(parse_field(words.next()?)?),
                "out" => notes.out = Some(parse_seat(words.next()?)?),
                _ => return None,
            }
        }
        Some(notes)
    }
}

fn parse_field(word: &str) -> Option<Field> {
    Field::new(word.parse().ok()?)
}

fn parse_seat(word: &str) -> Option<Seat> {
    Seat::from_word(word).filter(|&seat| Players::TWO.has(seat))
}

fn parse_line(word: &str) -> Option<LineOfThree> {
    let digits = word.split("").filter(|digit| !digit.is_empty());
    let cells = digits.map(parse_field).try_fold(0, |cells, cell| Some(cells | cell?.bit()))?;
    LineOfThree::exactly(cells)
}
