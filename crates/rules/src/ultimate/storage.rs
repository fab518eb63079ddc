//! A position as 38 bytes.
//!
//! First a byte with the capture rule (bits 0 and 1), the seat that is out or 0 (bits 2 and 3) and the
//! seat that moved first (bits 4 and 5). Then a byte with the mini-field where the next mark must go, or 9.
//! Then four bytes for each mini-field, little-endian: the cells of X (9 bits), those of O (9 bits), the number of X's capturing line from 1 or 0
//! (4 bits), that of O's (4 bits), and whether O's came first (1 bit).

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use super::capture::Capture;
use super::cell::Field;
use super::contents::Contents;
use super::lines::{ALL, LineOfThree};
use super::position::Position;
use crate::game::Seat;

type Stored = (u8, u8, [u32; 9]);

const ANYWHERE: u8 = 9;

impl BorshSerialize for Position {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        let capture = match self.capture() {
            Capture::First => 0,
            Capture::Any => 1,
            Capture::Closing => 2,
        };
        let out = self.seat_out().map_or(0, Seat::number);
        let next = self.next.map_or(ANYWHERE, Field::number);
        let head = capture | out << 2 | self.first().number() << 4;
        let stored: Stored = (head, next, self.contents().map(Contents::to_bits));
        stored.serialize(writer)
    }
}

impl BorshDeserialize for Position {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let (head, next, fields) = Stored::deserialize_reader(reader)?;
        read(head, next, fields).ok_or_else(|| Error::from(ErrorKind::InvalidData))
    }
}

fn read(head: u8, next: u8, fields: [u32; 9]) -> Option<Position> {
    let capture = match head & 3 {
        0 => Capture::First,
        1 => Capture::Any,
        2 => Capture::Closing,
        _ => return None,
    };
    let out = match head >> 2 & 3 {
        0 => None,
        number => Some(Seat::new(number)?),
    };
    let first = Seat::new(head >> 4)?;
    let next = match next {
        ANYWHERE => None,
        number => Some(Field::new(number)?),
    };
    let mut contents = [Contents::default(); 9];
    for (contents, bits) in contents.iter_mut().zip(fields) {
        *contents = Contents::from_bits(bits)?;
    }
    Position::from_contents(capture, first, contents, next, out)
}

impl Contents {
    fn to_bits(self) -> u32 {
        let [x, o] = self.marks.map(u32::from);
        let [x_line, o_line] = self.lines.map(|line| line.map_or(0, |line| u32::from(line.number())));
        x | o << 9 | x_line << 18 | o_line << 22 | u32::from(self.o_first) << 26
    }

    fn from_bits(bits: u32) -> Option<Self> {
        if bits >> 27 != 0 {
            return None;
        }
        Some(Self {
            marks: [read_cells(bits), read_cells(bits >> 9)],
            lines: [read_line(bits >> 18 & 0xf)?, read_line(bits >> 22 & 0xf)?],
            o_first: bits >> 26 != 0,
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "nine bits are wanted")]
const fn read_cells(bits: u32) -> u16 {
    bits as u16 & ALL
}

// The outer option is empty if there is no line with this number.
#[expect(clippy::option_option, reason = "no line and a wrong number are different things")]
fn read_line(number: u32) -> Option<Option<LineOfThree>> {
    if number == 0 { Some(None) } else { LineOfThree::from_number(number).map(Some) }
}

#[cfg(feature = "borsh-schema")]
mod schema {
    extern crate alloc;

    use alloc::collections::BTreeMap;

    use borsh::BorshSchema;
    use borsh::schema::{Declaration, Definition};

    use super::{Position, Stored};

    impl BorshSchema for Position {
        fn declaration() -> Declaration {
            Stored::declaration()
        }

        fn add_definitions_recursively(definitions: &mut BTreeMap<Declaration, Definition>) {
            Stored::add_definitions_recursively(definitions);
        }
    }
}
