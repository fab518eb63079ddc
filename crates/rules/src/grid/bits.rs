//! A set of cells as bits in reading order, with only as many words in use as the board needs.

use super::rules::Rules;
use crate::game::{Cell, Direction, Line};

/// Enough for 19x19 cells.
const WORDS: usize = 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits(pub(super) [u64; WORDS]);

/// Returns how many words a board with these rules needs, so that a small one costs little.
pub(super) const fn words(rules: Rules) -> usize {
    rules.cells().div_ceil(64) as usize
}

/// Returns the bits of word number `word` that are cells of the board.
pub(super) fn on_board(rules: Rules, word: usize) -> u64 {
    let cells_from_here = usize::from(rules.cells()).saturating_sub(word * 64);
    if cells_from_here < 64 { (1 << cells_from_here) - 1 } else { u64::MAX }
}

pub(super) fn index(rules: Rules, cell: Cell) -> usize {
    usize::from(cell.row) * usize::from(rules.cols()) + usize::from(cell.col)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a board has 361 cells at most, and small numbers divide faster"
)]
pub(super) fn cell(rules: Rules, index: usize) -> Cell {
    let (index, cols) = (index as u16, u16::from(rules.cols()));
    Cell { row: (index / cols) as u8, col: (index % cols) as u8 }
}

/// Returns how far apart in the bits two neighbours in a line are.
pub(super) fn stride(rules: Rules, direction: Direction) -> usize {
    let cols = usize::from(rules.cols());
    match direction {
        Direction::Right => 1,
        Direction::Down => cols,
        Direction::DownRight => cols + 1,
        Direction::DownLeft => cols - 1,
    }
}

impl Bits {
    pub(super) fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    #[expect(clippy::cast_possible_truncation, reason = "a board has 361 cells at most")]
    pub(super) fn count(&self, rules: Rules) -> u16 {
        self.0[..words(rules)].iter().map(|word| word.count_ones()).sum::<u32>() as u16
    }

    /// Returns the first complete line in the order in which lines are preferred, wherever it is on the board.
    pub(super) fn first_line(&self, rules: Rules) -> Option<Line> {
        Direction::ALL.into_iter().find_map(|direction| self.first_line_along(rules, direction))
    }

    // Each round keeps the cells that begin a run of twice the length. Runs that wrap around the border are
    // recognised by where they begin.
    fn first_line_along(&self, rules: Rules, direction: Direction) -> Option<Line> {
        let (wanted, stride) = (usize::from(rules.in_a_row()), stride(rules, direction));
        let mut starts = *self;
        let mut length = 1;
        while length < wanted {
            let more = length.min(wanted - length);
            starts.keep_if_set_after(more * stride, words(rules));
            length += more;
        }
        starts.iter(words(rules)).map(|index| cell(rules, index)).find_map(|first| {
            let fits = match direction {
                Direction::Right | Direction::DownRight => first.col + rules.in_a_row() <= rules.cols(),
                Direction::Down => true,
                Direction::DownLeft => first.col + 1 >= rules.in_a_row(),
            };
            fits.then_some(Line { first, direction, length: rules.in_a_row() })
        })
    }

    fn keep_if_set_after(&mut self, distance: usize, words: usize) {
        let (skipped, shift) = (distance / 64, distance % 64);
        for i in 0..words {
            let word = |number: usize| if number < words { self.0[number] } else { 0 };
            let low = word(i + skipped) >> shift;
            // Two steps, since shifting by all 64 bits at once is no shift.
            let high = word(i + skipped + 1) << 1 << (63 - shift);
            self.0[i] &= low | high;
        }
    }

    fn iter(self, words: usize) -> impl Iterator<Item = usize> {
        (0..words).flat_map(move |i| ones(self.0[i]).map(move |bit| i * 64 + bit))
    }
}

/// Returns the numbers of the bits that are set, from the lowest.
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let lowest = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(lowest)
    })
}
