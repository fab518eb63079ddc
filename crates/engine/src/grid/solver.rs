//! Alpha-beta search for the value of small grids with two players left, which can be stopped after any node.

use alloc::vec::Vec;

use tic_tac_toe_rules::grid::Position;
use tic_tac_toe_rules::{Game, Seat};

use super::shape::Shape;

/// What a position is worth to the player whose turn it is, with perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    Loss,
    Draw,
    Win,
}

/// The value of the first position and a move that keeps it, unless every move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) value: Value,
    pub(crate) best: Option<u16>,
}

/// How many entries the table of known positions has at most: 24 bytes each.
const MOST_ENTRIES: usize = 1 << 19;

/// The marks of the player whose turn it is and those of the opponent, one bit per cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    own: u64,
    other: u64,
}

/// A position whose moves are being tried.
#[derive(Clone, Debug)]
struct Frame {
    marks: Marks,
    // What is worse than alpha is of no interest; what is as good as beta is enough.
    alpha: Value,
    beta: Value,
    best: Value,
    best_move: Option<u8>,
    // Where its moves begin in the list of all frames' moves, and how many of them were tried.
    moves: usize,
    tried: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    marks: Marks,
    at_least: Value,
    at_most: Value,
}

/// What is known of a position once it is finished, or after a scan.
#[derive(Clone, Copy, Debug)]
struct Known {
    value: Value,
    best: Option<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Solver {
    runs: Vec<u64>,
    length: u32,
    // Cells with marks of players who are out.
    blocked: u64,
    cells: u64,
    // How many cells are still free where the search ends: what is not decided there counts as a draw.
    left_free: u32,
    table: Vec<Entry>,
    frames: Vec<Frame>,
    moves: Vec<u8>,
    // The position that was finished last.
    finished: Option<Known>,
}

/// What a scan of all runs says about a position.
struct Scan {
    own_wins: u64,
    other_wins: u64,
    own_hopes: bool,
    other_hopes: bool,
    interest: [u16; 64],
}

impl Value {
    const fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Solver {
    /// Starts a search from this position; `None` when the game is over, the board has more than 64 cells or more than
    /// two players are left.
    pub(crate) fn new(position: &Position) -> Option<Self> {
        Self::looking_ahead(position, u32::MAX)
    }

    /// Starts a search that looks so many moves ahead: what is not decided by then counts as a draw.
    pub(crate) fn looking_ahead(position: &Position, moves: u32) -> Option<Self> {
        let own = position.turn()?;
        let left = || position.players().seats().filter(|&seat| !position.is_out(seat));
        if position.rules().cells() > 64 || left().count() != 2 {
            return None;
        }
        let marks_of = |seat: Seat| position.marks_of(seat)[0];
        let other = left().find(|&seat| seat != own)?;
        let gone = position.players().seats().filter(|&seat| position.is_out(seat));
        let unknown = Entry { marks: Marks::default(), at_least: Value::Loss, at_most: Value::Win };
        let free = u32::from(position.rules().cells() - position.marks_made());
        let moves = moves.min(free);
        let entries = 3_usize.saturating_pow(moves).clamp(1, MOST_ENTRIES).next_power_of_two();
        let mut solver = Self {
            runs: runs_as_bits(&Shape::new(position.rules())),
            length: position.rules().in_a_row().into(),
            blocked: gone.fold(0, |blocked, seat| blocked | marks_of(seat)),
            cells: u64::MAX >> (64 - position.rules().cells()),
            left_free: free - moves,
            table: (0..entries).map(|_| unknown).collect(),
            frames: Vec::new(),
            moves: Vec::new(),
            finished: None,
        };
        solver.enter(Marks { own: marks_of(own), other: marks_of(other) }, Value::Loss, Value::Win);
        Some(solver)
    }

    /// Looks at one more position, unless the first one is solved.
    pub(crate) fn step(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if let Some(child) = self.finished.take() {
            let value = child.value.for_other();
            if value > frame.best {
                frame.best = value;
                frame.best_move = Some(self.moves[frame.moves + frame.tried - 1]);
            }
        }
        let next = self.moves.get(frame.moves + frame.tried);
        let (Some(&cell), true) = (next, frame.best < frame.beta) else {
            self.leave();
            return;
        };
        frame.tried += 1;
        let marks = Marks { own: frame.marks.other, other: frame.marks.own | 1 << cell };
        let (alpha, beta) = (frame.beta.for_other(), frame.best.max(frame.alpha).for_other());
        self.enter(marks, alpha, beta);
    }

    /// Returns the value of the first position and a move for it, once the search is complete.
    pub(crate) fn solution(&self) -> Option<Solution> {
        if !self.frames.is_empty() {
            return None;
        }
        self.finished.map(|Known { value, best }| Solution { value, best: best.map(u16::from) })
    }

    fn enter(&mut self, marks: Marks, alpha: Value, beta: Value) {
        if let Some(value) = self.recall(marks, alpha, beta) {
            self.finished = Some(Known { value, best: None });
            return;
        }
        let scan = self.scan(marks);
        if let Some(known) = scan.verdict() {
            self.finished = Some(known);
            return;
        }
        let free = self.free(marks);
        let begin = self.moves.len();
        self.moves.extend(ones(if scan.other_wins == 0 { free } else { scan.other_wins }));
        self.moves[begin..].sort_by_key(|&cell| core::cmp::Reverse(scan.interest[usize::from(cell)]));
        // Without a hope of winning a draw is enough, and without a fear of losing it is certain.
        let beta = if scan.own_hopes { beta } else { beta.min(Value::Draw) };
        let best = if scan.other_hopes { Value::Loss } else { Value::Draw };
        let best_move = if scan.other_hopes { None } else { Some(self.moves[begin]) };
        self.frames.push(Frame { marks, alpha, beta, best, best_move, moves: begin, tried: 0 });
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.moves.truncate(frame.moves);
        let slot = self.slot(frame.marks);
        self.table[slot] = Entry {
            marks: frame.marks,
            at_least: if frame.best > frame.alpha { frame.best } else { Value::Loss },
            at_most: if frame.best < frame.beta { frame.best } else { Value::Win },
        };
        self.finished = Some(Known { value: frame.best, best: frame.best_move });
    }

    fn recall(&self, marks: Marks, alpha: Value, beta: Value) -> Option<Value> {
        let entry = &self.table[self.slot(marks)];
        if entry.marks != marks {
            return None;
        }
        if entry.at_least == entry.at_most || entry.at_least >= beta {
            return Some(entry.at_least);
        }
        (entry.at_most <= alpha).then_some(entry.at_most)
    }

    fn slot(&self, marks: Marks) -> usize {
        let mixed =
            (marks.own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ marks.other).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.table.len() - 1)
    }

    fn free(&self, marks: Marks) -> u64 {
        self.cells & !(marks.own | marks.other | self.blocked)
    }

    fn scan(&self, marks: Marks) -> Scan {
        let free = self.free(marks);
        let moves_left = free.count_ones() - self.left_free;
        let mut scan =
            Scan { own_wins: 0, other_wins: 0, own_hopes: false, other_hopes: false, interest: [0; 64] };
        for &run in self.runs.iter().filter(|&run| run & self.blocked == 0) {
            let (own, other) = ((run & marks.own).count_ones(), (run & marks.other).count_ones());
            if own > 0 && other > 0 {
                continue;
            }
            if other == 0 {
                scan.own_hopes |= self.length - own <= moves_left.div_ceil(2);
            }
            if own == 0 {
                scan.other_hopes |= self.length - other <= moves_left / 2;
            }
            if own + 1 == self.length && moves_left > 0 {
                scan.own_wins |= run & free;
            }
            if other + 1 == self.length && moves_left > 1 {
                scan.other_wins |= run & free;
            }
            for cell in ones(run & free) {
                scan.interest[usize::from(cell)] += 1 << (2 * (own + other)).min(8);
            }
        }
        scan
    }
}

impl Scan {
    fn verdict(&self) -> Option<Known> {
        if self.own_wins != 0 {
            return Some(Known { value: Value::Win, best: Some(self.own_wins.trailing_zeros() as u8) });
        }
        if self.other_wins.count_ones() > 1 {
            return Some(Known { value: Value::Loss, best: None });
        }
        let nobody_hopes = !self.own_hopes && !self.other_hopes;
        nobody_hopes.then_some(Known { value: Value::Draw, best: None })
    }
}

fn runs_as_bits(shape: &Shape) -> Vec<u64> {
    shape.runs().map(|run| shape.cells_of(run).fold(0, |bits, cell| bits | 1 << cell)).collect()
}

/// Returns the numbers of the bits that are set, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let lowest = word.trailing_zeros() as u8;
        word &= word - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Game, Outcome, Players, Seat};

    use alloc::vec::Vec;

    use super::{Solution, Solver, Value};
    use crate::random::Random;

    fn start(rows: u8, cols: u8, in_a_row: u8) -> Position {
        Position::new(Rules::new(rows, cols, in_a_row).expect("there are such boards"), Players::TWO)
    }

    fn solve(position: &Position) -> Option<Solution> {
        let mut solver = Solver::new(position)?;
        while solver.solution().is_none() {
            solver.step();
        }
        solver.solution()
    }

    fn value(rows: u8, cols: u8, in_a_row: u8) -> Value {
        solve(&start(rows, cols, in_a_row)).expect("two play on a small board").value
    }

    #[test]
    fn small_boards_have_their_known_values() {
        assert_eq!(value(3, 3, 3), Value::Draw);
        assert_eq!(value(3, 3, 2), Value::Win);
        assert_eq!(value(4, 3, 3), Value::Win);
        assert_eq!(value(3, 4, 3), Value::Win);
        assert_eq!(value(4, 4, 3), Value::Win);
        assert_eq!(value(4, 4, 4), Value::Draw);
        assert_eq!(value(5, 3, 4), Value::Draw);
        assert_eq!(value(3, 5, 4), Value::Draw);
        assert_eq!(value(5, 5, 4), Value::Draw);
    }

    /// Returns how many positions are looked at until the value is known.
    fn steps(position: &Position) -> usize {
        let mut solver = Solver::new(position).expect("two play on a small board");
        let steps = (0..200_000).take_while(|_| {
            let open = solver.solution().is_none();
            solver.step();
            open
        });
        steps.count()
    }

    // What is tried first and what need not be tried at all shows in these numbers; fewer are better.
    #[test]
    fn small_boards_are_solved_in_so_many_steps() {
        let boards = [(3, 3, 3), (3, 4, 4), (4, 3, 3), (4, 4, 3), (5, 3, 4), (4, 4, 4), (3, 6, 4)];
        let steps = boards.map(|(rows, cols, in_a_row)| steps(&start(rows, cols, in_a_row)));
        assert_eq!(steps, [564, 3_517, 92, 48, 16_300, 151_529, 73_521]);
    }

    #[test]
    fn what_is_not_decided_so_many_moves_ahead_counts_as_a_draw() {
        let value = |moves| {
            let mut solver =
                Solver::looking_ahead(&start(4, 4, 3), moves).expect("two play on a small board");
            while solver.solution().is_none() {
                solver.step();
            }
            solver.solution().map(|solution| solution.value)
        };
        let values: Vec<_> = (0..7).map(|moves| value(moves).expect("it is solved")).collect();
        assert_eq!(values[..5], [Value::Draw; 5]);
        assert_eq!(values[5..], [Value::Win; 2], "X completes a line with the third mark");
    }

    /// Computes minimax by the rules alone.
    fn naive_value(position: &Position, own: Seat) -> Value {
        match position.outcome() {
            Outcome::Won { winner, .. } => {
                if winner == own {
                    Value::Win
                } else {
                    Value::Loss
                }
            }
            Outcome::Draw => Value::Draw,
            Outcome::InProgress { next } => {
                let values = position.legal_moves().map(|chosen| {
                    let mut after = *position;
                    after.play_legal(chosen);
                    naive_value(&after, own)
                });
                if next == own { values.max() } else { values.min() }.expect("the game goes on")
            }
        }
    }

    #[test]
    fn values_and_moves_agree_with_minimax_also_after_a_player_left() {
        let mut random = Random::new(3);
        let mut compared = [0; 3];
        for game in 0..300 {
            let players = if game % 3 == 0 { 3 } else { 2 };
            let rules = Rules::new(3, 4, 3).expect("there is such a board");
            let mut position = Position::new(rules, Players::new(players).expect("2 or 3"));
            while position.marks_made() < 6 && position.turn().is_some() {
                let number = random.below(u32::try_from(position.count_legal_moves()).unwrap()) as usize;
                position.play_legal(position.nth_legal_move(number).unwrap());
            }
            if players == 3 {
                let _ = position.leave(Seat::new(1 + u8::try_from(random.below(3)).unwrap()).unwrap());
            }
            let (Some(own), Some(solution)) = (position.turn(), solve(&position)) else {
                continue;
            };
            assert_eq!(solution.value, naive_value(&position, own), "{position:?}");
            if let Some(best) = solution.best {
                let cell = crate::grid::Board::new(&position).cell(best);
                position.play(cell).expect("the best move is legal");
                assert_eq!(solution.value, naive_value(&position, own), "{position:?}");
            }
            compared[solution.value as usize] += 1;
        }
        assert!(compared.iter().all(|&count| count > 5), "{compared:?}");
    }

    #[test]
    fn large_boards_and_three_players_are_not_tried() {
        assert!(Solver::new(&start(9, 9, 5)).is_none());
        let three = Players::new(3).expect("three can play");
        assert!(Solver::new(&Position::new(Rules::CLASSIC, three)).is_none());
    }
}
