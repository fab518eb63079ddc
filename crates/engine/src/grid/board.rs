//! A position on a grid that knows at any time what each cell is worth to each player.

use alloc::sync::Arc;
use alloc::vec::Vec;

use tic_tac_toe_rules::grid::Position;
use tic_tac_toe_rules::{Cell, Game, Outcome};

use super::order::largest_first;
use super::shape::Shape;
use super::threats::{self, Win};
use crate::board::{self, Candidate, End, Leaves};
use crate::random::Random;
use crate::roots::squashed;

/// A cell worth at least this completes a line.
pub(crate) const COMPLETES: u32 = 1 << 24;

/// A cell in a run that lacks two marks is worth at least this.
pub(crate) const LACKS_TWO: u32 = 1 << 14;

/// Each move of a playout is the best of this many free cells: few give variety, many give sense.
const PLAYOUT_CHOICE: u32 = 16;

/// A playout of this many moves counts as a draw: what happens later says nothing about the position.
const PLAYOUT_LENGTH: u32 = 40;

/// Boards up to this size are searched with all their moves, larger ones with the most valuable.
const SMALL: u16 = 36;
const MOST_CANDIDATES: usize = 24;

/// A weight above this would leave nothing for others; 361 of them still fit their sum.
const MOST_WEIGHT: u32 = 1 << 22;

/// How many positions a search for a win by threats may look at: in each node of the tree, in one that was visited often
/// for each of its visits, and at most, which takes about a tenth of a second.
const THREAT_NODES: u32 = 40;
const THREAT_NODES_A_VISIT: u32 = 2;
const MOST_THREAT_NODES: u32 = 1 << 16;
const OFTEN: u32 = 16;

/// What it is worth to be the one whose turn it is, and to have runs that lack one mark, two and so on: one's own, and
/// the opponent's. Guesses.
const INITIATIVE: f32 = 0.15;
const HOPES: [f32; 5] = [2.0, 0.9, 0.12, 0.03, 0.005];
const FEARS: [f32; 5] = [1.2, 0.45, 0.1, 0.03, 0.005];

const TAKEN: u16 = u16::MAX;

/// Who can still make a line of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chance {
    Anybody,
    Only { seat: u8, marks: u8 },
    Nobody,
}

#[derive(Debug)]
pub(crate) struct Board {
    shape: Arc<Shape>,
    seats: u8,
    // One bit per seat.
    out: u8,
    turn: u8,
    end: Option<End>,
    // By run.
    chances: Vec<Chance>,
    // How many runs are left for somebody.
    open_runs: u16,
    // By seat: runs that lack one mark.
    lacking_one: [u16; 4],
    // By seat, then by cell: the sum over the runs through it.
    worth: Vec<u32>,
    // The free cells, and where each is in that list.
    free: Vec<u16>,
    listed: Vec<u16>,
}

/// Written out because the search copies boards all the time, and this reuses the memory that is there.
impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            shape: Arc::clone(&self.shape),
            chances: self.chances.clone(),
            worth: self.worth.clone(),
            free: self.free.clone(),
            listed: self.listed.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.shape, &source.shape) {
            *self = source.clone();
            return;
        }
        (self.seats, self.out, self.turn, self.end) = (source.seats, source.out, source.turn, source.end);
        (self.open_runs, self.lacking_one) = (source.open_runs, source.lacking_one);
        self.chances.clone_from(&source.chances);
        self.worth.clone_from(&source.worth);
        self.free.clone_from(&source.free);
        self.listed.clone_from(&source.listed);
    }
}

impl Board {
    pub(crate) fn new(position: &Position) -> Self {
        let shape = Shape::new(position.rules());
        let cells = position.rules().cells();
        let seats = position.players().count();
        let mut board = Self {
            seats,
            out: 0,
            turn: 0,
            end: None,
            chances: shape.runs().map(|_| Chance::Anybody).collect(),
            open_runs: shape.runs().end,
            lacking_one: [0; 4],
            worth: (0..usize::from(seats) * usize::from(cells)).map(|_| 0).collect(),
            free: (0..cells).collect(),
            listed: (0..cells).collect(),
            shape: Arc::new(shape),
        };
        for seat in position.players().seats() {
            board.out |= u8::from(position.is_out(seat)) << seat.index();
            for (word, &marks) in position.marks_of(seat).iter().enumerate() {
                let marked = (0..64).filter(|bit| marks >> bit & 1 == 1);
                marked.for_each(|bit| board.mark((word * 64 + bit) as u16, seat.index() as u8));
            }
        }
        board.turn = position.turn().map_or(0, |seat| seat.index() as u8);
        board.end = match position.outcome() {
            Outcome::InProgress { .. } => board.drawn_if_hopeless(),
            Outcome::Won { winner, .. } => Some(End::Won(winner.index() as u8)),
            Outcome::Draw => Some(End::Draw),
        };
        board
    }

    pub(crate) fn number(&self, cell: Cell) -> u16 {
        u16::from(cell.row) * u16::from(self.shape.rules.cols()) + u16::from(cell.col)
    }

    pub(crate) fn cell(&self, number: u16) -> Cell {
        let cols = u16::from(self.shape.rules.cols());
        Cell { row: (number / cols) as u8, col: (number % cols) as u8 }
    }

    /// Returns the free cells, in no order.
    pub(crate) fn free(&self) -> &[u16] {
        &self.free
    }

    /// Returns what the cell is worth to the player.
    pub(crate) fn worth(&self, seat: u8, cell: u16) -> u32 {
        self.worth[usize::from(seat) * self.listed.len() + usize::from(cell)]
    }

    /// Returns the cells that complete a line of the player.
    pub(crate) fn completing(&self, seat: u8) -> impl Iterator<Item = u16> {
        let looked_at = if self.lacking_one[usize::from(seat)] == 0 { &[] } else { self.free.as_slice() };
        looked_at.iter().copied().filter(move |&cell| self.worth(seat, cell) >= COMPLETES)
    }

    /// Returns the cells that complete a line of the player's once this one is marked, one for each line.
    pub(crate) fn completing_after(&self, seat: u8, cell: u16) -> impl Iterator<Item = u16> {
        self.runs_lacking(2, seat, cell).filter_map(move |run| self.free_beside(cell, run).next())
    }

    /// Returns the cells that are still lacking in each line which lacks two marks of the player once this one is made.
    pub(crate) fn pairs_after(&self, seat: u8, cell: u16) -> impl Iterator<Item = [u16; 2]> {
        self.runs_lacking(3, seat, cell).filter_map(move |run| {
            let mut free = self.free_beside(cell, run);
            Some([free.next()?, free.next()?])
        })
    }

    /// Returns what a cell is worth at least for which [`Self::pairs_after`] has any.
    pub(crate) fn least_worth_lacking_three(&self) -> u32 {
        let length = self.shape.rules.in_a_row();
        weight(length, length.saturating_sub(3))
    }

    /// Returns the runs through a free cell in which the player lacks so many marks, and nobody else has any.
    fn runs_lacking(&self, lacking: u8, seat: u8, cell: u16) -> impl Iterator<Item = u16> {
        let wanted = match self.shape.rules.in_a_row().checked_sub(lacking) {
            Some(0) => Some(Chance::Anybody),
            Some(marks) => Some(Chance::Only { seat, marks }),
            None => None,
        };
        let runs = self.shape.runs_through(cell).iter().copied();
        runs.filter(move |&run| Some(self.chances[usize::from(run)]) == wanted)
    }

    /// Returns the free cells of the run but this one.
    fn free_beside(&self, cell: u16, run: u16) -> impl Iterator<Item = u16> {
        let others = self.shape.cells_of(run).filter(move |&other| other != cell);
        others.filter(|&other| self.listed[usize::from(other)] != TAKEN)
    }

    pub(crate) fn next_seat(&self, seat: u8) -> u8 {
        self.others(seat).next().unwrap_or(seat)
    }

    /// Returns the other players still in, in the order of their turns after `seat`.
    pub(crate) fn others(&self, seat: u8) -> impl Iterator<Item = u8> {
        let after = (1..self.seats).map(move |steps| (seat + steps) % self.seats);
        after.filter(|other| self.out >> other & 1 == 0)
    }

    /// Returns what the cell is worth to the player whose turn it is: for a line of their own, or to prevent another's.
    pub(crate) fn interest(&self, cell: u16) -> u32 {
        let others = self.others(self.turn).map(|other| self.worth(other, cell)).max().unwrap_or(0);
        2 * self.worth(self.turn, cell) + others
    }

    fn mark(&mut self, cell: u16, seat: u8) {
        self.take(cell);
        let shape = Arc::clone(&self.shape);
        let length = shape.rules.in_a_row();
        let gone = self.out >> seat & 1 == 1;
        for &run in shape.runs_through(cell) {
            match self.chances[usize::from(run)] {
                Chance::Nobody => {}
                Chance::Only { seat: other, marks } if other != seat || gone => {
                    self.weigh(run, other, marks, None);
                    self.close(run, other, marks);
                }
                Chance::Anybody if gone => {
                    self.chances[usize::from(run)] = Chance::Nobody;
                    self.open_runs -= 1;
                }
                Chance::Anybody => self.count(run, seat, 0),
                Chance::Only { marks, .. } => self.count(run, seat, marks),
            }
            if (self.chances[usize::from(run)] == Chance::Only { seat, marks: length }) {
                self.end = Some(End::Won(seat));
            }
        }
    }

    fn take(&mut self, cell: u16) {
        let at = usize::from(self.listed[usize::from(cell)]);
        self.free.swap_remove(at);
        if let Some(&moved) = self.free.get(at) {
            self.listed[usize::from(moved)] = at as u16;
        }
        self.listed[usize::from(cell)] = TAKEN;
    }

    fn count(&mut self, run: u16, seat: u8, marks: u8) {
        let length = self.shape.rules.in_a_row();
        self.chances[usize::from(run)] = Chance::Only { seat, marks: marks + 1 };
        if marks + 1 == length {
            return;
        }
        self.weigh(run, seat, marks, Some(marks + 1));
        if marks + 2 == length {
            self.lacking_one[usize::from(seat)] += 1;
        }
    }

    fn close(&mut self, run: u16, other: u8, marks: u8) {
        self.chances[usize::from(run)] = Chance::Nobody;
        self.open_runs -= 1;
        if marks + 1 == self.shape.rules.in_a_row() {
            self.lacking_one[usize::from(other)] -= 1;
        }
    }

    /// Changes what the run's cells are worth when its number of marks goes from `before` to `after`.
    fn weigh(&mut self, run: u16, seat: u8, before: u8, after: Option<u8>) {
        let length = self.shape.rules.in_a_row();
        let change = after.map_or(0, |after| weight(length, after)).wrapping_sub(weight(length, before));
        let offset = usize::from(seat) * self.listed.len();
        for cell in self.shape.cells_of(run) {
            let worth = &mut self.worth[offset + usize::from(cell)];
            *worth = worth.wrapping_add(change);
        }
    }

    // On a full board without a line every run is closed too.
    fn drawn_if_hopeless(&self) -> Option<End> {
        (self.open_runs == 0).then_some(End::Draw)
    }

    /// Returns a win by threats of the player whose turn it is, looked for the harder the more often the position was
    /// visited.
    pub(crate) fn win_seen_after(&self, visits: u32) -> Option<Win> {
        match visits {
            0 => threats::quick_win(self, THREAT_NODES),
            1..OFTEN => None,
            _ => threats::win(self, visits.saturating_mul(THREAT_NODES_A_VISIT).min(MOST_THREAT_NODES)),
        }
    }

    fn playout_move(&self, random: &mut Random) -> u16 {
        if let Some(cell) = self.others(self.turn).find_map(|other| self.completing(other).next()) {
            return cell;
        }
        let count = self.free.len() as u32;
        let picks = (0..PLAYOUT_CHOICE.min(count)).map(|_| self.free[random.below(count) as usize]);
        picks.max_by_key(|&cell| self.interest(cell)).unwrap_or(0)
    }

    pub(crate) fn add_by_interest(&self, into: &mut Vec<Candidate>) {
        if self.shape.rules.cells() > SMALL && self.free.len() == self.listed.len() {
            let (middle_row, middle_col) = (self.shape.rules.rows() / 2, self.shape.rules.cols() / 2);
            let number = self.number(Cell { row: middle_row, col: middle_col });
            into.push(Candidate::plain(number));
            return;
        }
        let key = |cell| (self.interest(cell), self.shape.runs_through(cell).len(), u16::MAX - cell);
        let wanted = if self.shape.rules.cells() > SMALL { MOST_CANDIDATES } else { usize::MAX };
        let cells = largest_first(self.free.iter().copied(), wanted, key);
        into.extend(cells.into_iter().map(|number| {
            let of_the_place = self.shape.runs_through(number).len() as u32;
            Candidate { number, weight: (self.interest(number) + of_the_place).clamp(1, MOST_WEIGHT) }
        }));
    }
}

/// Returns what one run with this many marks of a player is worth to them, for each of its cells. All of the at most 76
/// runs through a cell are worth less than one that lacks a mark less, as far as that matters.
fn weight(length: u8, marks: u8) -> u32 {
    match length - marks {
        _ if marks == 0 => 0,
        1 => COMPLETES,
        lacking => (LACKS_TWO >> (3 * u32::from(lacking - 2)).min(14)).max(1),
    }
}

impl board::Board for Board {
    fn players_left(&self) -> u8 {
        self.seats - self.out.count_ones() as u8
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn play(&mut self, cell: u16) {
        self.mark(cell, self.turn);
        if self.end.is_none() {
            self.turn = self.next_seat(self.turn);
            self.end = self.drawn_if_hopeless();
        }
    }

    fn candidates(&self, into: &mut Vec<Candidate>) {
        self.obvious(true, into);
    }

    fn obvious(&self, defend: bool, into: &mut Vec<Candidate>) {
        into.extend(self.completing(self.turn).next().map(Candidate::plain));
        if into.is_empty() && defend {
            into.extend(self.completing(self.next_seat(self.turn)).map(Candidate::plain));
        }
        if into.is_empty() {
            self.add_by_interest(into);
        }
    }

    fn foreseen(&self, visits: u32) -> Option<End> {
        if self.players_left() != 2 {
            return None;
        }
        if self.win_seen_after(visits).is_some() {
            return Some(End::Won(self.turn));
        }
        let other = self.next_seat(self.turn);
        (self.completing(other).take(2).count() == 2).then_some(End::Won(other))
    }

    fn leaves(&self) -> Leaves {
        let is_judged = self.shape.rules.cells() > SMALL && self.players_left() == 2;
        if is_judged { Leaves::Judged } else { Leaves::PlayedOut }
    }

    fn expectation(&self) -> f32 {
        let length = usize::from(self.shape.rules.in_a_row());
        let other = self.next_seat(self.turn);
        let mut counts = [[0_u16; HOPES.len()]; 2];
        for chance in &self.chances {
            if let &Chance::Only { seat, marks } = chance {
                let lacking = (length - usize::from(marks)).min(HOPES.len());
                counts[usize::from(seat == other)][lacking - 1] += 1;
            }
        }
        let hope = |counts: [u16; HOPES.len()], hopes: [f32; HOPES.len()]| -> f32 {
            counts.into_iter().zip(hopes).map(|(count, hope)| f32::from(count) * hope).sum()
        };
        squashed(INITIATIVE + hope(counts[0], HOPES) - hope(counts[1], FEARS))
    }

    fn play_out(&mut self, random: &mut Random) -> End {
        for _ in 0..PLAYOUT_LENGTH {
            if let Some(end) = self.end {
                return end;
            }
            if self.lacking_one[usize::from(self.turn)] > 0 {
                return End::Won(self.turn);
            }
            let cell = self.playout_move(random);
            self.play(cell);
        }
        self.end.unwrap_or(End::Draw)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Seat};

    use super::{Board, COMPLETES, LACKS_TWO, MOST_WEIGHT};
    use crate::board::{Board as _, Candidate, End, Leaves};
    use crate::random::Random;

    fn start(rows: u8, cols: u8, in_a_row: u8, players: u8) -> Position {
        let rules = Rules::new(rows, cols, in_a_row).expect("there are such boards");
        Position::new(rules, Players::new(players).expect("2 to 4 can play"))
    }

    /// Finds the cells that complete a line by trying each.
    fn completing_by_trying(position: &Position) -> Vec<Cell> {
        let wins = |cell: &Cell| {
            let mut after = *position;
            after.play_legal(*cell);
            matches!(after.outcome(), Outcome::Won { .. })
        };
        position.legal_moves().filter(wins).collect()
    }

    #[test]
    fn a_board_that_is_played_on_knows_what_the_rules_know() {
        let mut random = Random::new(7);
        for (rows, cols, in_a_row, players) in
            [(3, 3, 3, 2), (5, 7, 4, 3), (6, 6, 3, 4), (9, 9, 5, 2), (4, 19, 2, 4)]
        {
            for game in 0..30 {
                let mut position = start(rows, cols, in_a_row, players);
                let mut board = Board::new(&position);
                while let Some(turn) = position.turn() {
                    assert_eq!(usize::from(board.turn), turn.index());
                    let mut completing: Vec<_> =
                        board.completing(board.turn).map(|number| board.cell(number)).collect();
                    completing.sort();
                    assert_eq!(completing, completing_by_trying(&position), "{position:?}");
                    let number = random.below(u32::try_from(position.count_legal_moves()).unwrap()) as usize;
                    let chosen = position.nth_legal_move(number).unwrap();
                    position.play_legal(chosen);
                    board.play(board.number(chosen));
                    if game % 2 == 0 {
                        // Building it from the marks comes to the same as playing.
                        let built = Board::new(&position);
                        assert_eq!((&built.worth, built.end), (&board.worth, board.end));
                    }
                    if board.end == Some(End::Draw) {
                        break;
                    }
                }
                if let Outcome::Won { winner, .. } = position.outcome() {
                    assert_eq!(board.end, Some(End::Won(u8::try_from(winner.index()).unwrap())));
                }
            }
        }
    }

    #[test]
    fn marks_of_a_player_who_is_out_are_in_the_way_and_threaten_nothing() {
        let mut position = start(3, 4, 3, 3);
        for (row, col) in [(0, 0), (2, 0), (1, 0), (0, 1), (2, 1), (1, 1)] {
            position.play(Cell { row, col }).unwrap();
        }
        assert_eq!(Board::new(&position).completing(0).count(), 1, "X threatens the upper row");
        position.leave(Seat::X).unwrap();
        let board = Board::new(&position);
        assert_eq!(board.completing(0).count(), 0);
        assert_eq!(board.others(1).collect::<Vec<_>>(), [2]);
        assert_eq!(board.next_seat(2), 1);
    }

    /// Returns the marks of every run of the board, by walking from each cell in each direction.
    fn runs(position: &Position) -> Vec<Vec<(Cell, Option<Seat>)>> {
        let rules = position.rules();
        let [rows, cols, length] = [rules.rows(), rules.cols(), rules.in_a_row()].map(i16::from);
        let mut runs = Vec::new();
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..length).map(|i| (row + i * down, col + i * right));
                let on_board = cells.filter(|(row, col)| *row < rows && (0..cols).contains(col));
                let run: Vec<_> = on_board
                    .map(|(row, col)| Cell { row: row.try_into().unwrap(), col: col.try_into().unwrap() })
                    .map(|cell| (cell, position.mark_at(cell)))
                    .collect();
                if run.len() == usize::from(rules.in_a_row()) {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// Returns how many marks of the player a run has, or `None` when they can no longer complete it.
    fn marks_of(position: &Position, seat: Seat, run: &[(Cell, Option<Seat>)]) -> Option<usize> {
        let others = run.iter().any(|(_, mark)| mark.is_some_and(|mark| mark != seat));
        let marks = run.iter().filter(|(_, mark)| *mark == Some(seat)).count();
        (!others && !position.is_out(seat)).then_some(marks)
    }

    fn worth_of(length: usize, marks: usize) -> u32 {
        match (marks, length - marks) {
            (0, _) => 0,
            (_, 1) => COMPLETES,
            (_, lacking) => (2..lacking).fold(LACKS_TWO, |worth, _| worth / 8).max(1),
        }
    }

    fn assert_knows_its_runs(board: &Board, position: &Position) {
        let length = usize::from(position.rules().in_a_row());
        let runs = runs(position);
        let left = || position.players().seats().filter(|&seat| !position.is_out(seat));
        let open = runs.iter().filter(|run| left().any(|seat| marks_of(position, seat, run).is_some()));
        let open = open.count();
        assert_eq!(usize::from(board.open_runs), open, "{position:?}");
        assert_eq!(board.end.is_some(), open == 0 || position.legal_moves().next().is_none());
        assert_eq!(usize::from(board.players_left()), left().count());
        for seat in position.players().seats() {
            let number = u8::try_from(seat.index()).unwrap();
            let lacking = runs.iter().filter(|run| marks_of(position, seat, run) == Some(length - 1)).count();
            assert_eq!(usize::from(board.lacking_one[seat.index()]), lacking, "{position:?}");
            for free in position.legal_moves() {
                let through = runs.iter().filter(|run| run.iter().any(|(cell, _)| *cell == free));
                let marks = through.filter_map(|run| marks_of(position, seat, run));
                let worth = marks.map(|marks| worth_of(length, marks)).sum::<u32>();
                assert_eq!(board.worth(number, board.number(free)), worth, "{seat} {free:?} {position:?}");
            }
            let after = |other: &Seat| (other.index() + 4 - seat.index()) % 4;
            let mut others: Vec<Seat> = left().filter(|&other| other != seat).collect();
            others.sort_by_key(after);
            assert!(board.others(number).map(usize::from).eq(others.into_iter().map(Seat::index)));
        }
    }

    #[test]
    fn a_board_knows_what_looking_at_every_run_tells_also_when_players_are_out() {
        let mut random = Random::new(9);
        for (rows, cols, in_a_row, players) in [(3, 3, 3, 2), (4, 6, 3, 3), (7, 4, 5, 4), (5, 5, 2, 3)] {
            for _ in 0..8 {
                let mut position = start(rows, cols, in_a_row, players);
                let mut board = Board::new(&position);
                while position.turn().is_some() && board.end.is_none() {
                    let count = u32::try_from(position.count_legal_moves()).unwrap();
                    let chosen = position.nth_legal_move(random.below(count) as usize).unwrap();
                    position.play_legal(chosen);
                    board.play(board.number(chosen));
                    if random.below(6) == 0 && players > 2 {
                        let seat = Seat::new(1 + u8::try_from(random.below(4)).unwrap()).unwrap();
                        // Refused when the game is over or nobody plays from that seat.
                        let _ = position.leave(seat);
                        board = Board::new(&position);
                    }
                    if position.turn().is_some() {
                        assert_knows_its_runs(&board, &position);
                    }
                }
            }
        }
    }

    fn by_interest(position: &Position) -> (Board, Vec<Candidate>) {
        let (board, mut candidates) = (Board::new(position), Vec::new());
        board.add_by_interest(&mut candidates);
        (board, candidates)
    }

    #[test]
    fn a_small_board_is_searched_with_all_its_moves_and_a_large_one_with_the_best() {
        let after_one_move = |mut position: Position| {
            position.play(Cell { row: 2, col: 3 }).unwrap();
            position
        };
        assert_eq!(by_interest(&start(6, 6, 4, 2)).1.len(), 36);
        assert_eq!(by_interest(&after_one_move(start(6, 6, 4, 2))).1.len(), 35);
        let (board, candidates) = by_interest(&start(7, 9, 4, 2));
        assert!(
            candidates.iter().map(|candidate| board.cell(candidate.number)).eq([Cell { row: 3, col: 4 }])
        );
        let (board, candidates) = by_interest(&after_one_move(start(7, 9, 4, 2)));
        assert_eq!(candidates.len(), 24);
        let least = candidates.iter().map(|candidate| board.interest(candidate.number)).min().unwrap();
        let as_good = board.free().iter().filter(|&&cell| board.interest(cell) > least).count();
        assert!(as_good < 24, "the best are among them");
    }

    #[test]
    fn a_move_deserves_attention_by_what_the_cell_is_worth_and_by_the_runs_through_it() {
        let mut position = start(3, 3, 3, 2);
        position.play(Cell { row: 0, col: 0 }).unwrap();
        let (board, candidates) = by_interest(&position);
        let weight_at = |row, col| {
            let number = board.number(Cell { row, col });
            candidates.iter().find(|candidate| candidate.number == number).unwrap().weight
        };
        assert_eq!(weight_at(0, 1), LACKS_TWO + 2, "two runs, one of them with a mark of X");
        assert_eq!(weight_at(1, 2), 2, "two runs without a mark");
        assert_eq!(weight_at(1, 1), LACKS_TWO + 4, "four runs, one of them with a mark of X");
        assert!(candidates.is_sorted_by_key(|candidate| core::cmp::Reverse(candidate.weight)));
        position.play(Cell { row: 1, col: 1 }).unwrap();
        position.play(Cell { row: 0, col: 1 }).unwrap();
        assert_eq!(by_interest(&position).1[0].weight, MOST_WEIGHT, "the corner completes a line of X");
    }

    #[test]
    fn a_cell_is_twice_as_interesting_for_an_own_line_as_for_the_most_anybody_else_has_there() {
        let mut position = start(4, 5, 3, 3);
        for (row, col) in [(0, 0), (1, 3), (3, 2), (3, 3), (0, 2)] {
            position.play(Cell { row, col }).unwrap();
        }
        let board = Board::new(&position);
        assert_eq!(board.turn, 2, "it is the turn of the third player");
        for &cell in board.free() {
            let [x, o, own] = [0, 1, 2].map(|seat| board.worth(seat, cell));
            assert_eq!(board.interest(cell), 2 * own + x.max(o));
        }
    }

    #[test]
    fn a_board_can_be_copied_over_that_of_another_game() {
        let mut small = start(3, 3, 3, 2);
        small.play(Cell { row: 1, col: 1 }).unwrap();
        let mut copy = Board::new(&start(5, 7, 4, 3));
        copy.clone_from(&Board::new(&small));
        assert_knows_its_runs(&copy, &small);
        assert_eq!(copy.cell(5), Cell { row: 1, col: 2 });
    }

    /// Plays these cells in turn on 15x15 with five in a row.
    fn large(cells: &[(u8, u8)]) -> Board {
        let mut position = start(15, 15, 5, 2);
        for &(row, col) in cells {
            position.play(Cell { row, col }).unwrap();
        }
        Board::new(&position)
    }

    #[test]
    fn two_on_a_large_board_judge_and_all_others_play_out() {
        assert_eq!(large(&[]).leaves(), Leaves::Judged);
        assert_eq!(Board::new(&start(15, 15, 5, 3)).leaves(), Leaves::PlayedOut);
        assert_eq!(Board::new(&start(6, 6, 4, 2)).leaves(), Leaves::PlayedOut);
    }

    #[test]
    fn who_has_more_runs_may_expect_more() {
        let even = large(&[]).expectation();
        assert!(even > 0.5, "it is good to be the one to move: {even}");
        let ahead = large(&[(7, 7), (0, 0), (7, 8), (0, 14)]).expectation();
        let behind = large(&[(0, 0), (7, 7), (0, 14), (7, 8)]).expectation();
        assert!(ahead > even && even > behind, "{ahead} {even} {behind}");
    }

    #[test]
    fn three_in_the_open_win_for_the_one_to_move() {
        let three = [(7, 6), (0, 0), (7, 7), (0, 14), (7, 8), (14, 0)];
        assert_eq!(large(&three).foreseen(0), Some(End::Won(0)));
        let four = [(7, 5), (0, 0), (7, 6), (0, 14), (7, 7), (14, 0), (7, 8)];
        assert_eq!(large(&four).foreseen(0), Some(End::Won(0)), "no answer stops both ends");
        assert_eq!(large(&three[..4]).foreseen(0), None);
    }

    #[test]
    fn wins_are_looked_for_the_harder_the_more_often_a_position_is_visited() {
        let mut random = Random::new(11);
        let mut seen_after = [0; 4];
        for _ in 0..300 {
            let mut position = start(7, 7, 5, 2);
            for _ in 0..12 {
                let number = random.below(u32::try_from(position.count_legal_moves()).unwrap()) as usize;
                position.play_legal(position.nth_legal_move(number).unwrap());
            }
            let board = Board::new(&position);
            for (seen, visits) in seen_after.iter_mut().zip([0, 4, 64, 1024]) {
                *seen += u32::from(board.foreseen(visits) == Some(End::Won(board.turn)));
            }
        }
        let [at_first, seldom, often, very_often] = seen_after;
        assert!(0 < at_first && at_first < often && often < very_often, "{seen_after:?}");
        assert_eq!(seldom, 0, "it was looked at before");
    }
}
