//! Which marks can be on a board: what text and storage hold is accepted only if play can lead there.

use super::bits::{self, Bits};
use super::position::{End, Position};
use super::rules::Rules;
use crate::game::{Line, Players, Seat};

type Counts = [u16; 4];

impl Position {
    /// Returns the position with these cells, in reading order, and these players out, in a game that `first` began;
    /// `None` unless there is one for each cell of the board and play can lead there.
    #[must_use]
    pub fn from_cells(
        rules: Rules,
        players: Players,
        first: Seat,
        cells: impl IntoIterator<Item = Option<Seat>>,
        out: impl IntoIterator<Item = Seat>,
    ) -> Option<Self> {
        let mut marks = [Bits::default(); 4];
        let mut numbers = 0..rules.cells();
        for cell in cells {
            let number = numbers.next()?;
            if let Some(seat) = cell {
                if !players.has(seat) {
                    return None;
                }
                marks[seat.index()].insert(number.into());
            }
        }
        if !numbers.is_empty() {
            return None;
        }
        let out = out.into_iter().fold(0, |out, seat| out | seat.bit());
        Self::from_marks(rules, players, first, out, marks)
    }

    /// Returns the position with these marks and these players out, if play can lead there. Only players who take part
    /// have marks, and only in words that the board needs.
    pub(super) fn from_marks(
        rules: Rules,
        players: Players,
        first: Seat,
        out: u8,
        marks: [Bits; 4],
    ) -> Option<Self> {
        let everybody = (1 << players.count()) - 1;
        let mut position = Self { out, marks, ..Self::started_by(rules, players, first)? };
        if out >= everybody || !position.each_mark_has_its_own_cell() {
            return None;
        }
        let counts = marks.map(|marks| marks.count(rules));
        position.moves = counts.iter().sum();
        position.turn = position.turn_by_counts(counts);
        let full = position.moves == rules.cells();
        let mut lines =
            players.seats().filter_map(|seat| Some((seat, marks[seat.index()].first_line(rules)?)));
        let reachable = match (lines.next(), position.players_left()) {
            (Some((winner, line)), 2..) => {
                position.turn = winner;
                position.end = Some(End::Line(line));
                position.moved_last(winner, counts)
                    && lines.all(|_| false)
                    && position.completed_at_once(line)
            }
            (Some(_), _) => false,
            (None, 2..) if full => {
                position.end = Some(End::Full);
                position.moved_last(position.seat_before(position.turn), counts)
            }
            (None, 2..) => position.fits_the_order_of_turns(counts),
            (None, _) => {
                position.end = Some(End::LastLeft);
                !full && position.somebody_left_last(counts)
            }
        };
        reachable.then_some(position)
    }

    fn each_mark_has_its_own_cell(&self) -> bool {
        (0..bits::words(self.rules)).all(|word| {
            let mut free = bits::on_board(self.rules, word);
            self.players.seats().all(|seat| {
                let marks = self.marks[seat.index()].0[word];
                let fits = marks & !free == 0;
                free &= !marks;
                fits
            })
        })
    }

    // In every round of turns the players still in move one after the other, so it is the turn of the earliest
    // who has made fewest marks.
    fn turn_by_counts(&self, counts: Counts) -> Seat {
        let still_in = self.players.seats().filter(|&seat| !self.is_out(seat));
        still_in.min_by_key(|&seat| (counts[seat.index()], self.turns_before(seat))).unwrap_or(self.first)
    }

    // How many seats have their turn before this one in every round of turns.
    const fn turns_before(&self, seat: Seat) -> u8 {
        let (seat, first) = (seat.number(), self.first.number());
        if seat < first { seat + self.players.count() - first } else { seat - first }
    }

    fn seat_before(&self, seat: Seat) -> Seat {
        let (earlier, later) = (self.players.seats().filter(|&other| other < seat), self.players.seats());
        earlier.rev().chain(later.rev()).find(|&other| !self.is_out(other)).unwrap_or(seat)
    }

    fn fits_the_order_of_turns(&self, counts: Counts) -> bool {
        let rounds = counts[self.turn.index()];
        self.players.seats().all(|seat| {
            let turns = rounds + u16::from(self.turns_before(seat) < self.turns_before(self.turn));
            let made = counts[seat.index()];
            if self.is_out(seat) { made <= turns } else { made == turns }
        })
    }

    // Whether the player is still in and with one mark fewer it was their turn.
    fn moved_last(&self, seat: Seat, mut counts: Counts) -> bool {
        if self.is_out(seat) || counts[seat.index()] == 0 {
            return false;
        }
        counts[seat.index()] -= 1;
        Self { turn: seat, ..*self }.fits_the_order_of_turns(counts)
    }

    fn somebody_left_last(&self, counts: Counts) -> bool {
        self.players.seats().filter(|&seat| self.is_out(seat)).any(|seat| {
            let before = Self { out: self.out & !seat.bit(), ..*self };
            [self.turn, seat].into_iter().any(|turn| Self { turn, ..before }.fits_the_order_of_turns(counts))
        })
    }

    // Whether without one mark of the line the winner had no line at all.
    fn completed_at_once(&self, line: Line) -> bool {
        line.cells().any(|last| {
            let mut before = self.marks[self.turn.index()];
            before.remove(bits::index(self.rules, last));
            before.first_line(self.rules).is_none()
        })
    }
}
