//! A position of any game as bytes: 0 for a grid or 1 for ultimate, then the position itself.

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use super::Position;

const GRID: u8 = 0;
const ULTIMATE: u8 = 1;

impl BorshSerialize for Position {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        match self {
            Self::Grid(position) => {
                GRID.serialize(writer)?;
                position.serialize(writer)
            }
            Self::Ultimate(position) => {
                ULTIMATE.serialize(writer)?;
                position.serialize(writer)
            }
        }
    }
}

impl BorshDeserialize for Position {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        match u8::deserialize_reader(reader)? {
            GRID => BorshDeserialize::deserialize_reader(reader).map(Self::Grid),
            ULTIMATE => BorshDeserialize::deserialize_reader(reader).map(Self::Ultimate),
            _ => Err(Error::from(ErrorKind::InvalidData)),
        }
    }
}

#[cfg(feature = "borsh-schema")]
mod schema {
    extern crate alloc;

    use alloc::collections::BTreeMap;
    use alloc::string::String;
    use alloc::vec;

    use borsh::BorshSchema;
    use borsh::schema::{Declaration, Definition};

    use super::{GRID, Position, ULTIMATE};
    use crate::{grid, ultimate};

    impl BorshSchema for Position {
        fn declaration() -> Declaration {
            String::from("Position")
        }

        fn add_definitions_recursively(definitions: &mut BTreeMap<Declaration, Definition>) {
            let variants = vec![
                (i64::from(GRID), String::from("Grid"), grid::Position::declaration()),
                (i64::from(ULTIMATE), String::from("Ultimate"), ultimate::Position::declaration()),
            ];
            grid::Position::add_definitions_recursively(definitions);
            ultimate::Position::add_definitions_recursively(definitions);
            definitions.insert(Self::declaration(), Definition::Enum { tag_width: 1, variants });
        }
    }
}
