//! Cells in the order in which they are tried. The standard library's sorting would be the largest part of a contract
//! that plays, and here it would sort what nobody looks at.

use alloc::vec::Vec;

/// Returns as many cells as are wanted, those with the largest keys, the largest first.
pub(crate) fn largest_first<K: Ord>(
    cells: impl Iterator<Item = u16>,
    wanted: usize,
    key: impl Fn(u16) -> K,
) -> Vec<u16> {
    let mut ordered: Vec<(K, u16)> = Vec::new();
    for cell in cells {
        let key = key(cell);
        let at = ordered.partition_point(|(before, _)| *before >= key);
        if at < wanted {
            ordered.truncate(wanted - 1);
            ordered.insert(at, (key, cell));
        }
    }
    ordered.into_iter().map(|(_, cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::largest_first;

    fn ordered(wanted: usize) -> Vec<u16> {
        largest_first([5, 21, 3, 14, 12].into_iter(), wanted, |cell| cell % 10)
    }

    #[test]
    fn the_largest_come_first_and_no_more_than_are_wanted() {
        assert_eq!(ordered(5), [5, 14, 3, 12, 21]);
        assert_eq!(ordered(usize::MAX), ordered(5));
        assert_eq!(ordered(2), [5, 14]);
    }
}
