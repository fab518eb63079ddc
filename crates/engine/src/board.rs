//! What the tree search needs of a board, which it plays on millions of times.

use alloc::vec::Vec;

use crate::random::Random;

/// How a game ended; seats are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Won(u8),
    Draw,
}

/// How the tree search learns what a position is worth that it has not looked beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// By playing on to an end.
    PlayedOut,
    /// By judging it.
    Judged,
    /// By judging all positions that a move leads to, which tells the better moves as well.
    JudgedAhead,
}

/// A move worth trying, and how much attention it deserves compared with the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) number: u16,
    pub(crate) weight: u32,
}

impl Candidate {
    /// Creates a move that deserves as much attention as each of the others.
    pub(crate) const fn plain(number: u16) -> Self {
        Self { number, weight: 1 }
    }
}

/// A position in a form made for speed. Moves are numbers whose meaning is the board's own.
pub(crate) trait Board: Clone {
    /// Returns how many players are still in, which is what a draw is divided by.
    fn players_left(&self) -> u8;

    /// Returns whose turn it is, counted from 0; meaningless when the game is over.
    fn turn(&self) -> u8;

    fn end(&self) -> Option<End>;

    fn play(&mut self, number: u16);

    /// Adds the moves worth trying: all of them or, where one must be chosen from few, only those. Never none
    /// while the game goes on.
    fn candidates(&self, into: &mut Vec<Candidate>);

    /// Adds what is seen without thinking: what gains something at once, if `defend` also what must be prevented,
    /// else any move that is not far from everything.
    fn obvious(&self, defend: bool, into: &mut Vec<Candidate>);

    /// Plays on to an end that is more or less likely.
    fn play_out(&mut self, random: &mut Random) -> End;

    /// Returns how the game ends when both play well, where that can be seen without trying their moves one by one. The
    /// more often the position was visited the harder it is looked at.
    fn foreseen(&self, _visits: u32) -> Option<End> {
        None
    }

    /// Returns how leaves of the tree are worth something.
    fn leaves(&self) -> Leaves {
        Leaves::PlayedOut
    }

    /// Returns what the player whose turn it is may expect, from 0 for a loss to 1 for a win. Only where leaves are
    /// judged.
    fn expectation(&self) -> f32 {
        0.5
    }
}
