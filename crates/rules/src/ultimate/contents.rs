//! The mini-fields as text, storage and others describe them, and which descriptions are accepted.

use super::capture::Capture;
use super::cell::{Cell, Field};
use super::lines::{LineOfThree, has_line};
use super::position::{End, Position, SEATS};
use crate::game::{Players, Seat};

/// The contents of a mini-field, as described.
#[derive(Clone, Copy, Default)]
pub(super) struct Contents {
    pub(super) marks: [u16; 2],
    pub(super) lines: [Option<LineOfThree>; 2],
    pub(super) o_first: bool,
}

impl Contents {
    fn agree_with(self, capture: Capture) -> bool {
        let [x, o] = self.marks;
        let [x_line, o_line] = self.lines;
        let drawn = x_line.is_none_or(|line| line.is_in(x)) && o_line.is_none_or(|line| line.is_in(o));
        let both = x_line.is_some() && o_line.is_some();
        let captured = match capture {
            Capture::Any => x_line.is_some() == has_line(x) && o_line.is_some() == has_line(o),
            Capture::First => !both && (x_line.is_some() || o_line.is_some()) == (has_line(x) || has_line(o)),
            Capture::Closing => !both && x_line.is_some() == has_line(x) && o_line.is_some() == has_line(o),
        };
        x & o == 0 && drawn && captured && (both || !self.o_first)
    }

    pub(super) fn capture(&mut self, seat: Seat, line: LineOfThree) {
        self.o_first |= seat == Seat::X && self.lines[1].is_some();
        self.lines[seat.index()] = Some(line);
    }
}

impl Position {
    /// Returns the position with these cells, in reading order of the whole board, in a game that `first` began.
    ///
    /// Each capture is the player and the line of three cells that captured their mini-field; those of one
    /// mini-field are in the order in which they happened. `next` is the mini-field where the next mark must go,
    /// which after the last mark of a game is the one where it would have to go.
    ///
    /// `None` unless all 81 cells are given and a position can be like this.
    #[must_use]
    pub fn from_cells(
        capture: Capture,
        first: Seat,
        cells: impl IntoIterator<Item = Option<Seat>>,
        captures: impl IntoIterator<Item = (Seat, [Cell; 3])>,
        next: Option<Field>,
        out: Option<Seat>,
    ) -> Option<Self> {
        let mut contents = [Contents::default(); 9];
        let mut all = Cell::all();
        for mark in cells {
            let cell = all.next()?;
            if let Some(seat) = mark {
                let marks = contents[cell.field().index()].marks.get_mut(seat.index())?;
                *marks |= cell.inner().bit();
            }
        }
        if all.len() > 0 {
            return None;
        }
        for (seat, line) in captures {
            let field = line[0].field();
            if !Players::TWO.has(seat) || line.iter().any(|cell| cell.field() != field) {
                return None;
            }
            let bits = line.iter().fold(0, |bits, cell| bits | cell.inner().bit());
            contents[field.index()].capture(seat, LineOfThree::exactly(bits)?);
        }
        Self::from_contents(capture, first, contents, next, out)
    }

    /// Returns the position with these contents, unless they contradict each other as listed above.
    pub(super) fn from_contents(
        capture: Capture,
        first: Seat,
        contents: [Contents; 9],
        next: Option<Field>,
        out: Option<Seat>,
    ) -> Option<Self> {
        let mut position = Self { next, ..Self::started_by(capture, first)? };
        for (field, contents) in Field::all().zip(contents) {
            if !contents.agree_with(capture) {
                return None;
            }
            position.put(field, contents);
        }
        let counts = position.marks.map(|fields| fields.iter().map(|cells| cells.count_ones()).sum::<u32>());
        let (of_first, of_other) = (counts[first.index()], counts[1 - first.index()]);
        if of_first != of_other && of_first != of_other + 1 {
            return None;
        }
        position.moves = u8::try_from(counts[0] + counts[1]).ok()?;
        if has_line(position.owned[position.moves_next()]) || !position.could_send_there() {
            return None;
        }
        position.end = if has_line(position.owned[position.moved_last()]) {
            Some(End::Line)
        } else if position.is_stuck() {
            Some(End::Draw)
        } else {
            None
        };
        if let Some(seat) = out {
            position.leave(seat).ok()?;
        }
        Some(position)
    }

    #[cfg(feature = "borsh")]
    pub(super) fn contents(&self) -> [Contents; 9] {
        core::array::from_fn(|field| Contents {
            marks: self.marks.map(|marks| marks[field]),
            lines: self.lines.map(|lines| lines[field]),
            o_first: self.o_first >> field & 1 == 1,
        })
    }

    fn put(&mut self, field: Field, contents: Contents) {
        for seat in SEATS.map(Seat::index) {
            self.marks[seat][field.index()] = contents.marks[seat];
            self.lines[seat][field.index()] = contents.lines[seat];
            if contents.lines[seat].is_some() {
                self.owned[seat] |= field.bit();
            }
        }
        if contents.o_first {
            self.o_first |= field.bit();
        }
        if self.must_close(field) {
            self.closed |= field.bit();
        }
    }

    fn could_send_there(&self) -> bool {
        let cells = self.marks[self.moved_last()].iter().fold(0, |all, cells| all | cells);
        let closing = self.capture == Capture::Closing;
        match self.next {
            None if self.moves == 0 => true,
            None => closing && cells & self.closed != 0,
            Some(field) => cells & field.bit() != 0 && !(closing && self.closed & field.bit() != 0),
        }
    }
}
