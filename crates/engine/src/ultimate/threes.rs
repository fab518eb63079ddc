//! What a set of cells of a 3x3 board is worth, looked up: its lines, what would complete one, its members.

/// The eight lines, one bit per cell, so each octal digit is a row.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// All nine cells.
pub(crate) const ALL: u16 = 0o777;

/// For each set the cells that complete a line with two of its own; the cells of the set that are in a complete
/// line count too, so a set with a line shares a cell with its entry.
static COMPLETING: [u16; 512] = {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < 8 {
            let mut bit = 0;
            while bit < 9 {
                let rest = LINES[line] & !(1 << bit);
                if LINES[line] >> bit & 1 == 1 && cells as u16 & rest == rest {
                    table[cells] |= 1 << bit;
                }
                bit += 1;
            }
            line += 1;
        }
        cells += 1;
    }
    table
};

/// For each set the number of its first member, its second and so on.
static NTH: [[u8; 9]; 512] = {
    let mut table = [[0; 9]; 512];
    let mut cells = 0;
    while cells < 512 {
        let (mut bit, mut found) = (0, 0);
        while bit < 9 {
            if cells >> bit & 1 == 1 {
                table[cells][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        cells += 1;
    }
    table
};

/// For each set the lines that share one cell with it, and the lines that share any: one bit per line.
static LINES_WITH: [[u8; 2]; 512] = {
    let mut table = [[0; 2]; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < 8 {
            let shared = (LINES[line] & cells as u16).count_ones();
            table[cells][0] |= ((shared == 1) as u8) << line;
            table[cells][1] |= ((shared > 0) as u8) << line;
            line += 1;
        }
        cells += 1;
    }
    table
};

/// Returns the lines that have one of these cells and none of the others, one bit per line.
pub(crate) fn begun_lines(own: u16, others: u16) -> u8 {
    LINES_WITH[usize::from(own & ALL)][0] & open_lines(others)
}

/// Returns the lines that have none of these cells, one bit per line.
pub(crate) fn open_lines(others: u16) -> u8 {
    !LINES_WITH[usize::from(others & ALL)][1]
}

/// Returns the cells that complete a line with two of these.
pub(crate) fn completing(cells: u16) -> u16 {
    COMPLETING[usize::from(cells & ALL)]
}

pub(crate) fn has_line(cells: u16) -> bool {
    completing(cells) & cells != 0
}

/// Returns the member with this number, counted from 0.
pub(crate) fn nth(cells: u16, number: u32) -> u8 {
    NTH[usize::from(cells & ALL)][number as usize % 9]
}

/// Returns the members, from the lowest.
pub(crate) fn members(mut cells: u16) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        if cells == 0 {
            return None;
        }
        let lowest = cells.trailing_zeros() as u8;
        cells &= cells - 1;
        Some(lowest)
    })
}
