//! Perfect play on the 3x3 board, by looking at a few hundred positions at most.

use tic_tac_toe_rules::grid::{Position, Rules};
use tic_tac_toe_rules::{Cell, Game, Players, Seat};

use crate::ultimate::threes::{ALL, completing, has_line};

const CENTRE: u8 = 4;

/// The centre, the corners, the edges: the better ones first, so that fewer are searched.
const ORDER: [u8; 9] = [CENTRE, 0, 2, 6, 8, 1, 3, 5, 7];

/// Returns a move that wins if any does, else one that draws if any does; `None` when this is another game.
pub(super) fn best_cell(position: &Position) -> Option<Cell> {
    if position.rules() != Rules::CLASSIC || position.players() != Players::TWO {
        return None;
    }
    let [x, o] = [Seat::X, Seat::O].map(|seat| position.marks_of(seat)[0] as u16);
    let cell = if position.turn()? == Seat::X { best_index(x, o) } else { best_index(o, x) };
    Some(Cell { row: cell / 3, col: cell % 3 })
}

/// Returns the best cell in a game in progress.
fn best_index(own: u16, other: u16) -> u8 {
    if own | other == 0 {
        return CENTRE;
    }
    let moves = Moves::new(own, other);
    let mut best = (i8::MIN, CENTRE);
    for cell in moves.sensible() {
        let value = -value(other, own | 1 << cell, -1, -best.0.max(-1));
        if value > best.0 {
            best = (value, cell);
        }
        if value == 1 {
            break;
        }
    }
    best.1
}

/// Returns 1 for a win, 0 for a draw, -1 for a loss of the player whose turn it is; exact between the bounds.
fn value(own: u16, other: u16, at_least: i8, at_most: i8) -> i8 {
    if has_line(other) {
        return -1;
    }
    if own | other == ALL {
        return 0;
    }
    let moves = Moves::new(own, other);
    if moves.wins != 0 {
        return 1;
    }
    let mut best = at_least;
    for cell in moves.sensible() {
        best = best.max(-value(other, own | 1 << cell, -at_most, -best));
        if best >= at_most {
            break;
        }
    }
    best
}

struct Moves {
    free: u16,
    wins: u16,
    forced: u16,
}

impl Moves {
    fn new(own: u16, other: u16) -> Self {
        let free = ALL & !(own | other);
        Self { free, wins: completing(own) & free, forced: completing(other) & free }
    }

    /// Returns a win if there is one, else what must be prevented, else all.
    fn sensible(&self) -> impl Iterator<Item = u8> {
        let allowed = [self.wins, self.forced].into_iter().find(|&cells| cells != 0).unwrap_or(self.free);
        ORDER.into_iter().filter(move |cell| allowed >> cell & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Cell, Game, Players};

    use super::{ALL, best_cell, best_index, has_line};

    #[test]
    fn the_centre_is_taken_first_and_then_a_corner() {
        let mut position = Position::new(Rules::CLASSIC, Players::TWO);
        let centre = Cell { row: 1, col: 1 };
        assert_eq!(best_cell(&position), Some(centre));
        position.play_legal(centre);
        assert_eq!(best_cell(&position), Some(Cell { row: 0, col: 0 }));
    }

    #[test]
    fn other_games_are_not_handled_here() {
        let three = Players::new(3).expect("three can play");
        assert_eq!(best_cell(&Position::new(Rules::CLASSIC, three)), None);
        let small = Rules::new(3, 3, 2).expect("there is such a board");
        assert_eq!(best_cell(&Position::new(small, Players::TWO)), None);
    }

    /// Returns every position of a game in progress, as the marks of the player to move and of the other.
    fn positions() -> impl Iterator<Item = (u16, u16)> {
        let pairs = (0..=ALL).flat_map(|own| (0..=ALL).map(move |other| (own, other)));
        pairs.filter(|&(own, other)| {
            let turns = other.count_ones().wrapping_sub(own.count_ones()) < 2;
            own & other == 0 && own | other != ALL && turns && !has_line(own) && !has_line(other)
        })
    }

    /// Computes minimax without any shortcut.
    fn naive_value(own: u16, other: u16) -> i8 {
        if has_line(other) {
            return -1;
        }
        let free = (0..9).filter(|cell| (own | other) >> cell & 1 == 0);
        free.map(|cell| -naive_value(other, own | 1 << cell)).max().unwrap_or(0)
    }

    #[test]
    fn no_move_gives_away_a_win_or_a_draw_from_any_position() {
        let mut count = 0;
        for (own, other) in positions() {
            let cell = best_index(own, other);
            assert_eq!((own | other) >> cell & 1, 0, "{own:o} {other:o}");
            assert_eq!(-naive_value(other, own | 1 << cell), naive_value(own, other), "{own:o} {other:o}");
            count += 1;
        }
        assert_eq!(count, 4520);
    }
}
