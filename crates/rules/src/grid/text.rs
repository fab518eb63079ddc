//! A position as text, both ways: a line for each row, then who moved first and who is out.

use core::fmt;

use super::bits::Bits;
use super::position::Position;
use super::rules::Rules;
use crate::game::{Cell, Game, ParsePositionError, Players, Seat, board_and_notes};

/// Rows of `X`, `O`, `A`, `S` and `.`, then a line such as `first O` unless X moved first and, if anybody is out, one
/// such as `out O A`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rules().rows() {
            for col in 0..self.rules().cols() {
                let before = match (row, col) {
                    (0, 0) => "",
                    (_, 0) => "\n",
                    _ => " ",
                };
                f.write_str(before)?;
                match self.mark_at(Cell { row, col }) {
                    Some(seat) => write!(f, "{seat}")?,
                    None => f.write_str(".")?,
                }
            }
        }
        if self.first() != Seat::X {
            write!(f, "\nfirst {}", self.first())?;
        }
        if self.out != 0 {
            f.write_str("\nout")?;
        }
        for seat in self.players().seats().filter(|&seat| self.is_out(seat)) {
            write!(f, " {seat}")?;
        }
        Ok(())
    }
}

impl Position {
    /// Reads what [`Display`](fmt::Display) writes. White space between cells does not matter.
    ///
    /// # Errors
    ///
    /// When the text is no board of this size, or no game leads to it.
    pub fn parse(rules: Rules, players: Players, text: &str) -> Result<Self, ParsePositionError> {
        let (board, notes) = board_and_notes(text);
        let mut marks = [Bits::default(); 4];
        let mut cells = 0..rules.cells();
        for character in board.chars().filter(|character| !character.is_whitespace()) {
            let cell = cells.next().ok_or(ParsePositionError::WrongNumberOfCells)?;
            if character != '.' {
                let seat = seat_of(players, character).ok_or(ParsePositionError::UnknownMark(character))?;
                marks[seat.index()].insert(cell.into());
            }
        }
        if !cells.is_empty() {
            return Err(ParsePositionError::WrongNumberOfCells);
        }
        let (first, out) = parse_notes(players, notes).ok_or(ParsePositionError::UnknownNote)?;
        Self::from_marks(rules, players, first, out, marks).ok_or(ParsePositionError::Unreachable)
    }
}

fn seat_of(players: Players, mark: char) -> Option<Seat> {
    Seat::from_char(mark).filter(|&seat| players.has(seat))
}

// Who moved first, and one bit for each who is out.
fn parse_notes(players: Players, notes: &str) -> Option<(Seat, u8)> {
    let seat = |word: &str| Seat::from_word(word).filter(|&seat| players.has(seat));
    let (mut first, mut out) = (Seat::X, 0);
    let mut words = notes.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "first" => first = seat(words.next()?)?,
            "out" => {
                while let Some(seat) = words.peek().and_then(|word| seat(word)) {
                    out |= seat.bit();
                    words.next();
                }
            }
            _ => return None,
        }
    }
    Some((first, out))
}
