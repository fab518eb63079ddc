//! A search for a move in steps, so that the caller decides how long it may take.

use alloc::boxed::Box;
use alloc::vec::Vec;

use tic_tac_toe_rules::ultimate::{self as rules_ultimate, Capture};
use tic_tac_toe_rules::{Cell, Game, Position, grid};

use crate::board::Board;
use crate::grid::{Board as GridBoard, Solution, Solver, Value, threats};
use crate::level::Level;
use crate::playable::Playable;
use crate::random::Random;
use crate::tree::{MOST_STEPS, Tree, is_time_to_look};
use crate::ultimate::{Board as UltimateBoard, JudgedBoard};

/// How much the tree search tries what it knows little about: measured, see the crate's documentation.
pub(crate) const EXPLORATION: f32 = 1.5;

/// How many positions the solver looks at along with each playout, which takes about the same time.
pub(crate) const SOLVER_NODES: u32 = 32;

/// How many positions the search for a win by threats may look at before the tree search begins.
const THREAT_NODES: u32 = 200;

/// One move in this many is a slip of [`Level::Medium`].
const SLIPS: u32 = 8;

/// A search for a move, which is done in steps and has a best move at any time.
///
/// ```
/// use tic_tac_toe_engine::{Level, Search};
/// use tic_tac_toe_rules::ultimate::{Capture, Position};
///
/// let position = Position::new(Capture::Closing);
/// let mut search = Search::new(&position, Level::Strong, 1).expect("the game is not over");
/// while !search.step(100).done {
///     // Here a clock or a cancel button would be asked.
///     if search.playouts() >= 1_000 {
///         break;
///     }
/// }
/// let _ = search.best();
/// ```
///
/// What was found out is worth keeping while the game goes on: [`Search::follow`] takes it along.
#[derive(Clone, Debug)]
pub struct Search<G: Playable> {
    // Legal, and the answer unless the thinker knows better.
    fallback: G::Move,
    position: Position,
    thinker: Thinker,
    playouts: u64,
    // After how many playouts the level stops thinking.
    limit: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// How many playouts it took so far; where a solver runs along with them, its work is included.
    pub playouts: u64,
    /// Whether more steps can no longer change the answer.
    pub done: bool,
}

#[derive(Clone, Debug)]
enum Thinker {
    Decided(Cell),
    Grid(Box<GridThinker>),
    Ultimate(Box<UltimateThinker>),
}

#[derive(Clone, Debug)]
struct UltimateThinker {
    tree: Tree<JudgedBoard>,
    is_strong: bool,
}

#[derive(Clone, Debug)]
struct GridThinker {
    board: GridBoard,
    tree: Tree<GridBoard>,
    solver: Option<Solver>,
    is_strong: bool,
}

/// Chooses a move as the level does, with as many playouts as [`Level::playouts`] says; `None` when the game is over.
///
/// The same position, level and seed always give the same move, on every machine.
#[must_use]
pub fn choose<G: Playable>(position: &G, level: Level, seed: u64) -> Option<G::Move> {
    let playouts = level.playouts(position.in_progress()?.rules());
    choose_within(position, level, seed, playouts)
}

/// Does the same as [`choose`] with at most this many playouts.
#[must_use]
pub fn choose_within<G: Playable>(position: &G, level: Level, seed: u64, playouts: u64) -> Option<G::Move> {
    let mut search = Search::new(position, level, seed)?;
    search.step(playouts);
    Some(search.best())
}

impl<G: Playable> Search<G> {
    /// Creates a search that has taken no step but knows a legal move; `None` when the game is over.
    #[must_use]
    pub fn new(position: &G, level: Level, seed: u64) -> Option<Self> {
        let fallback = position.legal_moves().next()?;
        let position = position.in_progress()?;
        let random = Random::new(seed);
        let thinker = match &position {
            Position::Grid(position) => on_grid(position, level, random),
            Position::Ultimate(position) => on_ultimate(position, level, random),
        };
        let limit = match level {
            Level::Easy | Level::Medium => level.playouts(position.rules()),
            Level::Strong => MOST_STEPS,
        };
        Some(Self { fallback, position, thinker, playouts: 0, limit })
    }

    /// Goes on from a later position of the same game with what was found out about it. `None` when that is nothing:
    /// the moves that lead there were not thought of, the level is not [`Level::Strong`], or the game is over.
    #[must_use]
    pub fn follow(self, position: &G) -> Option<Self> {
        let fallback = position.legal_moves().next()?;
        let position = position.in_progress()?;
        let moves = moves_between(self.position, position)?;
        let thinker = self.thinker.follow(&position, &moves)?;
        Some(Self { fallback, position, thinker, playouts: 0, limit: self.limit })
    }

    /// Continues for this many playouts, or fewer when nothing is left to find out.
    pub fn step(&mut self, playouts: u64) -> Progress {
        let until = self.playouts.saturating_add(playouts).min(self.limit);
        while self.playouts < until && !self.thinker.is_done() {
            self.thinker.step();
            self.playouts += 1;
        }
        Progress { playouts: self.playouts, done: self.thinker.is_done() || self.playouts >= self.limit }
    }

    /// Returns how many playouts the search took so far.
    #[must_use]
    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Returns the best move found so far: a legal one even before the first step.
    #[must_use]
    pub fn best(&self) -> G::Move {
        self.thinker.best().and_then(G::marking).unwrap_or(self.fallback)
    }
}

fn on_grid(position: &grid::Position, level: Level, mut random: Random) -> Thinker {
    let board = GridBoard::new(position);
    if let Some(number) = hasty_move(&board, level, &mut random) {
        return Thinker::Decided(board.cell(number));
    }
    if level < Level::Strong {
        let tree = Tree::new(board.clone(), random, EXPLORATION);
        return Thinker::Grid(Box::new(GridThinker { board, tree, solver: None, is_strong: false }));
    }
    if let Some(win) = threats::win(&board, THREAT_NODES) {
        return Thinker::Decided(board.cell(win.cell));
    }
    let tree = Tree::new(board.clone(), random, EXPLORATION);
    Thinker::Grid(Box::new(GridThinker { board, tree, solver: Solver::new(position), is_strong: true }))
}

fn on_ultimate(position: &rules_ultimate::Position, level: Level, mut random: Random) -> Thinker {
    let board = UltimateBoard::new(position);
    let hasty = if level == Level::Strong { None } else { hasty_move(&board, level, &mut random) };
    if let Some(cell) = hasty.and_then(UltimateBoard::cell) {
        return Thinker::Decided(cell.into());
    }
    let tree = ultimate_tree(board, random);
    Thinker::Ultimate(Box::new(UltimateThinker { tree, is_strong: level == Level::Strong }))
}

/// Creates the tree in which a position of ultimate is thought about.
pub(crate) fn ultimate_tree(board: UltimateBoard, random: Random) -> Tree<JudgedBoard> {
    let exploration = exploration(board.capture);
    Tree::new(JudgedBoard::new(board), random, exploration)
}

/// Returns how much is tried that is little known: the less, the closer to each other positions are judged.
pub(crate) const fn exploration(capture: Capture) -> f32 {
    match capture {
        Capture::First => 0.3,
        Capture::Any => EXPLORATION,
        Capture::Closing => 0.8,
    }
}

/// Returns the moves that lead from one position to the other; `None` when there are none, or more than one order of
/// them may do.
fn moves_between(mut before: Position, after: Position) -> Option<Vec<Cell>> {
    let mut moves = Vec::new();
    while before != after {
        let turn = before.turn();
        let mut new = before.legal_moves().filter(|&cell| after.mark_at(cell) == turn);
        let (Some(cell), None) = (new.next(), new.next()) else { return None };
        drop(new);
        before.play_legal(cell);
        moves.push(cell);
    }
    Some(moves)
}

/// Returns the move of a player who does not think: always that of [`Level::Easy`], now and then that of
/// [`Level::Medium`], and the only one where there is no choice.
fn hasty_move<B: Board>(board: &B, level: Level, random: &mut Random) -> Option<u16> {
    let mut candidates = Vec::new();
    let thinks = level == Level::Strong || (level == Level::Medium && random.below(SLIPS) > 0);
    if thinks {
        board.candidates(&mut candidates);
    } else {
        board.obvious(level > Level::Easy, &mut candidates);
    }
    if thinks && candidates.len() > 1 {
        return None;
    }
    let number = random.below(candidates.len() as u32);
    candidates.get(number as usize).map(|candidate| candidate.number)
}

impl Thinker {
    /// Goes on after these moves, which lead to the position.
    fn follow(self, position: &Position, moves: &[Cell]) -> Option<Self> {
        match (self, position) {
            (Self::Ultimate(thinker), Position::Ultimate(_)) if thinker.is_strong => {
                let follow = |tree: Tree<_>, &cell: &Cell| tree.follow(UltimateBoard::number(cell)?);
                let tree = moves.iter().try_fold(thinker.tree, follow)?;
                Some(Self::Ultimate(Box::new(UltimateThinker { tree, is_strong: true })))
            }
            (Self::Grid(grid), Position::Grid(position)) if grid.is_strong => {
                let board = GridBoard::new(position);
                if let Some(win) = threats::win(&board, THREAT_NODES) {
                    return Some(Self::Decided(board.cell(win.cell)));
                }
                let tree = moves.iter().try_fold(grid.tree, |tree, &cell| tree.follow(board.number(cell)))?;
                let solver = Solver::new(position);
                Some(Self::Grid(Box::new(GridThinker { board, tree, solver, is_strong: true })))
            }
            _ => None,
        }
    }

    fn step(&mut self) {
        match self {
            Self::Decided(_) => {}
            Self::Ultimate(ultimate) => ultimate.tree.step(),
            Self::Grid(grid) => {
                if let Some(win) = grid.step() {
                    *self = Self::Decided(grid.board.cell(win));
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        match self {
            Self::Decided(_) => true,
            Self::Ultimate(ultimate) => ultimate.tree.is_decided(),
            Self::Grid(grid) => grid.is_done(),
        }
    }

    fn best(&self) -> Option<Cell> {
        match self {
            Self::Decided(cell) => Some(*cell),
            Self::Ultimate(ultimate) => ultimate.tree.best().and_then(UltimateBoard::cell).map(Cell::from),
            Self::Grid(grid) => grid.best().map(|number| grid.board.cell(number)),
        }
    }
}

impl GridThinker {
    /// Thinks on, and returns a move that wins by threats when it finds one.
    fn step(&mut self) -> Option<u16> {
        self.tree.step();
        if let Some(solver) = &mut self.solver {
            (0..SOLVER_NODES).for_each(|_| solver.step());
        }
        let visits = self.tree.visits();
        let looks = self.is_strong && is_time_to_look(visits);
        looks.then(|| self.board.win_seen_after(visits))?.map(|win| win.cell)
    }

    /// Returns whether nothing is left to find out. In a lost position the tree goes on, to find where the opponent has
    /// most to find.
    fn is_done(&self) -> bool {
        self.solution().is_some_and(|solution| solution.value > Value::Loss) || self.tree.is_decided()
    }

    fn best(&self) -> Option<u16> {
        self.solution().and_then(|solution| solution.best).or_else(|| self.tree.best())
    }

    fn solution(&self) -> Option<Solution> {
        self.solver.as_ref()?.solution()
    }
}
