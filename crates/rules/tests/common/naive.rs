//! The rules once more, written as plainly as possible: lists of cells, everything looked up again
//! after every move, no code shared with the crate. It is slow, and right by reading it.

use tic_tac_toe_rules::{
    Cell, Direction, LeaveError, Line, MoveError, Outcome, Rules, Seat, Victory, ultimate::Capture,
};

/// A line as its cells and the direction in which they follow each other.
pub type Cells = Vec<(usize, usize)>;

#[derive(Clone, Debug)]
pub struct Naive {
    rules: Rules,
    players: usize,
    /// Seats by row and column, 0 where nobody has marked.
    board: Vec<Vec<usize>>,
    out: Vec<usize>,
    turn: usize,
    marks: usize,
    winner: Option<(usize, Victory)>,
    draw: bool,
    /// For each mini-field who captured it by which cells, in order.
    captures: Vec<Vec<(usize, Cells)>>,
    /// Where the last mark sends, if that binds.
    sent: Option<usize>,
}

impl Naive {
    pub fn new(rules: Rules, players: u8, first: usize) -> Self {
        let (rows, cols) = (usize::from(rules.rows()), usize::from(rules.cols()));
        Self {
            rules,
            players: players.into(),
            board: vec![vec![0; cols]; rows],
            out: Vec::new(),
            turn: first,
            marks: 0,
            winner: None,
            draw: false,
            captures: vec![Vec::new(); 9],
            sent: None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.draw
    }

    pub fn outcome(&self) -> Outcome {
        match self.winner {
            Some((winner, by)) => Outcome::Won { winner: seat(winner), by },
            None if self.draw => Outcome::Draw,
            None => Outcome::InProgress { next: seat(self.turn) },
        }
    }

    pub fn marks_made(&self) -> usize {
        self.marks
    }

    pub fn mark_at(&self, row: usize, col: usize) -> Option<Seat> {
        let mark = *self.board.get(row)?.get(col)?;
        (mark != 0).then(|| seat(mark))
    }

    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(&usize::from(seat.number()))
    }

    pub fn legal_cells(&self) -> Cells {
        let mut cells = Vec::new();
        for row in 0..self.board.len() {
            for col in 0..self.board[row].len() {
                if self.refusal(row, col).is_none() {
                    cells.push((row, col));
                }
            }
        }
        cells
    }

    pub fn refusal(&self, row: usize, col: usize) -> Option<MoveError> {
        if self.is_over() {
            return Some(MoveError::GameOver);
        }
        let Some(&mark) = self.board.get(row).and_then(|cells| cells.get(col)) else {
            return Some(MoveError::OutOfBounds);
        };
        if self.is_ultimate() && !self.may_enter(field_of(row, col)) {
            return Some(MoveError::WrongField);
        }
        (mark != 0).then(|| MoveError::CellTaken(seat(mark)))
    }

    pub fn play(&mut self, row: usize, col: usize) -> Result<(), MoveError> {
        if let Some(refusal) = self.refusal(row, col) {
            return Err(refusal);
        }
        self.board[row][col] = self.turn;
        self.marks += 1;
        match self.rules {
            Rules::Grid(_) => self.judge_grid(),
            Rules::Ultimate(capture) => self.judge_ultimate(capture, row, col),
        }
        if !self.is_over() {
            self.pass_turn();
        }
        Ok(())
    }

    pub fn leave(&mut self, seat: u8) -> Result<(), LeaveError> {
        let seat = usize::from(seat);
        if self.is_over() {
            return Err(LeaveError::GameOver);
        }
        if seat > self.players {
            return Err(LeaveError::NoSuchSeat);
        }
        if self.out.contains(&seat) {
            return Err(LeaveError::AlreadyOut);
        }
        self.out.push(seat);
        let left: Vec<usize> = (1..=self.players).filter(|seat| !self.out.contains(seat)).collect();
        if let [last] = left[..] {
            self.winner = Some((last, Victory::LastLeft));
        } else if self.turn == seat {
            self.pass_turn();
        }
        Ok(())
    }

    /// Returns the cells of the winning line; on an ultimate board those of the field of mini-fields.
    pub fn winning_line(&self) -> Option<Cells> {
        let Some((winner, Victory::Line)) = self.winner else {
            return None;
        };
        match self.rules {
            Rules::Grid(rules) => first_line(&self.board, winner, rules.in_a_row().into()),
            Rules::Ultimate(_) => first_line(&self.fields_counting_for(winner), winner, 3),
        }
    }

    pub fn captures(&self, field: usize) -> &[(usize, Cells)] {
        &self.captures[field]
    }

    pub fn next_field(&self) -> Option<usize> {
        if self.is_over() { None } else { self.sent }
    }

    fn is_ultimate(&self) -> bool {
        matches!(self.rules, Rules::Ultimate(_))
    }

    fn pass_turn(&mut self) {
        loop {
            self.turn = self.turn % self.players + 1;
            if !self.out.contains(&self.turn) {
                return;
            }
        }
    }

    fn judge_grid(&mut self) {
        let Rules::Grid(rules) = self.rules else { unreachable!("only grids are judged so") };
        if first_line(&self.board, self.turn, rules.in_a_row().into()).is_some() {
            self.winner = Some((self.turn, Victory::Line));
        }
        self.draw = self.winner.is_none() && self.board.iter().flatten().all(|&mark| mark != 0);
    }

    fn judge_ultimate(&mut self, capture: Capture, row: usize, col: usize) {
        let here = field_of(row, col);
        let taken = match capture {
            Capture::Any => self.captures[here].iter().any(|(owner, _)| *owner == self.turn),
            Capture::First | Capture::Closing => !self.captures[here].is_empty(),
        };
        if let Some(line) = first_line(&self.mini_field(here), self.turn, 3).filter(|_| !taken) {
            let on_board = line.iter().map(|(r, c)| (here / 3 * 3 + r, here % 3 * 3 + c)).collect();
            self.captures[here].push((self.turn, on_board));
        }
        if first_line(&self.fields_counting_for(self.turn), self.turn, 3).is_some() {
            self.winner = Some((self.turn, Victory::Line));
        }
        let target = row % 3 * 3 + col % 3;
        self.sent = Some(target);
        if capture == Capture::Closing {
            if self.is_closed(target) {
                self.sent = None;
            }
            self.draw = self.winner.is_none() && (0..9).all(|field| self.is_closed(field));
        } else {
            self.draw = self.winner.is_none() && self.is_full(target);
        }
    }

    fn may_enter(&self, field: usize) -> bool {
        match self.sent {
            Some(target) => field == target,
            None => self.rules != Rules::Ultimate(Capture::Closing) || !self.is_closed(field),
        }
    }

    fn is_full(&self, field: usize) -> bool {
        self.mini_field(field).iter().flatten().all(|&mark| mark != 0)
    }

    fn is_closed(&self, field: usize) -> bool {
        self.is_full(field) || !self.captures[field].is_empty()
    }

    fn mini_field(&self, field: usize) -> Vec<Vec<usize>> {
        let (top, left) = (field / 3 * 3, field % 3 * 3);
        (top..top + 3).map(|row| self.board[row][left..left + 3].to_vec()).collect()
    }

    fn fields_counting_for(&self, player: usize) -> Vec<Vec<usize>> {
        let counts = |field: usize| self.captures[field].iter().any(|(owner, _)| *owner == player);
        (0..3).map(|row| (0..3).map(|col| if counts(row * 3 + col) { player } else { 0 }).collect()).collect()
    }
}

/// Returns the line's cells, for comparison.
pub fn cells_of(line: Line) -> Cells {
    line.cells().map(|Cell { row, col }| (row.into(), col.into())).collect()
}

fn seat(number: usize) -> Seat {
    Seat::new(u8::try_from(number).expect("seats are small")).expect("there is such a seat")
}

fn field_of(row: usize, col: usize) -> usize {
    row / 3 * 3 + col / 3
}

fn first_line(board: &[Vec<usize>], player: usize, length: usize) -> Option<Cells> {
    for direction in [Direction::Right, Direction::Down, Direction::DownRight, Direction::DownLeft] {
        for row in 0..board.len() {
            for col in 0..board[row].len() {
                let line: Cells = (0..length).map_while(|i| step(row, col, i, direction)).collect();
                let held =
                    |&(r, c): &(usize, usize)| board.get(r).and_then(|cells| cells.get(c)) == Some(&player);
                if line.len() == length && line.iter().all(held) {
                    return Some(line);
                }
            }
        }
    }
    None
}

fn step(row: usize, col: usize, distance: usize, direction: Direction) -> Option<(usize, usize)> {
    match direction {
        Direction::Right => Some((row, col + distance)),
        Direction::Down => Some((row + distance, col)),
        Direction::DownRight => Some((row + distance, col + distance)),
        Direction::DownLeft => Some((row + distance, col.checked_sub(distance)?)),
    }
}
