//! A position of ultimate made for speed: it forgets by which line a mini-field was captured.

use alloc::vec::Vec;

use tic_tac_toe_rules::ultimate::{Capture, Cell, Field, Position};
use tic_tac_toe_rules::{Game, Outcome, Seat};

use super::threes::{ALL, completing, has_line, members, nth};
use crate::board::{self, Candidate, End};
use crate::random::Random;

/// Where the next mark may go when the last one does not say.
pub(super) const ANYWHERE: u8 = 9;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    // By seat, then by mini-field: one bit per cell.
    marks: [[u16; 9]; 2],
    // By seat, one bit per mini-field.
    owned: [u16; 2],
    // Mini-fields that are full, and under closing those that are captured too.
    closed: u16,
    pub(super) next: u8,
    pub(super) turn: u8,
    pub(crate) capture: Capture,
    end: Option<End>,
}

impl Board {
    pub(crate) fn new(position: &Position) -> Self {
        let mut board = Self {
            marks: [[0; 9]; 2],
            owned: [position.fields_of(Seat::X), position.fields_of(Seat::O)],
            closed: 0,
            next: position.next_field().map_or(ANYWHERE, Field::number),
            turn: position.turn().map_or(0, |seat| seat.number() - 1),
            capture: position.capture(),
            end: match position.outcome() {
                Outcome::InProgress { .. } => None,
                Outcome::Won { winner, .. } => Some(End::Won(winner.number() - 1)),
                Outcome::Draw => Some(End::Draw),
            },
        };
        for field in Field::all() {
            let at = usize::from(field.number());
            board.marks[0][at] = position.marks_in(Seat::X, field);
            board.marks[1][at] = position.marks_in(Seat::O, field);
            board.close_if_done(at);
        }
        board
    }

    pub(crate) fn cell(number: u16) -> Option<Cell> {
        let [field, inner] = [number / 9, number % 9].map(|number| Field::new(u8::try_from(number).ok()?));
        Some(Cell::inside(field?, inner?))
    }

    pub(crate) fn number(cell: tic_tac_toe_rules::Cell) -> Option<u16> {
        let cell = Cell::new(cell.row, cell.col)?;
        Some(u16::from(cell.field().number()) * 9 + u16::from(cell.inner().number()))
    }

    /// Returns the mini-fields where the next mark may go.
    pub(crate) fn open(&self) -> u16 {
        if self.next == ANYWHERE { ALL & !self.closed } else { 1 << self.next }
    }

    pub(crate) fn free(&self, field: u8) -> u16 {
        let field = usize::from(field % 9);
        ALL & !(self.marks[0][field] | self.marks[1][field])
    }

    pub(crate) fn marks_of(&self, seat: u8, field: u8) -> u16 {
        self.marks[usize::from(seat & 1)][usize::from(field % 9)]
    }

    pub(crate) fn owned_by(&self, seat: u8) -> u16 {
        self.owned[usize::from(seat & 1)]
    }

    /// Returns whether a line in the mini-field would still count for the player.
    pub(crate) fn can_capture(&self, seat: u8, field: u8) -> bool {
        let settled = match self.capture {
            Capture::Any => self.owned_by(seat),
            Capture::First | Capture::Closing => self.owned[0] | self.owned[1],
        };
        settled >> field & 1 == 0
    }

    /// Returns a cell that wins the game at once for the player whose turn it is.
    #[inline]
    pub(crate) fn winning_move(&self) -> Option<u16> {
        let wanted = completing(self.owned_by(self.turn)) & self.open();
        if wanted == 0 {
            return None;
        }
        members(wanted).filter(|&field| self.can_capture(self.turn, field)).find_map(|field| {
            let cells = completing(self.marks_of(self.turn, field)) & self.free(field);
            (cells != 0).then(|| u16::from(field) * 9 + cells.trailing_zeros() as u16)
        })
    }

    pub(crate) fn legal(&self) -> impl Iterator<Item = u16> {
        let open = if self.end.is_some() { 0 } else { self.open() };
        members(open).flat_map(|field| {
            members(self.free(field)).map(move |cell| u16::from(field) * 9 + u16::from(cell))
        })
    }

    fn captures(&self, number: u16) -> bool {
        let mut after = *self;
        board::Board::play(&mut after, number);
        after.owned != self.owned
    }

    /// Returns the moves after which the opponent can't win at once.
    fn safe(&self) -> impl Iterator<Item = u16> {
        self.legal().filter(|&number| !self.gives_the_game_away(number))
    }

    fn gives_the_game_away(&self, number: u16) -> bool {
        let mut after = *self;
        board::Board::play(&mut after, number);
        after.end.is_none() && after.winning_move().is_some()
    }

    fn close_if_done(&mut self, field: usize) {
        let bit = 1 << field;
        let captured = (self.owned[0] | self.owned[1]) & bit != 0;
        let full = self.marks[0][field] | self.marks[1][field] == ALL;
        if full || (captured && self.capture == Capture::Closing) {
            self.closed |= bit;
        }
    }

    #[inline]
    fn mark(&mut self, field: u8, cell: u8) {
        let (seat, at) = (usize::from(self.turn & 1), usize::from(field % 9));
        self.marks[seat][at] |= 1 << cell;
        if has_line(self.marks[seat][at]) && self.can_capture(self.turn, field) {
            self.owned[seat] |= 1 << field;
            if has_line(self.owned[seat]) {
                self.end = Some(End::Won(self.turn));
                return;
            }
        }
        self.close_if_done(at);
        self.turn = 1 - self.turn;
        self.send_to(cell);
    }

    fn send_to(&mut self, field: u8) {
        self.next = field;
        if self.closed >> field & 1 == 0 {
            return;
        }
        if self.capture == Capture::Closing && self.closed != ALL {
            self.next = ANYWHERE;
        } else {
            self.end = Some(End::Draw);
        }
    }

    /// Picks a legal move, each as likely as any other.
    #[inline]
    fn random_move(&self, random: &mut Random) -> (u8, u8) {
        if self.next != ANYWHERE {
            let free = self.free(self.next);
            return (self.next, nth(free, random.below(free.count_ones())));
        }
        let open = self.open();
        let count = members(open).map(|field| self.free(field).count_ones()).sum();
        let mut number = random.below(count);
        for field in members(open) {
            let free = self.free(field);
            if number < free.count_ones() {
                return (field, nth(free, number));
            }
            number -= free.count_ones();
        }
        unreachable!("the number is below the count of free cells")
    }

    /// Plays on with any moves.
    pub(crate) fn play_at_random(&mut self, random: &mut Random) -> End {
        loop {
            if let Some(end) = self.end {
                return end;
            }
            let (field, cell) = self.random_move(random);
            self.mark(field, cell);
        }
    }
}

impl board::Board for Board {
    fn players_left(&self) -> u8 {
        2
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn play(&mut self, number: u16) {
        self.mark((number / 9) as u8, (number % 9) as u8);
    }

    fn candidates(&self, into: &mut Vec<Candidate>) {
        into.extend(self.winning_move().map(Candidate::plain));
        if into.is_empty() {
            into.extend(self.safe().map(Candidate::plain));
        }
        if into.is_empty() {
            into.extend(self.legal().map(Candidate::plain));
        }
    }

    fn obvious(&self, defend: bool, into: &mut Vec<Candidate>) {
        if defend {
            self.candidates(into);
            return;
        }
        into.extend(self.winning_move().map(Candidate::plain));
        if into.is_empty() {
            into.extend(self.legal().filter(|&number| self.captures(number)).map(Candidate::plain));
        }
        if into.is_empty() {
            into.extend(self.legal().map(Candidate::plain));
        }
    }

    fn play_out(&mut self, random: &mut Random) -> End {
        loop {
            if let Some(end) = self.end {
                return end;
            }
            if self.winning_move().is_some() {
                return End::Won(self.turn);
            }
            let (field, cell) = self.random_move(random);
            self.mark(field, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use tic_tac_toe_rules::ultimate::{Capture, Cell, Position};
    use tic_tac_toe_rules::{Game, Outcome, Seat};

    use super::Board;
    use crate::board::{Board as _, End};
    use crate::random::Random;

    fn number(cell: Cell) -> u16 {
        u16::from(cell.field().number()) * 9 + u16::from(cell.inner().number())
    }

    fn wins(position: &Position, cell: Cell) -> bool {
        let mut after = *position;
        after.play_legal(cell);
        matches!(after.outcome(), Outcome::Won { .. })
    }

    #[test]
    fn a_board_that_is_played_on_knows_what_the_rules_know() {
        let mut random = Random::new(5);
        for capture in [Capture::First, Capture::Any, Capture::Closing] {
            for first in [Seat::X, Seat::O].repeat(150) {
                let mut position = Position::started_by(capture, first).unwrap();
                let mut board = Board::new(&position);
                while let Some(turn) = position.turn() {
                    assert_eq!((usize::from(board.turn), board.end), (turn.index(), None));
                    let mut by_rules: Vec<_> = position.legal_moves().map(number).collect();
                    by_rules.sort_unstable();
                    assert_eq!(board.legal().collect::<Vec<_>>(), by_rules);
                    assert_eq!(Board::new(&position).legal().collect::<Vec<_>>(), by_rules);
                    let winning = position.legal_moves().find(|&cell| wins(&position, cell));
                    assert_eq!(board.winning_move().is_some(), winning.is_some());
                    if let Some(winning) = board.winning_move() {
                        assert!(wins(&position, Board::cell(winning).unwrap()));
                    }
                    let (field, cell) = board.random_move(&mut random);
                    let chosen = u16::from(field) * 9 + u16::from(cell);
                    position.play(Board::cell(chosen).unwrap()).unwrap();
                    board.play(chosen);
                }
                let end = match position.outcome() {
                    Outcome::Won { winner, .. } => End::Won(winner.number() - 1),
                    _ => End::Draw,
                };
                assert_eq!((board.end, Board::new(&position).end), (Some(end), Some(end)));
                assert_eq!(board.legal().count(), 0);
            }
        }
    }

    fn gives_away(position: &Position, cell: Cell) -> bool {
        let mut after = *position;
        after.play_legal(cell);
        after.legal_moves().any(|answer| wins(&after, answer))
    }

    #[test]
    fn only_moves_that_win_or_do_not_give_the_game_away_are_tried_where_there_are_any() {
        let mut random = Random::new(6);
        let mut seen = [0; 3];
        for capture in [Capture::First, Capture::Any, Capture::Closing] {
            for _ in 0..15 {
                let mut position = Position::new(capture);
                while position.turn().is_some() {
                    let board = Board::new(&position);
                    let mut candidates = Vec::new();
                    board.candidates(&mut candidates);
                    let tried: Vec<u16> = candidates.iter().map(|candidate| candidate.number).collect();
                    let safe: Vec<Cell> =
                        position.legal_moves().filter(|&cell| !gives_away(&position, cell)).collect();
                    let mut expected: Vec<u16> = safe.into_iter().map(number).collect();
                    if expected.is_empty() {
                        expected.extend(board.legal());
                    }
                    expected.sort_unstable();
                    let expected = board.winning_move().map_or(expected, |winning| Vec::from([winning]));
                    assert_eq!(tried, expected, "\n{position}");
                    seen[usize::from(tried.len() < board.legal().count())] += 1;
                    seen[2] += usize::from(board.winning_move().is_some());
                    let (field, cell) = board.random_move(&mut random);
                    position.play(Board::cell(u16::from(field) * 9 + u16::from(cell)).unwrap()).unwrap();
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
    }
}
