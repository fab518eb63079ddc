//! Monte-Carlo tree search for any number of players, which also proves wins, draws and losses where it can.

#![expect(clippy::cast_precision_loss, reason = "a promise needs few digits")]

use alloc::vec::Vec;
use core::ops::Range;

use crate::board::{Board, Candidate, End};
use crate::random::Random;

/// What a won game is worth, so that a draw can be divided by 2, 3 or 4 players.
const WIN: u32 = 12;

/// After this many steps the sums of rewards would no longer fit: minutes of thinking, and long after it stopped
/// changing anything.
pub(crate) const MOST_STEPS: u64 = (u32::MAX / WIN) as u64;

/// A leaf grows children when it has been visited this often: most leaves never are, and need no memory.
const VISITS_TO_GROW: u32 = 2;

/// About 60 MB; when they are used up the search goes on with the tree it has.
const MOST_NODES: usize = 2_000_000;

#[derive(Clone, Debug)]
struct Node {
    first_child: u32,
    children: u16,
    number: u16,
    visits: u32,
    // The reward of the player who moved here, over all these visits.
    reward: u32,
    // The reward of the player who moves from here.
    reward_to_mover: u32,
    // The share of attention that the move deserves among its siblings.
    prior: f32,
    proven: Option<End>,
}

/// A node on the way down, and whose turn it is there.
#[derive(Clone, Copy, Debug)]
struct Stop {
    node: u32,
    mover: u8,
}

/// A search that can be stopped after any step.
#[derive(Clone, Debug)]
pub(crate) struct Tree<B> {
    root: B,
    // What is played on; kept so that its memory is reused.
    board: B,
    nodes: Vec<Node>,
    path: Vec<Stop>,
    candidates: Vec<Candidate>,
    random: Random,
    exploration: f32,
}

impl<B: Board> Tree<B> {
    /// Creates a tree whose root has its children already, so that there is a best move before the first step.
    pub(crate) fn new(root: B, random: Random, exploration: f32) -> Self {
        let mut tree = Self {
            board: root.clone(),
            nodes: Vec::new(),
            path: Vec::new(),
            candidates: Vec::new(),
            random,
            exploration,
            root,
        };
        tree.nodes.push(Node::new(0, 1.0));
        tree.nodes[0].proven = tree.root.end();
        if tree.nodes[0].proven.is_none() {
            tree.grow(0);
        }
        tree
    }

    /// Plays one game from the root: along the tree, then to an end without it.
    pub(crate) fn step(&mut self) {
        self.board.clone_from(&self.root);
        self.path.clear();
        let mut at = 0;
        let end = loop {
            self.path.push(Stop { node: at as u32, mover: self.board.turn() });
            if let Some(end) = self.nodes[at].proven {
                break end;
            }
            if let Some(end) = self.board.end() {
                self.nodes[at].proven = Some(end);
                self.prove_parents();
                break end;
            }
            if self.nodes[at].children == 0 {
                if !self.may_grow(at) {
                    break self.board.play_out(&mut self.random);
                }
                self.grow(at);
            }
            at = self.select(at);
            self.board.play(self.nodes[at].number);
        };
        self.learn(end);
    }

    /// Returns whether nothing is left to find out.
    pub(crate) fn is_proven(&self) -> bool {
        self.nodes[0].proven.is_some()
    }

    /// Returns the best move found so far, or `None` when the game is over.
    pub(crate) fn best(&self) -> Option<u16> {
        let mover = self.root.turn();
        let settle_for_a_draw = self.share_of_favourite() < WIN / u32::from(self.root.players_left());
        let key = |child: usize| {
            let node = &self.nodes[child];
            match node.proven {
                Some(End::Won(winner)) if winner == mover => (2, 0),
                Some(End::Won(_)) => (0, node.visits),
                Some(End::Draw) if settle_for_a_draw => (1, u32::MAX),
                Some(End::Draw) | None => (1, node.visits),
            }
        };
        // Of equals the earlier one.
        let best = self.children(0).max_by(|&a, &b| key(a).cmp(&key(b)).then(b.cmp(&a)))?;
        Some(self.nodes[best].number)
    }

    /// Returns what the move that was tried most brought on average, of those whose worth is not proven.
    fn share_of_favourite(&self) -> u32 {
        let open = self.children(0).map(|child| &self.nodes[child]).filter(|node| node.proven.is_none());
        open.max_by_key(|node| node.visits).map_or(0, |node| node.reward / node.visits.max(1))
    }

    fn children(&self, at: usize) -> Range<usize> {
        let first = self.nodes[at].first_child as usize;
        first..first + usize::from(self.nodes[at].children)
    }

    fn may_grow(&self, at: usize) -> bool {
        self.nodes[at].visits >= VISITS_TO_GROW && self.nodes.len() < MOST_NODES
    }

    fn grow(&mut self, at: usize) {
        self.candidates.clear();
        self.board.candidates(&mut self.candidates);
        let sum: u32 = self.candidates.iter().map(|candidate| candidate.weight).sum();
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = self.candidates.len() as u16;
        for &Candidate { number, weight } in &self.candidates {
            self.nodes.push(Node::new(number, weight as f32 / sum as f32));
        }
    }

    /// Returns the child that promises most: by what it brought so far, and by how little it was tried.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let mover = self.board.turn();
        let urge = self.exploration * square_root(node.visits as f32);
        let unknown = node.reward_to_mover as f32 / (node.visits.max(1) * WIN) as f32;
        let (mut best, mut most) = (self.children(at).start, f32::MIN);
        for child in self.children(at) {
            let tried = &self.nodes[child];
            if matches!(tried.proven, Some(End::Won(winner)) if winner != mover) {
                continue;
            }
            let visits = tried.visits as f32;
            let brought =
                if tried.visits == 0 { unknown } else { tried.reward as f32 / (visits * WIN as f32) };
            let promise = brought + urge * tried.prior / (1.0 + visits);
            if promise > most {
                (best, most) = (child, promise);
            }
        }
        best
    }

    /// Carries the proof at the end of the path as far up as it reaches.
    fn prove_parents(&mut self) {
        for i in (0..self.path.len() - 1).rev() {
            let Stop { node, mover } = self.path[i];
            let Some(end) = self.proof(node as usize, mover) else {
                return;
            };
            self.nodes[node as usize].proven = Some(end);
        }
    }

    /// Returns how the game ends when the mover chooses well: known when a child is won, or when all are known.
    fn proof(&self, at: usize, mover: u8) -> Option<End> {
        let ends = || self.children(at).map(|child| self.nodes[child].proven);
        if ends().any(|end| end == Some(End::Won(mover))) {
            return Some(End::Won(mover));
        }
        if ends().any(|end| end.is_none()) {
            return None;
        }
        ends().flatten().find(|&end| end == End::Draw).or_else(|| ends().flatten().next())
    }

    fn learn(&mut self, end: End) {
        let players = u32::from(self.root.players_left());
        let reward = |seat: u8| match end {
            End::Won(winner) if winner == seat => WIN,
            End::Won(_) => 0,
            End::Draw => WIN / players,
        };
        let mut moved_here = self.path[0].mover;
        for &Stop { node, mover } in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.reward += reward(moved_here);
            node.reward_to_mover += reward(mover);
            moved_here = mover;
        }
    }
}

impl Node {
    fn new(number: u16, prior: f32) -> Self {
        Self {
            first_child: 0,
            children: 0,
            number,
            visits: 0,
            reward: 0,
            reward_to_mover: 0,
            prior,
            proven: None,
        }
    }
}

/// Computes a square root by Newton's method from a guess: `core` has none, and additions and multiplications give the
/// same bits on every machine.
fn square_root(x: f32) -> f32 {
    let mut inverse = f32::from_bits(0x5f37_59df - (x.to_bits() >> 1));
    for _ in 0..2 {
        inverse *= 1.5 - 0.5 * x * inverse * inverse;
    }
    x * inverse
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Board, Candidate, End, MOST_NODES, Node, Random, Stop, Tree, WIN, square_root};

    const WON: End = End::Won(0);
    const LOST: End = End::Won(1);
    const DRAWN: End = End::Draw;

    /// X chooses a row of the table, then O a column in it, where the end of the game is written. The further a
    /// move is in its list the more attention it deserves.
    #[derive(Clone, Debug)]
    struct Table {
        rows: &'static [[End; 2]],
        players: u8,
        chosen: Vec<u16>,
    }

    impl Board for Table {
        fn players_left(&self) -> u8 {
            self.players
        }

        fn turn(&self) -> u8 {
            u8::from(!self.chosen.is_empty())
        }

        fn end(&self) -> Option<End> {
            let [row, column] = self.chosen[..] else { return None };
            Some(self.rows[usize::from(row)][usize::from(column)])
        }

        fn play(&mut self, number: u16) {
            self.chosen.push(number);
        }

        fn candidates(&self, into: &mut Vec<Candidate>) {
            let count = if self.chosen.is_empty() { self.rows.len() } else { 2 };
            into.extend((0..count as u16).map(|number| Candidate { number, weight: u32::from(number) + 1 }));
        }

        fn obvious(&self, _defend: bool, into: &mut Vec<Candidate>) {
            self.candidates(into);
        }

        fn play_out(&mut self, _random: &mut Random) -> End {
            DRAWN
        }
    }

    fn tree(rows: &'static [[End; 2]], players: u8) -> Tree<Table> {
        Tree::new(Table { rows, players, chosen: Vec::new() }, Random::new(1), 1.5)
    }

    /// Returns how the game ends when both choose well, and X's best move.
    fn solved(rows: &'static [[End; 2]]) -> (Option<End>, Option<u16>) {
        let mut tree = tree(rows, 2);
        for _ in 0..100 {
            tree.step();
        }
        assert_eq!(tree.is_proven(), tree.nodes[0].proven.is_some());
        (tree.nodes[0].proven, tree.best())
    }

    #[test]
    fn a_game_that_is_looked_through_is_proven() {
        assert_eq!(solved(&[[WON, LOST], [DRAWN, DRAWN], [WON, WON]]), (Some(WON), Some(2)));
        assert_eq!(solved(&[[WON, LOST], [DRAWN, WON], [LOST, DRAWN]]), (Some(DRAWN), Some(1)));
        assert_eq!(solved(&[[WON, LOST], [LOST, LOST]]).0, Some(LOST));
        assert!(!tree(&[[WON, WON]], 2).is_proven());
    }

    /// Returns the best of two moves with these visits, rewards and proofs.
    fn best(moves: [(u32, u32, Option<End>); 2]) -> Option<u16> {
        let mut tree = tree(&[[DRAWN, DRAWN]; 2], 2);
        for (node, (visits, reward, proven)) in tree.nodes[1..].iter_mut().zip(moves) {
            (node.visits, node.reward, node.proven) = (visits, reward, proven);
        }
        tree.best()
    }

    #[test]
    fn the_best_move_is_the_one_tried_most_unless_something_is_proven() {
        assert_eq!(best([(5, 0, None), (9, 0, None)]), Some(1));
        assert_eq!(best([(9, 0, None), (9, 0, None)]), Some(0));
        assert_eq!(best([(9, 0, None), (1, 0, Some(WON))]), Some(1));
        assert_eq!(best([(9, 0, Some(LOST)), (1, 0, None)]), Some(1));
        assert_eq!(best([(1, 0, Some(LOST)), (9, 0, Some(LOST))]), Some(1));
    }

    #[test]
    fn a_certain_draw_is_better_than_a_favourite_that_brings_less() {
        assert_eq!(best([(10, 50, None), (1, 0, Some(DRAWN))]), Some(1));
        assert_eq!(best([(10, 60, None), (1, 0, Some(DRAWN))]), Some(0));
        assert_eq!(best([(10, 70, None), (20, 0, Some(DRAWN))]), Some(1));
    }

    #[test]
    fn attention_is_shared_by_weight() {
        let tree = tree(&[[DRAWN, DRAWN]; 3], 2);
        let shares: Vec<f32> = tree.nodes[1..].iter().map(|node| node.prior * 6.0).collect();
        assert!(
            (0_u8..).zip(&shares).all(|(at, share)| (share - f32::from(at) - 1.0).abs() < 1e-3),
            "{shares:?}"
        );
    }

    /// Computes the formula as it is written in papers.
    fn promise(tree: &Tree<Table>, child: &Node) -> f64 {
        let [visits, all, win] = [child.visits, tree.nodes[0].visits, WIN].map(f64::from);
        let brought = if child.visits == 0 {
            f64::from(tree.nodes[0].reward_to_mover) / (all * win)
        } else {
            f64::from(child.reward) / (visits * win)
        };
        brought + 1.5 * all.sqrt() * f64::from(child.prior) / (1.0 + visits)
    }

    #[test]
    fn the_move_that_promises_most_is_tried_next() {
        let mut random = Random::new(3);
        let mut clear = [0; 4];
        for _ in 0..2_000 {
            let mut tree = tree(&[[DRAWN, DRAWN]; 4], 2);
            for node in &mut tree.nodes[1..] {
                node.visits = random.below(4) * random.below(30);
                node.reward = random.below(node.visits * WIN + 1);
            }
            tree.nodes[0].visits = 1 + tree.nodes[1..].iter().map(|node| node.visits).sum::<u32>();
            tree.nodes[0].reward_to_mover = random.below(tree.nodes[0].visits * WIN);
            let mut promises: Vec<(f64, usize)> =
                (1..=4).map(|child| (promise(&tree, &tree.nodes[child]), child)).collect();
            promises.sort_by(|a, b| b.0.total_cmp(&a.0));
            if promises[0].0 - promises[1].0 > 0.01 {
                assert_eq!(tree.select(0), promises[0].1);
                clear[promises[0].1 - 1] += 1;
            }
        }
        assert!(clear.iter().all(|&times| times > 100), "{clear:?}");
    }

    #[test]
    fn a_lost_move_is_not_tried_and_of_equals_the_first_is() {
        let mut tree = tree(&[[DRAWN, DRAWN]; 3], 2);
        tree.nodes[1].proven = Some(LOST);
        for node in &mut tree.nodes {
            node.prior = 0.25;
        }
        assert_eq!(tree.select(0), 2);
    }

    #[test]
    fn everybody_on_the_way_gets_what_the_end_brings_them() {
        let rewards = |end, players| {
            let mut tree = tree(&[[DRAWN, DRAWN]], players);
            tree.path = Vec::from([Stop { node: 0, mover: 0 }, Stop { node: 1, mover: 1 }]);
            tree.learn(end);
            tree.learn(end);
            assert!(tree.nodes.iter().all(|node| node.visits == 2));
            [&tree.nodes[0], &tree.nodes[1]].map(|node| (node.reward, node.reward_to_mover))
        };
        assert_eq!(rewards(WON, 2), [(24, 24), (24, 0)]);
        assert_eq!(rewards(LOST, 2), [(0, 0), (0, 24)]);
        assert_eq!(rewards(DRAWN, 2), [(12, 12), (12, 12)]);
        assert_eq!(rewards(DRAWN, 3), [(8, 8), (8, 8)]);
    }

    #[test]
    fn a_leaf_grows_at_its_third_visit_while_there_is_room() {
        let mut tree = tree(&[[DRAWN, DRAWN]], 2);
        tree.step();
        tree.step();
        assert_eq!(tree.nodes.len(), 2);
        assert!(tree.may_grow(1));
        tree.nodes.resize(MOST_NODES - 1, Node::new(0, 0.0));
        assert!(tree.may_grow(1));
        tree.nodes.push(Node::new(0, 0.0));
        assert!(!tree.may_grow(1));
        tree.nodes.truncate(2);
        tree.step();
        assert_eq!(tree.nodes.len(), 4);
    }

    #[test]
    fn square_roots_are_right_to_a_thousandth() {
        for x in [1.0_f32, 2.0, 3.0, 10.0, 1e3, 1e6, 4e9] {
            let root = square_root(x);
            assert!((root * root / x - 1.0).abs() < 1e-3, "{x}: {root}");
        }
        assert!(square_root(0.0).abs() < 1e-3);
    }
}
