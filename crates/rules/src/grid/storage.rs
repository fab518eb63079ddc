//! A position as bytes: rows, columns, how many in a row, then one byte with the number of players less one (bits 0
//! and 1), the index of the seat that moved first (bits 2 and 3) and one bit for each who is out (bits 4 to 7), then
//! each player's cells as a bit mask of as many bytes as the board needs.
//!
//! So its length depends on the rules and the number of players alone.

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use super::bits::Bits;
use super::position::Position;
use super::rules::Rules;
use crate::game::{Game, Players, Seat};

const LARGEST_MASK: usize = 48;

impl BorshSerialize for Position {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        let (rules, players) = (self.rules(), self.players());
        let seats = (players.count() - 1) | (self.first().number() - 1) << 2 | self.out << 4;
        let head = [rules.rows(), rules.cols(), rules.in_a_row(), seats];
        writer.write_all(&head)?;
        for seat in players.seats() {
            writer.write_all(&to_bytes(*self.marks_of(seat))[..mask_length(rules)])?;
        }
        Ok(())
    }
}

impl BorshDeserialize for Position {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let invalid = || Error::from(ErrorKind::InvalidData);
        let [rows, cols, in_a_row, seats] = <[u8; 4]>::deserialize_reader(reader)?;
        let rules = Rules::new(rows, cols, in_a_row).ok_or_else(invalid)?;
        let players = Players::new((seats & 3) + 1).ok_or_else(invalid)?;
        let first = Seat::new((seats >> 2 & 3) + 1).ok_or_else(invalid)?;
        let mut marks = [Bits::default(); 4];
        for seat in players.seats() {
            let mut bytes = [0; LARGEST_MASK];
            reader.read_exact(&mut bytes[..mask_length(rules)])?;
            marks[seat.index()] = Bits(from_bytes(bytes, mask_length(rules)));
        }
        Self::from_marks(rules, players, first, seats >> 4, marks).ok_or_else(invalid)
    }
}

fn mask_length(rules: Rules) -> usize {
    usize::from(rules.cells().div_ceil(8))
}

fn to_bytes(words: [u64; 6]) -> [u8; LARGEST_MASK] {
    let mut bytes = [0; LARGEST_MASK];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

// Only as many words as there are bytes for: a small board is read with few instructions.
fn from_bytes(bytes: [u8; LARGEST_MASK], length: usize) -> [u64; 6] {
    let mut words = [0; 6];
    for (word, chunk) in words.iter_mut().zip(bytes.as_chunks().0).take(length.div_ceil(8)) {
        *word = u64::from_le_bytes(*chunk);
    }
    words
}

#[cfg(feature = "borsh-schema")]
mod schema {
    extern crate alloc;

    use alloc::collections::BTreeMap;
    use alloc::string::String;

    use borsh::BorshSchema;
    use borsh::schema::{Declaration, Definition};

    use super::Position;

    impl BorshSchema for Position {
        fn declaration() -> Declaration {
            String::from("GridPosition")
        }

        // Two players on the smallest board, four on the largest; the first four bytes determine the length.
        fn add_definitions_recursively(definitions: &mut BTreeMap<Declaration, Definition>) {
            let bytes = Definition::Sequence {
                length_width: Definition::ARRAY_LENGTH_WIDTH,
                length_range: 8..=188,
                elements: u8::declaration(),
            };
            u8::add_definitions_recursively(definitions);
            definitions.insert(Self::declaration(), bytes);
        }
    }
}
