//! A game as everybody knows it: what the model changes by calls and the replica by events, and how it is shown.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::board::{Cell, Mark, Rules};

/// From how many marks on a win over players who are out counts.
const MARKS_THAT_COUNT: usize = 2;

/// One game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game {
    pub id: u64,
    pub players: Vec<Option<String>>,
    pub rules: Rules,
    pub turn_seconds: Option<u64>,
    /// Whether each round is started by the next seat, not always by the host.
    pub rotates: bool,
    pub round: u64,
    pub marks: Vec<Mark>,
    pub out: BTreeSet<usize>,
    pub turn: usize,
    pub since: u64,
    pub status: Status,
    pub wins: Vec<u64>,
    pub draws: u64,
}

/// The state of the round.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    Waiting,
    InProgress,
    /// Without a line the others are out.
    Won {
        seat: usize,
        line: Option<Vec<Cell>>,
    },
    Draw,
    /// Never seen from outside: a new round begins at once, or the game is closed.
    Abandoned,
}

impl Game {
    pub fn new(
        id: u64,
        players: Vec<Option<String>>,
        rules: Rules,
        turn_seconds: Option<u64>,
        rotates: bool,
    ) -> Self {
        Self {
            id,
            rules,
            turn_seconds,
            rotates,
            round: 1,
            marks: Vec::new(),
            out: BTreeSet::new(),
            turn: 1,
            since: 0,
            status: Status::Waiting,
            wins: vec![0; players.len()],
            draws: 0,
            players,
        }
    }

    pub fn is_full(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    pub fn seat_of(&self, account: &str) -> Option<usize> {
        let seat = self.players.iter().position(|player| player.as_deref() == Some(account));
        seat.map(|index| index + 1)
    }

    /// Returns the player in this seat.
    pub fn player(&self, seat: usize) -> String {
        self.players[seat - 1].clone().expect("the seat is taken")
    }

    pub fn start_round(&mut self, round: u64, time: u64) {
        self.round = round;
        self.marks.clear();
        self.out.clear();
        self.turn = self.first();
        self.since = time;
        self.status = Status::InProgress;
    }

    /// Returns who moves first in this round.
    pub fn first(&self) -> usize {
        let passed = if self.rotates { (self.round - 1) % self.players.len() as u64 } else { 0 };
        usize::try_from(passed).expect("small") + 1
    }

    pub fn mark(&mut self, seat: usize, cell: Cell, time: u64) {
        self.marks.push(Mark { seat, cell });
        self.pass_turn(time);
    }

    pub fn put_out(&mut self, seat: usize, time: u64) {
        self.out.insert(seat);
        if seat == self.turn && self.left().len() > 1 {
            self.pass_turn(time);
        }
    }

    /// Returns the seats that are still in the round.
    pub fn left(&self) -> Vec<usize> {
        (1..=self.players.len()).filter(|seat| !self.out.contains(seat)).collect()
    }

    /// Ends the round and keeps the score.
    pub fn end(&mut self, status: Status) {
        match &status {
            Status::Won { seat, line } => {
                let counts = line.is_some() || self.marks.len() >= MARKS_THAT_COUNT;
                self.wins[seat - 1] += u64::from(counts);
            }
            Status::Draw => self.draws += 1,
            Status::Waiting | Status::InProgress | Status::Abandoned => {}
        }
        self.status = status;
    }

    fn pass_turn(&mut self, time: u64) {
        let seats = self.players.len();
        let after = (self.turn..self.turn + seats).map(|index| index % seats + 1);
        self.turn = after.into_iter().find(|seat| !self.out.contains(seat)).expect("somebody is left");
        self.since = time;
    }

    pub const fn starts(&self) -> &'static str {
        if self.rotates { "rotates" } else { "host" }
    }

    /// Returns what `get_game` ought to show.
    pub fn view(&self) -> Value {
        let in_progress = self.status == Status::InProgress;
        let (status, winner, line) = match &self.status {
            Status::Waiting => ("waiting", None, None),
            Status::InProgress => ("in_progress", None, None),
            Status::Won { seat, line } => ("won", Some(seat), line.clone()),
            Status::Draw => ("draw", None, None),
            Status::Abandoned => ("abandoned", None, None),
        };
        json!({
            "game_id": self.id.to_string(),
            "players": self.players,
            "rules": self.rules.json(),
            "starts": self.starts(),
            "round": self.round,
            "rows": self.rules.rows(),
            "cols": self.rules.cols(),
            "board": self.rules.cells(&self.marks).concat(),
            "moves": self.marks.len(),
            "status": status,
            "turn": in_progress.then_some(self.turn),
            "out": self.out,
            "winner": winner,
            "winning_line": line,
            "score": { "wins": self.wins, "draws": self.draws },
            "turn_seconds": self.turn_seconds,
            "turn_since": in_progress.then(|| self.since.to_string()),
            "ultimate": self.rules.ultimate(&self.marks, in_progress),
        })
    }
}
