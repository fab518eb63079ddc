//! What the analysis calls proven is true, by solvers that share nothing with the engine but the rules.

mod common;

use std::collections::HashMap;

use common::{Dice, start};
use tic_tac_toe_engine::{Analysis, Evaluation, Grade, Progress, Verdict, grade};
use tic_tac_toe_rules::{Cell, Game, Outcome, Position, Seat};

/// What a position is worth to the player whose turn it is, with how many marks of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Win(u16),
    Draw,
    Loss(u16),
}

/// Minimax for two by the rules alone, which remembers what it has seen.
#[derive(Default)]
struct Minimax {
    known: HashMap<Position, Value>,
    // How many positions may still be looked at.
    left: usize,
}

impl Minimax {
    /// Returns the value of a game in progress, unless there is more than this to look at.
    fn value(&mut self, position: &Position, most: usize) -> Option<Value> {
        self.left = most;
        self.search(position)
    }

    fn search(&mut self, position: &Position) -> Option<Value> {
        if let Some(value) = self.known.get(position) {
            return Some(*value);
        }
        self.left = self.left.checked_sub(1)?;
        let (mut shortest_win, mut longest_loss, mut draws) = (None::<u16>, 0, false);
        for chosen in position.legal_moves() {
            let after = after(position, chosen);
            let value = match after.outcome() {
                Outcome::Won { .. } => Value::Win(1),
                Outcome::Draw => Value::Draw,
                Outcome::InProgress { .. } => match self.search(&after)? {
                    Value::Win(marks) => Value::Loss(marks),
                    Value::Draw => Value::Draw,
                    Value::Loss(marks) => Value::Win(marks + 1),
                },
            };
            match value {
                Value::Win(marks) => {
                    shortest_win = Some(shortest_win.map_or(marks, |before| before.min(marks)));
                }
                Value::Draw => draws = true,
                Value::Loss(marks) => longest_loss = longest_loss.max(marks),
            }
        }
        let value = match shortest_win {
            Some(marks) => Value::Win(marks),
            None if draws => Value::Draw,
            None => Value::Loss(longest_loss),
        };
        self.known.insert(*position, value);
        Some(value)
    }
}

fn after(position: &Position, chosen: Cell) -> Position {
    let mut after = *position;
    after.play_legal(chosen);
    after
}

/// A set of cells of a board with up to 256 of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Cells([u64; 4]);

impl Cells {
    fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    fn with(mut self, cell: usize) -> Self {
        self.insert(cell);
        self
    }

    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }

    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..256).filter(move |cell| self.0[cell / 64] >> (cell % 64) & 1 == 1)
    }
}

/// The attack of one player against another on a grid: tries everything that could complete a line in time, against
/// every answer.
struct Attack {
    lines: Vec<Cells>,
    all: Cells,
    known: HashMap<(Stand, u16, bool), bool>,
    // A line that lacks more marks than this is not begun.
    most_lacking: u32,
}

/// Who has marked what; all players but the attacker defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stand {
    attacker: Cells,
    defender: Cells,
}

/// So much is looked at to check an attack.
const MOST_KNOWN: usize = 100_000;

impl Attack {
    fn new(position: &Position, attacker: Seat) -> (Self, Stand) {
        let Position::Grid(grid) = position else { panic!("it is for grids") };
        let rules = grid.rules();
        let [rows, cols, length] = [rules.rows(), rules.cols(), rules.in_a_row()].map(i32::from);
        let number = |row: i32, col: i32| usize::try_from(row * cols + col).unwrap();
        let (mut all, mut lines) = (Cells::default(), Vec::new());
        let mut stand = Stand { attacker: all, defender: all };
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            all.insert(number(row, col));
            let cell = Cell { row: row.try_into().unwrap(), col: col.try_into().unwrap() };
            match position.mark_at(cell) {
                None => {}
                Some(seat) if seat == attacker => stand.attacker.insert(number(row, col)),
                Some(_) => stand.defender.insert(number(row, col)),
            }
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (end, side) = (row + (length - 1) * down, col + (length - 1) * right);
                if end < rows && (0..cols).contains(&side) {
                    let cells = (0..length).map(|step| number(row + step * down, col + step * right));
                    lines.push(cells.fold(Cells::default(), Cells::with));
                }
            }
        }
        (Self { lines, all, known: HashMap::new(), most_lacking: 0 }, stand)
    }

    /// Returns whether so many marks of the attacker win, whatever the defender does; `None` when there is too much to
    /// look at.
    fn wins(&mut self, stand: Stand, marks: u16, attacker_moves: bool) -> Option<bool> {
        let widths = [2, 3, u32::from(marks)];
        let wins = widths.into_iter().any(|most_lacking| {
            self.known.clear();
            self.most_lacking = most_lacking;
            (1..=marks).any(|marks| self.forces(stand, marks, attacker_moves))
        });
        (wins || self.known.len() < MOST_KNOWN).then_some(wins)
    }

    // When there is too much to look at, nothing is forced.
    fn forces(&mut self, stand: Stand, marks: u16, attacker_moves: bool) -> bool {
        let key = (stand, marks, attacker_moves);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.known.len() >= MOST_KNOWN {
            return false;
        }
        let forces = if attacker_moves { self.attacks(stand, marks) } else { self.withstands(stand, marks) };
        self.known.insert(key, forces);
        forces
    }

    fn attacks(&mut self, stand: Stand, marks: u16) -> bool {
        let Stand { attacker, defender } = stand;
        if !self.lacking(attacker, defender, 1).is_empty() {
            return marks > 0;
        }
        if marks < 2 {
            return false;
        }
        let must_block = self.lacking(defender, attacker, 1);
        let tries = match must_block.len() {
            0 => self.lacking(attacker, defender, self.most_lacking.min(marks.into())),
            1 => must_block,
            _ => return false,
        };
        let mut after = tries.into_iter().map(|cell| Stand { attacker: attacker.with(cell), defender });
        after.any(|after| self.forces(after, marks - 1, false))
    }

    /// Returns whether the attack goes on whatever the defender plays.
    fn withstands(&mut self, stand: Stand, marks: u16) -> bool {
        let Stand { attacker, defender } = stand;
        if marks == 0 || !self.lacking(defender, attacker, 1).is_empty() {
            return false;
        }
        let after = |cell: usize| Stand { attacker, defender: defender.with(cell) };
        match self.lacking(attacker, defender, 1)[..] {
            [] if marks == 1 => return false,
            // A mark more is never worse, so who can't win against a player who passes can't win at all.
            [] => {}
            [cell] => return self.forces(after(cell), marks, true),
            [..] => return true,
        }
        let free = self.all.without(attacker).without(defender);
        free.count() > 0
            && self.forces(stand, marks, true)
            && free.iter().all(|cell| self.forces(after(cell), marks, true))
    }

    /// Returns the free cells of lines that the other has no mark in and that lack at most so many marks, those that
    /// lack fewest first.
    fn lacking(&self, own: Cells, other: Cells, most: u32) -> Vec<usize> {
        let mut by_lacking = [Cells::default(); 20];
        for &line in &self.lines {
            if line.without(other) == line {
                let free = line.without(own);
                let level = &mut by_lacking[free.count() as usize];
                *level = level.zip(free, |a, b| a | b);
            }
        }
        let (mut cells, mut seen) = (Vec::new(), Cells::default());
        for level in by_lacking.into_iter().take(most as usize + 1) {
            cells.extend(level.without(seen).iter());
            seen = seen.zip(level, |a, b| a | b);
        }
        cells
    }
}

/// Returns whether every line that could be made on the grid has marks of two players.
fn nobody_can_win(position: &Position) -> bool {
    let mut left = position.players().seats().filter(|&seat| !position.is_out(seat));
    left.all(|seat| {
        let (attack, Stand { attacker, defender }) = Attack::new(position, seat);
        attack.lacking(attacker, defender, 19).is_empty()
    })
}

/// How often each verdict was claimed about positions of a kind.
#[derive(Debug, Default)]
struct Claims {
    positions: usize,
    won: usize,
    lost: usize,
    drawn: usize,
}

impl Claims {
    fn count(&mut self, position: &Position, verdict: Option<Verdict>) {
        self.positions += 1;
        match verdict {
            Some(Verdict::Win { winner, .. }) if Some(winner) == position.turn() => self.won += 1,
            Some(Verdict::Win { .. }) => self.lost += 1,
            Some(Verdict::Draw) => self.drawn += 1,
            None => {}
        }
    }
}

fn evaluation(position: &Position, playouts: u64) -> Evaluation {
    let mut analysis = Analysis::new(position);
    analysis.step(playouts);
    let evaluation = analysis.evaluation();
    let best = evaluation.best().expect("the game goes on");
    assert!(position.legal_moves().any(|legal| legal == best), "{best:?} in {position:?}");
    evaluation
}

/// Returns random games of the rules, up to a number of marks; those that have ended are left out.
fn random_positions(
    name: &str,
    players: u8,
    games: u64,
    marks: impl Fn(&mut Dice) -> usize,
) -> impl Iterator<Item = Position> {
    let (start, mut dice) = (start(name, players), Dice(5));
    let random = move |_| {
        let mut position = start;
        for _ in 0..marks(&mut dice) {
            if position.turn().is_some() {
                position.play_legal(dice.legal_move(&position));
            }
        }
        position
    };
    (0..games).map(random).filter(|position| position.turn().is_some())
}

/// Returns the position after the player to move has left, if that is not the end.
fn left_by_one(mut position: Position) -> Option<Position> {
    position.leave(position.turn()?).ok()?;
    position.turn().map(|_| position)
}

/// Asserts that a claim holds, by minimax.
#[track_caller]
fn assert_true(verdict: Verdict, value: Value, position: &Position) {
    let mover = position.turn().expect("the game goes on");
    let holds = match (verdict, value) {
        (Verdict::Win { winner, marks }, Value::Win(least)) => winner == mover && marks >= least,
        (Verdict::Win { winner, marks }, Value::Loss(least)) => winner != mover && marks >= least,
        (Verdict::Draw, value) => value == Value::Draw,
        (Verdict::Win { .. }, Value::Draw) => false,
    };
    assert!(holds, "{verdict:?} where minimax finds {value:?}:\n{position}");
}

#[test]
fn small_grids_are_proven_with_the_shortest_win() {
    let mut claims = Claims::default();
    for (name, games, least, span) in [
        ("classic", 150, 0, 7),
        ("3x4:3", 80, 2, 6),
        ("4x4:3", 80, 6, 6),
        ("4x4:4", 80, 7, 6),
        ("5x4:4", 80, 10, 6),
    ] {
        let mut minimax = Minimax::default();
        // Some games are of three players, one of whom leaves.
        let two = random_positions(name, 2, games, |dice| least + dice.below(span));
        let of_three = random_positions(name, 3, games / 4, |dice| least + dice.below(span));
        for position in two.chain(of_three.filter_map(left_by_one)) {
            let Some(value) = minimax.value(&position, 30_000) else { continue };
            let verdict = evaluation(&position, 2_000).verdict;
            claims.count(&position, verdict);
            assert_true(verdict.expect("small grids are solved"), value, &position);
            let is_shortest = match (verdict, value) {
                (Some(Verdict::Win { marks, .. }), Value::Win(least) | Value::Loss(least)) => marks == least,
                _ => true,
            };
            assert!(is_shortest, "{verdict:?} where minimax finds {value:?}:\n{position}");
        }
    }
    assert!(
        claims.positions > 400 && claims.won > 200 && claims.lost > 40 && claims.drawn > 40,
        "{claims:?}"
    );
}

#[test]
fn verdicts_about_endgames_of_ultimate_are_true() {
    for name in ["ultimate:first", "ultimate:any", "ultimate:closing"] {
        let mut claims = Claims::default();
        for position in random_positions(name, 2, 900, |dice| 45 + dice.below(25)) {
            let Some(value) = Minimax::default().value(&position, 3_000) else { continue };
            let verdict = evaluation(&position, 1_500).verdict;
            claims.count(&position, verdict);
            if let Some(verdict) = verdict {
                assert_true(verdict, value, &position);
            }
        }
        assert!(
            claims.positions > 120 && claims.won > 10 && claims.lost > 10 && claims.drawn > 10,
            "{name}: {claims:?}"
        );
    }
}

/// Plays a mark that stops a line which the next player could complete, else one beside the others.
fn play_sensibly(position: &mut Position, dice: &mut Dice) {
    let Some(mover) = position.turn() else { return };
    let (attack, Stand { attacker, defender }) = Attack::new(position, mover);
    let cols = usize::from(position.rules().cols());
    let number = |cell: &Cell| usize::from(cell.row) * cols + usize::from(cell.col);
    let to_stop = attack.lacking(defender, attacker, 1);
    let marked: Vec<usize> = attacker.iter().chain(defender.iter()).collect();
    let is_near = |cell: &Cell| {
        marked.iter().any(|mark| {
            let (row, col) = (mark / cols, mark % cols);
            row.abs_diff(cell.row.into()) <= 1 && col.abs_diff(cell.col.into()) <= 1
        })
    };
    let stopping = position.legal_moves().find(|cell| to_stop.contains(&number(cell)));
    let near: Vec<Cell> = position.legal_moves().filter(is_near).collect();
    let any = if near.is_empty() { dice.legal_move(position) } else { near[dice.below(near.len())] };
    position.play_legal(stopping.unwrap_or(any));
}

#[test]
fn verdicts_about_large_grids_are_true() {
    // What takes too long to check is left out.
    let (mut claims, mut unchecked) = (Claims::default(), 0);
    for (name, games, least, span) in
        [("8x9:4", 120, 5, 12), ("9x9:5", 120, 10, 24), ("15x15:5", 60, 12, 20), ("7x10:6", 60, 30, 38)]
    {
        let mut dice = Dice(21);
        for _ in 0..games {
            let mut position = start(name, 2);
            for _ in 0..least + dice.below(span) {
                play_sensibly(&mut position, &mut dice);
            }
            let Some(mover) = position.turn() else { continue };
            let verdict = evaluation(&position, 100).verdict;
            let holds = match verdict {
                None => Some(true),
                Some(Verdict::Draw) => Some(nobody_can_win(&position)),
                Some(Verdict::Win { winner, marks }) => {
                    let (mut attack, stand) = Attack::new(&position, winner);
                    attack.wins(stand, marks, winner == mover)
                }
            };
            let Some(holds) = holds else {
                unchecked += 1;
                continue;
            };
            claims.count(&position, verdict);
            assert!(holds, "{verdict:?} does not hold for {mover} to move:\n{position}");
        }
    }
    assert!(unchecked < claims.positions / 40, "{claims:?}, {unchecked} unchecked");
    assert!(claims.positions > 250 && claims.won > 60 && claims.lost > 20 && claims.drawn > 5, "{claims:?}");
}

#[test]
fn with_more_players_nothing_is_claimed_but_a_line_that_can_be_completed_at_once() {
    let mut claims = Claims::default();
    let mut dice = Dice(8);
    for game in 0..120 {
        let mut position = start("5x6:4", 3 + game % 2);
        for _ in 0..8 + dice.below(22) {
            if position.turn().is_some() {
                position.play_legal(dice.legal_move(&position));
            }
        }
        if game % 10 == 5 && position.turn().is_some() {
            position.leave(Seat::O).expect("three of four are left");
        }
        let Some(mover) = position.turn() else { continue };
        let Evaluation { verdict, chances, .. } = evaluation(&position, 100);
        claims.count(&position, verdict);
        let sum: u16 = chances.iter().sum();
        assert!((990..=1_020).contains(&sum), "{chances:?}");
        let wins_at_once = position
            .legal_moves()
            .any(|chosen| matches!(after(&position, chosen).outcome(), Outcome::Won { .. }));
        assert_eq!(verdict == Some(Verdict::Win { winner: mover, marks: 1 }), wins_at_once);
        match verdict {
            Some(Verdict::Win { winner, marks }) => assert_eq!((winner, marks), (mover, 1)),
            Some(Verdict::Draw) => assert!(nobody_can_win(&position), "{position}"),
            None => {}
        }
    }
    assert!(claims.positions > 80 && claims.won > 10, "{claims:?}");
}

#[test]
fn many_small_steps_come_to_the_same_as_one_large_one() {
    for name in ["classic", "5x7:4", "15x15:5", "ultimate:any", "ultimate:closing"] {
        for position in random_positions(name, 2, 3, |dice| dice.below(20)) {
            let mut small = Analysis::new(&position);
            for _ in 0..50 {
                small.step(4);
            }
            assert_eq!(small.evaluation(), evaluation(&position, 200), "{position}");
        }
    }
}

#[test]
fn an_analysis_ends_by_itself_when_nothing_is_left_to_find_out() {
    let mut position = start("classic", 2);
    let mut analysis = Analysis::new(&position);
    let Progress { playouts, done } = analysis.step(u64::MAX);
    assert!(done && playouts < 2_000, "{playouts}");
    for (row, col) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)] {
        position.play(Cell { row, col }).expect("the move is legal");
    }
    let mut over = Analysis::new(&position);
    assert_eq!(over.step(1), Progress { playouts: 0, done: true });
    let won = Evaluation {
        chances: [1_000, 0, 0, 0],
        verdict: Some(Verdict::Win { winner: Seat::X, marks: 0 }),
        line: Vec::new(),
    };
    assert_eq!(over.evaluation(), won);
}

#[test]
fn a_move_is_graded_by_what_it_costs_unless_it_was_the_best() {
    assert_eq!(grade(1_000, 500, false), Some(Grade::Blunder), "a won game is drawn");
    assert_eq!(grade(700, 500, false), Some(Grade::Blunder));
    assert_eq!(grade(699, 500, false), Some(Grade::Mistake));
    assert_eq!(grade(600, 500, false), Some(Grade::Mistake));
    assert_eq!(grade(599, 500, false), None);
    assert_eq!(grade(400, 900, false), None, "it was better than was thought");
    assert_eq!(grade(1_000, 0, true), None, "nothing better was found");
}

#[test]
fn the_line_of_a_win_is_played_to_its_end() {
    let position = Position::Grid(common::drawn(
        5,
        &[
            ". . . . . . . . .",
            ". O . . . . . . .",
            ". . . X X X . . .",
            ". . . . . . . . .",
            ". . O . . . . O .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
    ));
    let Evaluation { verdict, line, .. } = evaluation(&position, 10);
    assert_eq!(verdict, Some(Verdict::Win { winner: Seat::X, marks: 2 }));
    let mut end = position;
    for cell in line {
        end.play(cell).expect("the line is legal");
    }
    assert!(matches!(end.outcome(), Outcome::Won { winner: Seat::X, .. }), "{end}");
}
