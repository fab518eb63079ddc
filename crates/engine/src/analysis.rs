//! What a position is worth to each player, the best line from it, and how it ends where that can be proven.
//!
//! A verdict is claimed only if it holds against every legal move. Of ultimate the tree search tries all of them but
//! those that lose at once. On large grids it tries the most valuable alone, so that its proofs do not count there:
//! what counts is a win by threats, also one that answers each legal move in turn. Small grids are solved, looking one
//! move further ahead each time, which finds the shortest win. With three and four players only a line that can be
//! completed at once is certain: what else happens is up to people who may help each other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use tic_tac_toe_rules::{Cell, Game, Outcome, Position, Seat, grid};

use crate::board::{Board, End};
use crate::grid::{Board as GridBoard, Solution, Solver, Value, largest_first, threats};
use crate::random::Random;
use crate::search::{EXPLORATION, Progress, SOLVER_NODES, ultimate_tree};
use crate::tree::{MOST_STEPS, Tree, is_time_to_look};
use crate::ultimate::{Board as UltimateBoard, JudgedBoard};

/// What a won game is worth in thousandths.
const WIN: u16 = 1_000;

/// A chance that is not certain stays so far away from certainty.
const DOUBT: u16 = 10;

/// A move that costs its player so much of the chance to win is a mistake, or a blunder.
const MISTAKE: u16 = 100;
const BLUNDER: u16 = 200;

/// How many positions a search for a win by threats may look at: at first, and later, with more time for each, at most.
const THREAT_NODES: u32 = 500;
const MOST_THREAT_NODES: u32 = 20_000;

/// So many playouts a win that is known to be won is looked for a shorter way.
const SHORTENING: u64 = 2_000;

/// How a game ends, whatever the others do. Proven: not a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A player can force a win, with at most so many further marks of their own; with 0 the game is won.
    Win {
        /// Who wins.
        winner: Seat,
        /// So many marks of the winner are enough. Fewer may be, too.
        marks: u16,
    },
    /// Nobody can force a win, or the game has ended in a draw.
    Draw,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What each player may expect, by seat: their chance to win in thousandths, where a draw counts as an equal share
    /// of a win. Certain only with a verdict.
    pub chances: [u16; 4],
    /// How the game ends, if that is proven.
    pub verdict: Option<Verdict>,
    /// The best move, the best answer to it, and so on; nothing when the game is over.
    pub line: Vec<Cell>,
}

/// What is to be said about a move that was not the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// It cost a tenth of a win or more.
    Mistake,
    /// It cost a fifth of a win or more: a won game, for example.
    Blunder,
}

/// Grades a move by the chances of the player who made it, before and after it, and by whether it was the best one that
/// was found: then there was nothing better to play, whatever comes out after it.
#[must_use]
pub const fn grade(before: u16, after: u16, is_best: bool) -> Option<Grade> {
    match before.saturating_sub(after) {
        _ if is_best => None,
        BLUNDER.. => Some(Grade::Blunder),
        MISTAKE.. => Some(Grade::Mistake),
        _ => None,
    }
}

/// An analysis of a position, which is done in steps and knows something at any time. The same position and number of
/// playouts give the same evaluation on every machine.
///
/// ```
/// use tic_tac_toe_engine::{Analysis, Verdict};
/// use tic_tac_toe_rules::{Players, Rules, Seat};
///
/// let rules: Rules = "4x4:3".parse().expect("three in a row on sixteen cells");
/// let position = Players::new(2).and_then(|two| rules.start(two)).expect("two can play");
/// let mut analysis = Analysis::new(&position);
/// while !analysis.step(100).done {
///     // Here a clock or a cancel button would be asked.
/// }
/// assert_eq!(analysis.evaluation().verdict, Some(Verdict::Win { winner: Seat::X, marks: 3 }));
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    position: Position,
    thinker: Thinker,
    playouts: u64,
}

#[derive(Clone, Debug)]
enum Thinker {
    Over,
    Grid(Box<GridThinker>),
    Ultimate(Box<Tree<JudgedBoard>>),
}

impl Analysis {
    /// Begins to analyse a position; one in which the game is over is done at once.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let random = Random::new(0);
        let thinker = match position {
            _ if position.turn().is_none() => Thinker::Over,
            Position::Grid(position) => Thinker::Grid(Box::new(GridThinker::new(position, random))),
            Position::Ultimate(position) => {
                Thinker::Ultimate(Box::new(ultimate_tree(UltimateBoard::new(position), random)))
            }
        };
        Self { position: *position, thinker, playouts: 0 }
    }

    /// Continues for this many playouts, or fewer when nothing is left to find out.
    pub fn step(&mut self, playouts: u64) -> Progress {
        let until = self.playouts.saturating_add(playouts).min(MOST_STEPS);
        while self.playouts < until && !self.is_done() {
            match &mut self.thinker {
                Thinker::Over => {}
                Thinker::Grid(grid) => grid.step(),
                Thinker::Ultimate(tree) => tree.step(),
            }
            self.playouts += 1;
        }
        Progress { playouts: self.playouts, done: self.is_done() || self.playouts >= MOST_STEPS }
    }

    fn is_done(&self) -> bool {
        match &self.thinker {
            Thinker::Over => true,
            Thinker::Grid(grid) => grid.is_done(self.playouts),
            Thinker::Ultimate(tree) => tree.proven().is_some(),
        }
    }

    /// Returns what is known so far.
    #[must_use]
    pub fn evaluation(&self) -> Evaluation {
        let verdict = self.verdict();
        let mut line = match &self.thinker {
            Thinker::Over => Vec::new(),
            Thinker::Grid(grid) => grid.line(),
            Thinker::Ultimate(tree) => {
                tree.line().into_iter().filter_map(UltimateBoard::cell).map(Cell::from).collect()
            }
        };
        // Where nobody can win any more, all moves are as good.
        if line.is_empty() {
            line.extend(self.position.legal_moves().next());
        }
        Evaluation { chances: self.chances(verdict), verdict, line }
    }

    fn verdict(&self) -> Option<Verdict> {
        let won = |seat: u8, marks| Some(Verdict::Win { winner: Seat::new(seat + 1)?, marks });
        match &self.thinker {
            Thinker::Over => match self.position.outcome() {
                Outcome::Won { winner, .. } => Some(Verdict::Win { winner, marks: 0 }),
                _ => Some(Verdict::Draw),
            },
            Thinker::Grid(grid) => match grid.proven()? {
                Proof { end: End::Won(seat), marks, .. } => won(seat, marks),
                Proof { end: End::Draw, .. } => Some(Verdict::Draw),
            },
            Thinker::Ultimate(tree) => match tree.proven()? {
                End::Won(seat) => won(seat, tree.marks_to_win()?),
                End::Draw => Some(Verdict::Draw),
            },
        }
    }

    fn chances(&self, verdict: Option<Verdict>) -> [u16; 4] {
        let left = || self.position.players().seats().filter(|&seat| !self.position.is_out(seat));
        let expected = match &self.thinker {
            Thinker::Over => [0; 4],
            Thinker::Grid(grid) => grid.tree.expectations(),
            Thinker::Ultimate(tree) => tree.expectations(),
        };
        let mut chances = [0; 4];
        for seat in left() {
            chances[seat.index()] = match verdict {
                Some(Verdict::Win { winner, .. }) => WIN * u16::from(winner == seat),
                Some(Verdict::Draw) => WIN / left().count() as u16,
                None => expected[seat.index()].clamp(DOUBT, WIN - DOUBT),
            };
        }
        chances
    }
}

impl Evaluation {
    /// Returns the best move, or `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Cell> {
        self.line.first().copied()
    }

    /// Returns what a player may expect, in thousandths of a won game.
    #[must_use]
    pub fn chance(&self, seat: Seat) -> u16 {
        self.chances[seat.index()]
    }
}

/// How a game on a grid ends, and a move that leads there.
#[derive(Clone, Copy, Debug)]
struct Proof {
    end: End,
    // Of the winner, at most.
    marks: u16,
    best: Option<u16>,
}

impl Proof {
    /// Returns what a solver has found that looked so many moves ahead.
    fn new(board: &GridBoard, solution: Solution, moves: usize) -> Self {
        let (own, other) = (board.turn(), board.next_seat(board.turn()));
        let (end, marks) = match solution.value {
            Value::Win => (End::Won(own), moves.div_ceil(2)),
            Value::Loss => (End::Won(other), moves / 2),
            Value::Draw => (End::Draw, 0),
        };
        Self { end, marks: marks as u16, best: solution.best }
    }
}

#[derive(Clone, Debug)]
struct GridThinker {
    board: GridBoard,
    tree: Tree<GridBoard>,
    solver: Option<Solver>,
    deepening: Option<Deepening>,
    // Whether each move loses, and whether each answer to the tree's best move does.
    defence: Refutation,
    attack: Option<Attack>,
    // What was found without solving, by searches that look at so many positions each.
    found: Option<Proof>,
    nodes: u32,
}

/// A move that may win, and whether each answer to it loses.
#[derive(Clone, Debug)]
struct Attack {
    cell: u16,
    answers: Refutation,
}

impl GridThinker {
    fn new(position: &grid::Position, random: Random) -> Self {
        let board = GridBoard::new(position);
        let completing = board.completing(board.turn()).next();
        let at_once =
            completing.map(|cell| Proof { end: End::Won(board.turn()), marks: 1, best: Some(cell) });
        // Where nobody has a run left, the rest of the game changes nothing.
        let drawn = board.end().map(|end| Proof { end, marks: 0, best: None });
        Self {
            tree: Tree::new(board.clone(), random, EXPLORATION),
            solver: Solver::new(position),
            deepening: Deepening::new(position),
            defence: Refutation::new(&board, THREAT_NODES),
            attack: None,
            found: at_once.or(drawn).or_else(|| win_by_threats(&board, THREAT_NODES)),
            nodes: THREAT_NODES,
            board,
        }
    }

    fn step(&mut self) {
        self.tree.step();
        for _ in 0..SOLVER_NODES {
            if let Some(solver) = &mut self.solver {
                solver.step();
            }
            if let Some(deepening) = &mut self.deepening {
                deepening.step();
            }
        }
        if self.found.is_none() {
            self.look_harder();
        }
        if self.found.is_none() {
            self.found = self.look_at_one_answer();
        }
    }

    /// Begins again with more time for each search, once that takes a fixed share of all the time.
    fn look_harder(&mut self) {
        let visits = self.tree.visits();
        let nodes = visits.saturating_mul(2).min(MOST_THREAT_NODES);
        if nodes > self.nodes && is_time_to_look(visits) {
            self.nodes = nodes;
            self.found = win_by_threats(&self.board, nodes);
            self.defence = Refutation::new(&self.board, nodes);
            self.attack = None;
        }
    }

    /// Takes the next move of a refutation, if one is under way.
    fn look_at_one_answer(&mut self) -> Option<Proof> {
        let (own, other) = (self.board.turn(), self.board.next_seat(self.board.turn()));
        if self.defence.is_open() {
            let marks = self.defence.step()?;
            return Some(Proof { end: End::Won(other), marks, best: None });
        }
        let best = self.tree.best().filter(|_| self.tree.best_wins())?;
        let attack = match &mut self.attack {
            Some(attack) if attack.cell == best => attack,
            other => {
                let mut after = self.board.clone();
                after.play(best);
                other.insert(Attack { cell: best, answers: Refutation::new(&after, self.nodes) })
            }
        };
        let marks = attack.answers.step()? + 1;
        Some(Proof { end: End::Won(own), marks, best: Some(best) })
    }

    /// Returns how the game ends, by the shortest way that was found.
    fn proven(&self) -> Option<Proof> {
        let deepest = self.deepening.as_ref().and_then(|deepening| deepening.proof(&self.board));
        let all = [deepest, self.found, self.solved()];
        all.into_iter().flatten().min_by_key(|proof| proof.marks)
    }

    /// Returns how the game ends by the solver, which does not know when: a win takes no more marks than fit.
    fn solved(&self) -> Option<Proof> {
        let solution = self.solver.as_ref()?.solution()?;
        Some(Proof::new(&self.board, solution, self.board.free().len()))
    }

    fn is_done(&self, playouts: u64) -> bool {
        match self.proven() {
            Some(Proof { end: End::Draw, .. }) => true,
            Some(Proof { marks, .. }) => {
                let is_shortest = match &self.deepening {
                    Some(deepening) => deepening.is_done() || deepening.moves / 2 >= u32::from(marks),
                    None => true,
                };
                is_shortest || playouts >= SHORTENING
            }
            None => false,
        }
    }

    fn line(&self) -> Vec<Cell> {
        let mut line = self.tree.line();
        let resisting = || self.deepening.as_ref().and_then(|deepening| deepening.best);
        let best = self.proven().and_then(|proof| proof.best.or_else(resisting));
        if let Some(best) = best.filter(|&best| line.first() != Some(&best)) {
            line = Vec::from([best]);
        }
        let mut board = self.board.clone();
        for &cell in &line {
            board.play(cell);
        }
        while board.end().is_none() {
            let forced = threats::win(&board, THREAT_NODES).map(|win| win.cell);
            let blocking = || board.completing(board.next_seat(board.turn())).next();
            let Some(cell) = forced.or_else(blocking) else { break };
            line.push(cell);
            board.play(cell);
        }
        line.into_iter().map(|number| self.board.cell(number)).collect()
    }
}

fn win_by_threats(board: &GridBoard, nodes: u32) -> Option<Proof> {
    let win = threats::win(board, nodes)?;
    Some(Proof { end: End::Won(board.turn()), marks: win.moves, best: Some(win.cell) })
}

/// Whether every legal move of the player whose turn it is loses to a win by threats, one move after the other.
#[derive(Clone, Debug)]
struct Refutation {
    board: GridBoard,
    // Those still to be looked at; the least promising first, since it is the last that is taken.
    moves: Vec<u16>,
    // How many marks of the other refute those looked at.
    marks: u16,
    // How many positions each search looks at.
    nodes: u32,
}

impl Refutation {
    fn new(board: &GridBoard, nodes: u32) -> Self {
        let free = if board.players_left() == 2 { board.free() } else { &[] };
        let mut moves = largest_first(free.iter().copied(), usize::MAX, |cell| (board.interest(cell), cell));
        moves.reverse();
        Self { board: board.clone(), moves, marks: 0, nodes }
    }

    /// Returns whether there are moves left to look at.
    fn is_open(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Looks at one more move. Returns how many marks refute all of them, if this was the last.
    fn step(&mut self) -> Option<u16> {
        let cell = self.moves.pop()?;
        let mut after = self.board.clone();
        after.play(cell);
        let win = if after.end().is_none() { threats::win(&after, self.nodes) } else { None };
        let Some(win) = win else {
            self.moves.clear();
            return None;
        };
        self.marks = self.marks.max(win.moves);
        self.moves.is_empty().then_some(self.marks)
    }
}

/// A solver that looks one move further ahead each time, so that it finds the shortest win.
#[derive(Clone, Debug)]
struct Deepening {
    position: grid::Position,
    solver: Solver,
    moves: u32,
    free: u32,
    // What keeps the game open for longest, so far.
    best: Option<u16>,
}

impl Deepening {
    fn new(position: &grid::Position) -> Option<Self> {
        let free = u32::from(position.rules().cells() - position.marks_made());
        let solver = Solver::looking_ahead(position, 1)?;
        Some(Self { position: *position, solver, moves: 1, free, best: None })
    }

    fn step(&mut self) {
        self.solver.step();
        let Some(solution) = self.solver.solution() else { return };
        if self.is_done() {
            return;
        }
        self.best = solution.best.or(self.best);
        self.moves += 1;
        if let Some(solver) = Solver::looking_ahead(&self.position, self.moves) {
            self.solver = solver;
        }
    }

    fn is_done(&self) -> bool {
        let is_decided = |value| value != Value::Draw || self.moves >= self.free;
        self.solver.solution().is_some_and(|solution| is_decided(solution.value))
    }

    fn proof(&self, board: &GridBoard) -> Option<Proof> {
        let solution = self.solver.solution().filter(|_| self.is_done())?;
        Some(Proof::new(board, solution, self.moves as usize))
    }
}
