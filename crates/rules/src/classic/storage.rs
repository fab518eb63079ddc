//! A board as four bytes: the cells of X, then those of O, as little-endian bit masks.

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use super::board::Board;

impl BorshSerialize for Board {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.bits().serialize(writer)
    }
}

impl BorshDeserialize for Board {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let (x, o) = <(u16, u16)>::deserialize_reader(reader)?;
        Self::from_bits(x, o).ok_or_else(|| Error::from(ErrorKind::InvalidData))
    }
}

#[cfg(feature = "borsh-schema")]
mod schema {
    extern crate alloc;

    use alloc::collections::BTreeMap;

    use borsh::BorshSchema;
    use borsh::schema::{Declaration, Definition};

    use super::Board;

    impl BorshSchema for Board {
        fn declaration() -> Declaration {
            <(u16, u16)>::declaration()
        }

        fn add_definitions_recursively(definitions: &mut BTreeMap<Declaration, Definition>) {
            <(u16, u16)>::add_definitions_recursively(definitions);
        }
    }
}
