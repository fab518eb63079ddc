//! What a position of ultimate is worth, by a small network that has learnt it from games against itself.
//!
//! A mini-field is described by how close each player is to capturing it, whatever its orientation. Each unit of the
//! hidden layer adds a weight for the description of each mini-field, and of the one to be played in. The same weights
//! are used turned and mirrored, so that a unit sees the board from eight sides and equal positions are worth the same.
//! `examples/train` learns the weights; all is counted in integers up to the last fraction.

use alloc::vec::Vec;

use tic_tac_toe_rules::ultimate::Capture;

use super::board::{ANYWHERE, Board};
use super::threes::{begun_lines, completing, open_lines};
use crate::roots::squashed;

/// How close a player is to a mini-field: from no hope to owning it.
const HOPES: usize = 10;
const OWNED: usize = HOPES - 1;

/// Descriptions of a mini-field: both players' hopes, or who owns it when it is full.
const CLASSES: usize = HOPES * HOPES + 4;

/// Descriptions of the mini-field to be played in: how many cells capture it, up to two, for each player.
const CHOICES: usize = 9;

/// One row of weights for each description of each mini-field, and one for a free choice.
pub(crate) const ROWS: usize = 9 * CLASSES + 9 * CHOICES + 1;
const FREE_CHOICE: usize = ROWS - 1;

/// How many rows describe a position: nine mini-fields and the one to be played in.
pub(crate) const USED_ROWS: usize = 10;

/// The hidden layer: units of which each sees the board from eight sides.
pub(crate) const UNITS: usize = 8;
pub(crate) const SIDES: usize = 8;
pub(crate) const HIDDEN: usize = UNITS * SIDES;

/// What weights and the units' sums are multiplied by, to be integers.
pub(crate) const SCALE: i16 = 48;

/// A unit counts for nothing below 0 and no more than this, in multiples of the scale.
pub(crate) const MOST: i16 = 2;

/// The weights as they are stored: rows, biases, then the units' weights in the sum.
pub(crate) const STORED: usize = (ROWS + 2) * UNITS;

/// Where each mini-field is when the board is looked at from each side.
pub(crate) const SEEN_AT: [[u8; 9]; SIDES] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

#[derive(Debug)]
pub(crate) struct Judge {
    // By row, then by hidden unit.
    rows: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    sum: [i16; HIDDEN],
}

impl Judge {
    /// Returns who judges by this capture rule. Under the other one a network has played no better than random games to
    /// the end do in the same time.
    pub(crate) fn of(capture: Capture) -> Option<Self> {
        match capture {
            Capture::First => Some(Self::with(include_bytes!("first.bin"))),
            Capture::Closing => Some(Self::with(include_bytes!("closing.bin"))),
            Capture::Any => None,
        }
    }

    /// Reads the weights.
    pub(crate) fn with(stored: &[u8; STORED]) -> Self {
        let weight = |row: usize, unit: usize| i16::from(stored[row * UNITS + unit].cast_signed());
        let spread = |row: usize| core::array::from_fn(|hidden| weight(row, hidden % UNITS));
        let seen =
            |row: usize| core::array::from_fn(|hidden| weight(row_from(row, hidden / UNITS), hidden % UNITS));
        Self { rows: (0..ROWS).map(seen).collect(), bias: spread(ROWS), sum: spread(ROWS + 1) }
    }

    /// Returns what the player whose turn it is may expect, from 0 for a loss to 1 for a win.
    pub(crate) fn expectation(&self, board: &Board) -> f32 {
        let mut hidden = self.bias;
        for row in used_rows(board) {
            for (sum, weight) in hidden.iter_mut().zip(&self.rows[row]) {
                *sum += weight;
            }
        }
        let mut sum = 0;
        for (unit, weight) in hidden.into_iter().zip(self.sum) {
            sum += i32::from(unit.clamp(0, MOST * SCALE)) * i32::from(weight);
        }
        #[expect(clippy::cast_precision_loss, reason = "an expectation needs few digits")]
        squashed(sum as f32 / f32::from(SCALE * SCALE))
    }
}

/// Returns the rows that describe the position.
pub(crate) fn used_rows(board: &Board) -> [usize; USED_ROWS] {
    let (own, other) = (board.turn, 1 - board.turn);
    let mut rows = [0; USED_ROWS];
    for field in 0..9 {
        rows[usize::from(field)] = usize::from(field) * CLASSES + class(board, own, field);
    }
    rows[9] = match board.next {
        ANYWHERE => FREE_CHOICE,
        next => {
            let captures = |seat| match hope_of(board, seat, next) {
                5..=6 => 1,
                7..=8 => 2,
                _ => 0,
            };
            9 * CLASSES + usize::from(next) * CHOICES + 3 * captures(own) + captures(other)
        }
    };
    rows
}

fn class(board: &Board, own: u8, field: u8) -> usize {
    let owns = |seat: u8| board.owned_by(seat) >> field & 1 == 1;
    let free = board.free(field).count_ones() as usize;
    if free == 0 {
        return HOPES * HOPES + 2 * usize::from(owns(own)) + usize::from(owns(1 - own));
    }
    // Where a captured mini-field is played on there is nothing to hope for in it, but who is sent there once it is full
    // ends the game.
    let hope = |seat: u8| match board.capture {
        Capture::First if owns(1 - seat) => free,
        _ => hope_of(board, seat, field),
    };
    hope(own) * HOPES + hope(1 - own)
}

fn hope_of(board: &Board, seat: u8, field: u8) -> usize {
    if board.owned_by(seat) >> field & 1 == 1 {
        return OWNED;
    }
    if !board.can_capture(seat, field) {
        return 0;
    }
    hope(board.marks_of(seat, field), board.marks_of(1 - seat, field))
}

/// Returns the row whose weights a row takes when the board is looked at from this side.
pub(crate) fn row_from(row: usize, side: usize) -> usize {
    let seen = |first: usize, kinds: usize| {
        let (field, kind) = ((row - first) / kinds, (row - first) % kinds);
        first + usize::from(SEEN_AT[side][field]) * kinds + kind
    };
    match row {
        FREE_CHOICE => row,
        _ if row < 9 * CLASSES => seen(0, CLASSES),
        _ => seen(9 * CLASSES, CHOICES),
    }
}

/// Returns how close a player with these marks is to capturing a mini-field, where the other has those.
fn hope(own: u16, other: u16) -> usize {
    let begun = begun_lines(own, other).count_ones() as usize;
    match (completing(own) & !own & !other).count_ones() {
        0 if open_lines(other) == 0 => 0,
        0 => 1 + begun.min(3),
        1 => 5 + usize::from(begun > 1),
        2 => 7,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::ultimate::{Capture, Position};

    use super::{Board, HOPES, Judge, SEEN_AT, hope};
    use crate::board::Board as _;
    use crate::random::Random;

    #[test]
    fn a_board_that_is_turned_or_mirrored_is_worth_the_same() {
        let mut random = Random::new(4);
        let both = [Capture::First, Capture::Closing];
        for (capture, side) in both.into_iter().flat_map(|capture| SEEN_AT.map(|side| (capture, side))) {
            let judge = Judge::of(capture).expect("it is learnt");
            let mut boards = [Board::new(&Position::new(capture)); 2];
            while boards[0].end().is_none() {
                let legal: alloc::vec::Vec<u16> = boards[0].legal().collect();
                let number = legal[random.below(legal.len() as u32) as usize];
                let seen = |at: u16| u16::from(side[usize::from(at)]);
                boards[0].play(number);
                boards[1].play(seen(number / 9) * 9 + seen(number % 9));
                let [one, other] = boards.map(|board| judge.expectation(&board).to_bits());
                assert_eq!(one, other);
            }
            assert_eq!(boards[0].end(), boards[1].end());
        }
    }

    #[test]
    fn hope_grows_with_what_a_player_has_in_a_mini_field() {
        let hopes = [
            hope(0, 0o252),
            hope(0, 0o020),
            hope(0o001, 0o020),
            hope(0o002, 0),
            hope(0o020, 0),
            hope(0o003, 0o020),
            hope(0o003, 0),
            hope(0o013, 0),
            hope(0o505, 0),
        ];
        assert_eq!(hopes, [1, 1, 3, 3, 4, 5, 6, 7, 8]);
        assert_eq!(hope(0, 0o272), 0, "every line has a mark of the other");
        assert!(hopes.into_iter().all(|hope| hope < HOPES - 1));
    }
}
