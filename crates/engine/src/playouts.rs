//! Random games of ultimate, to see who has better chances and how fast the engine's board is.

use tic_tac_toe_rules::ultimate::Position;

use crate::board::End;
use crate::random::Random;
use crate::ultimate::Board;

/// How random games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Won by X.
    pub first: u32,
    /// Won by O.
    pub second: u32,
    /// Drawn.
    pub drawn: u32,
}

/// Plays `games` games from the position, in which every legal move is as likely as any other.
#[must_use]
pub fn random_playouts(position: &Position, games: u32, seed: u64) -> Tally {
    let board = Board::new(position);
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        match board.clone().play_at_random(&mut random) {
            End::Won(0) => tally.first += 1,
            End::Won(_) => tally.second += 1,
            End::Draw => tally.drawn += 1,
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::ultimate::{Capture, Position};

    use super::{Tally, random_playouts};

    // The shares are those of 20,000 games of another implementation with another generator.
    #[test]
    fn random_games_end_as_often_this_way_as_elsewhere() {
        for (capture, first, drawn) in
            [(Capture::First, 6298, 8184), (Capture::Any, 7303, 6342), (Capture::Closing, 8253, 4378)]
        {
            let tally = random_playouts(&Position::new(capture), 20_000, 1);
            assert_eq!(tally.first + tally.second + tally.drawn, 20_000);
            assert!(tally.first.abs_diff(first) < 300, "{capture}: {tally:?}");
            assert!(tally.drawn.abs_diff(drawn) < 300, "{capture}: {tally:?}");
        }
    }

    #[test]
    fn no_games_end_in_no_way() {
        assert_eq!(random_playouts(&Position::new(Capture::Any), 0, 1), Tally::default());
    }
}
