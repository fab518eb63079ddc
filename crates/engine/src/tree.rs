//! Monte-Carlo tree search for any number of players, which also proves wins, draws and losses where it can.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a promise needs few digits and is not negative"
)]

use alloc::vec::Vec;
use core::ops::Range;

use crate::board::{Board, Candidate, End, Leaves};
use crate::random::Random;
use crate::roots::square_root;

/// What a won game is worth: fine enough for expectations, and divisible by 2, 3 and 4 players for a draw.
const WIN: u32 = 12 << 10;

/// A leaf that is played out grows children when it has been visited this often: most leaves never are, and need no
/// memory.
const VISITS_TO_GROW: u32 = 2;

/// After this many steps for each move of a long game visits are still counted right.
pub(crate) const MOST_STEPS: u64 = 1 << 23;

/// About 60 MB; when they are used up the search goes on with the tree it has.
const MOST_NODES: usize = 1_500_000;

/// How fast the attention that a move gets falls with what it is expected to bring less than the best one.
const DISTINCTION: f32 = 12.0;

/// The weight of the move that is expected to bring most.
const MOST_WEIGHT: f32 = 65_536.0;

#[derive(Clone, Debug)]
struct Node {
    // The reward of the player who moved here, over all visits.
    reward: u64,
    // The reward of the player who moves from here.
    reward_to_mover: u64,
    first_child: u32,
    visits: u32,
    // The share of attention that the move deserves among its siblings.
    prior: f32,
    // What the move was expected to bring before it was tried.
    expected: u16,
    children: u16,
    number: u16,
    proven: Option<End>,
}

/// A node on the way down, and whose turn it is there.
#[derive(Clone, Copy, Debug)]
struct Stop {
    node: u32,
    mover: u8,
}

/// What a way down the tree has led to.
#[derive(Clone, Copy, Debug)]
enum Result {
    End(End),
    // What one of two players may expect, of [`WIN`].
    Share { seat: u8, reward: u32 },
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
    // By seat: the reward over all steps. Kept where more than two players are left; of two, one gets what the
    // other does not.
    rewards: [u64; 4],
}

/// How often a move of a line must have been tried, unless its worth is proven: less often it is any move.
const VISITS_IN_LINE: u32 = 8;

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
            rewards: [0; 4],
            root,
        };
        tree.nodes.push(Node::new(0));
        tree.prepare_root();
        tree
    }

    /// Goes on from the position after this move with what is known of it; `None` when the move was not thought of.
    pub(crate) fn follow(mut self, number: u16) -> Option<Self> {
        let child = self.children(0).find(|&child| self.nodes[child].number == number)?;
        let mut kept = Vec::from([self.nodes[child].clone()]);
        let mut at = 0;
        while at < kept.len() {
            let (first, count) = (kept[at].first_child as usize, usize::from(kept[at].children));
            kept[at].first_child = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[first..first + count]);
            at += 1;
        }
        self.nodes = kept;
        self.root.play(number);
        self.prepare_root();
        Some(self)
    }

    fn prepare_root(&mut self) {
        self.nodes[0].proven = self.nodes[0].proven.or(self.root.end());
        if self.root.end().is_none() && self.nodes[0].children == 0 {
            self.board.clone_from(&self.root);
            self.grow(0);
            // Moves that are judged as soon as they are known may win at once.
            self.nodes[0].proven = self.proof(0, self.root.turn());
        }
    }

    /// Takes one way down from the root and learns from where it leads.
    pub(crate) fn step(&mut self) {
        self.board.clone_from(&self.root);
        self.path.clear();
        let mut at = 0;
        let result = loop {
            self.path.push(Stop { node: at as u32, mover: self.board.turn() });
            if let Some(end) = self.nodes[at].proven {
                break Result::End(end);
            }
            if let Some(end) = self.board.end() {
                self.prove(end);
                break Result::End(end);
            }
            let visits = self.nodes[at].visits;
            if at > 0
                && is_time_to_look(visits)
                && let Some(end) = self.board.foreseen(visits)
            {
                self.prove(end);
                break Result::End(end);
            }
            if self.nodes[at].children == 0 {
                if let Some(result) = self.result_of_leaf(at) {
                    break result;
                }
                self.grow(at);
            }
            at = self.select(at);
            self.board.play(self.nodes[at].number);
        };
        self.learn(result);
    }

    /// Returns how often the root was visited, also before it was the root.
    pub(crate) fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// Returns whether nothing is left to find out: the end is known, or there is one move only.
    pub(crate) fn is_decided(&self) -> bool {
        self.nodes[0].proven.is_some() || self.nodes[0].children < 2
    }

    /// Returns the best move found so far, or `None` when the game is over.
    pub(crate) fn best(&self) -> Option<u16> {
        self.best_child(0, self.root.turn()).map(|best| self.nodes[best].number)
    }

    /// Returns how the game ends when everybody chooses well among the moves worth trying, if that is known.
    pub(crate) fn proven(&self) -> Option<End> {
        self.nodes[0].proven
    }

    /// Returns whether the best move is known to win.
    pub(crate) fn best_wins(&self) -> bool {
        let mover = self.root.turn();
        self.best_child(0, mover).is_some_and(|best| self.nodes[best].proven == Some(End::Won(mover)))
    }

    /// Returns how many more marks the winner needs at most, where the tree proves a win for one of two. Nothing may
    /// have been foreseen.
    pub(crate) fn marks_to_win(&self) -> Option<u16> {
        let Some(End::Won(winner)) = self.nodes[0].proven else { return None };
        Some(self.marks_below(0, winner, self.root.turn() == winner))
    }

    fn marks_below(&self, at: usize, winner: u8, winner_moves: bool) -> u16 {
        let won = self.children(at).filter(|&child| self.nodes[child].proven == Some(End::Won(winner)));
        let marks = won.map(|child| self.marks_below(child, winner, !winner_moves));
        if winner_moves { marks.min().map_or(0, |marks| marks + 1) } else { marks.max().unwrap_or(0) }
    }

    /// Returns what each player may expect, by seat, in thousandths of a won game; meaningless where nobody plays.
    pub(crate) fn expectations(&self) -> [u16; 4] {
        let mover = self.root.turn();
        let thousandths =
            |reward: u64, visits: u32| (reward * 1_000 / (u64::from(WIN) * u64::from(visits.max(1)))) as u16;
        let all = self.nodes[0].visits;
        if self.root.players_left() > 2 {
            return self.rewards.map(|reward| thousandths(reward, all));
        }
        let tried = self.best_child(0, mover).map(|best| &self.nodes[best]).filter(|best| best.visits > 0);
        let own = tried.map_or(500, |best| thousandths(best.reward, best.visits));
        core::array::from_fn(|seat| if seat == usize::from(mover) { own } else { 1_000 - own })
    }

    /// Returns the best move, the best answer to it, and so on, as far as they were thought about.
    pub(crate) fn line(&self) -> Vec<u16> {
        let (mut line, mut at, mut board) = (Vec::new(), 0, self.root.clone());
        while let Some(best) = self.best_child(at, board.turn()) {
            let node = &self.nodes[best];
            if at > 0 && node.visits < VISITS_IN_LINE && node.proven.is_none() {
                break;
            }
            line.push(node.number);
            board.play(node.number);
            at = best;
        }
        line
    }

    fn best_child(&self, at: usize, mover: u8) -> Option<usize> {
        let draw = u64::from(WIN / u32::from(self.root.players_left()));
        let settle_for_a_draw = self.share_of_favourite(at) < draw;
        let key = |child: usize| {
            let node = &self.nodes[child];
            match node.proven {
                Some(End::Won(winner)) if winner == mover => (2, 0),
                Some(End::Won(_)) => (0, node.visits),
                Some(End::Draw) if settle_for_a_draw => (1, u32::MAX),
                Some(End::Draw) | None => (1, node.visits),
            }
        };
        // Of equals the one that was expected to bring more, else the earlier one.
        let expected = |child: usize| self.nodes[child].expected;
        self.children(at)
            .max_by(|&a, &b| key(a).cmp(&key(b)).then(expected(a).cmp(&expected(b))).then(b.cmp(&a)))
    }

    /// Returns what the move that was tried most brought on average, of those whose worth is not proven.
    fn share_of_favourite(&self, at: usize) -> u64 {
        let open = self.children(at).map(|child| &self.nodes[child]).filter(|node| node.proven.is_none());
        open.max_by_key(|node| node.visits).map_or(0, |node| node.reward / u64::from(node.visits.max(1)))
    }

    fn children(&self, at: usize) -> Range<usize> {
        let first = self.nodes[at].first_child as usize;
        first..first + usize::from(self.nodes[at].children)
    }

    /// Returns what a leaf leads to, unless it is to grow first.
    fn result_of_leaf(&mut self, at: usize) -> Option<Result> {
        let mover = self.board.turn();
        let has_room = self.nodes.len() < MOST_NODES;
        let node = &self.nodes[at];
        match self.board.leaves() {
            Leaves::PlayedOut if has_room && node.visits >= VISITS_TO_GROW => None,
            Leaves::PlayedOut => Some(Result::End(self.board.play_out(&mut self.random))),
            Leaves::Judged if has_room && node.visits > 0 => None,
            Leaves::JudgedAhead if has_room => {
                self.grow(at);
                if let Some(end) = self.proof(at, mover) {
                    self.prove(end);
                    return Some(Result::End(end));
                }
                let expected = self.children(at).map(|child| self.nodes[child].expected);
                Some(Result::Share { seat: mover, reward: expected.max().unwrap_or(0).into() })
            }
            Leaves::Judged | Leaves::JudgedAhead => {
                Some(Result::Share { seat: mover, reward: reward_of(self.board.expectation()) })
            }
        }
    }

    fn grow(&mut self, at: usize) {
        self.candidates.clear();
        self.board.candidates(&mut self.candidates);
        let first = self.nodes.len();
        self.nodes[at].first_child = first as u32;
        self.nodes[at].children = self.candidates.len() as u16;
        self.nodes.extend(self.candidates.iter().map(|candidate| Node::new(candidate.number)));
        if self.board.leaves() == Leaves::JudgedAhead {
            self.judge_moves(first);
        }
        let weight = |candidate: &Candidate| candidate.weight as f32;
        let sum: f32 = self.candidates.iter().map(weight).sum();
        for (node, candidate) in self.nodes[first..].iter_mut().zip(&self.candidates) {
            node.prior = weight(candidate) / sum;
        }
    }

    /// Writes down what each of the newest nodes' moves is expected to bring, and gives those that bring more weight.
    fn judge_moves(&mut self, first: usize) {
        let mover = self.board.turn();
        for node in &mut self.nodes[first..] {
            let mut after = self.board.clone();
            after.play(node.number);
            node.proven = after.end();
            node.expected = match after.end() {
                Some(end) => reward(end, mover, 2) as u16,
                None => (WIN - reward_of(after.expectation())) as u16,
            };
        }
        let best = self.nodes[first..].iter().map(|node| node.expected).max().unwrap_or(0);
        for (node, candidate) in self.nodes[first..].iter().zip(&mut self.candidates) {
            let less = DISTINCTION * f32::from(best - node.expected) / WIN as f32;
            candidate.weight = (MOST_WEIGHT / (1.0 + less + less * less)) as u32;
        }
    }

    /// Returns the child that promises most: by what it brought so far, and by how little it was tried.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let mover = self.board.turn();
        let is_judged = self.board.leaves() == Leaves::JudgedAhead;
        let urge = self.exploration * square_root(node.visits as f32);
        let unknown = node.reward_to_mover as f32 / (node.visits.max(1) as f32 * WIN as f32);
        let (mut best, mut most) = (self.children(at).start, f32::MIN);
        for child in self.children(at) {
            let tried = &self.nodes[child];
            // What is known to lose is not tried again, nor what draws where nobody asks for the average over all moves.
            let is_settled = match tried.proven {
                Some(End::Won(winner)) => winner != mover,
                Some(End::Draw) => at == 0 && self.root.players_left() == 2,
                None => false,
            };
            if is_settled {
                continue;
            }
            let visits = tried.visits as f32;
            let brought = if tried.visits > 0 {
                tried.reward as f32 / (visits * WIN as f32)
            } else if is_judged {
                f32::from(tried.expected) / WIN as f32
            } else {
                unknown
            };
            let promise = brought + urge * tried.prior / (1.0 + visits);
            if promise > most {
                (best, most) = (child, promise);
            }
        }
        best
    }

    /// Writes down how the game ends from the end of the path, and carries that as far up as it reaches.
    fn prove(&mut self, mut end: End) {
        for i in (0..self.path.len()).rev() {
            let Stop { node, mover } = self.path[i];
            if i + 1 < self.path.len() {
                match self.proof(node as usize, mover) {
                    Some(proof) => end = proof,
                    None => return,
                }
            }
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

    fn learn(&mut self, result: Result) {
        let players = self.root.players_left();
        let reward = |seat: u8| match result {
            Result::End(end) => reward(end, seat, players).into(),
            Result::Share { seat: of, reward } => u64::from(if of == seat { reward } else { WIN - reward }),
        };
        if players > 2 {
            for (seat, sum) in (0..).zip(&mut self.rewards) {
                *sum += reward(seat);
            }
        }
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

/// Returns whether a position is looked at as a whole: at first, and whenever it was visited four times as often as the
/// last time, so that looking harder takes a fixed share of the time.
pub(crate) const fn is_time_to_look(visits: u32) -> bool {
    visits == 0 || (visits.is_power_of_two() && visits.trailing_zeros().is_multiple_of(2))
}

fn reward(end: End, seat: u8, players: u8) -> u32 {
    match end {
        End::Won(winner) if winner == seat => WIN,
        End::Won(_) => 0,
        End::Draw => WIN / u32::from(players),
    }
}

fn reward_of(expectation: f32) -> u32 {
    (expectation * WIN as f32) as u32
}

impl Node {
    const fn new(number: u16) -> Self {
        Self {
            reward: 0,
            reward_to_mover: 0,
            first_child: 0,
            visits: 0,
            prior: 0.0,
            expected: 0,
            children: 0,
            number,
            proven: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{
        Board, Candidate, End, Leaves, MOST_NODES, Node, Random, Result, Stop, Tree, WIN, is_time_to_look,
    };

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

    /// The same table, whose rows are judged before they are tried: by how many of their ends X likes.
    #[derive(Clone, Debug)]
    struct Judged(Table);

    impl Board for Judged {
        fn players_left(&self) -> u8 {
            2
        }

        fn turn(&self) -> u8 {
            self.0.turn()
        }

        fn end(&self) -> Option<End> {
            self.0.end()
        }

        fn play(&mut self, number: u16) {
            self.0.play(number);
        }

        fn candidates(&self, into: &mut Vec<Candidate>) {
            self.0.candidates(into);
        }

        fn obvious(&self, _defend: bool, into: &mut Vec<Candidate>) {
            self.0.candidates(into);
        }

        fn play_out(&mut self, _random: &mut Random) -> End {
            unreachable!("positions are judged")
        }

        fn leaves(&self) -> Leaves {
            Leaves::JudgedAhead
        }

        fn expectation(&self) -> f32 {
            let row = self.0.rows[usize::from(self.0.chosen[0])];
            row.into_iter().filter(|&end| end != WON).count() as f32 / 2.0
        }
    }

    #[test]
    fn moves_that_are_judged_before_they_are_tried_are_tried_in_that_order() {
        let rows = &[[DRAWN, DRAWN], [WON, DRAWN], [WON, WON], [LOST, DRAWN]];
        let mut tree = Tree::new(Judged(Table { rows, players: 2, chosen: Vec::new() }), Random::new(1), 1.5);
        let expected: Vec<u16> = tree.nodes[1..].iter().map(|node| node.expected).collect();
        let half = (WIN / 2) as u16;
        assert_eq!(expected, [0, half, 2 * half, 0]);
        assert_eq!(tree.best(), Some(2), "before the first step");
        let priors: Vec<f32> = tree.nodes[1..].iter().map(|node| node.prior).collect();
        assert!(priors[2] > priors[1] && priors[1] > priors[0], "{priors:?}");
        assert_eq!(tree.nodes[0].proven, None);
        tree.step();
        assert_eq!(
            (tree.nodes[0].proven, tree.best()),
            (Some(WON), Some(2)),
            "all ends of the row are seen at once"
        );
    }

    fn tree(rows: &'static [[End; 2]], players: u8) -> Tree<Table> {
        Tree::new(Table { rows, players, chosen: Vec::new() }, Random::new(1), 1.5)
    }

    #[test]
    fn a_move_that_is_known_to_draw_is_tried_again_only_where_an_average_over_all_moves_is_asked_for() {
        for (players, chosen) in [(2, 1), (3, 2)] {
            let mut tree = tree(&[[WON, LOST], [DRAWN, DRAWN]], players);
            tree.nodes[0].visits = 4;
            tree.nodes[2].proven = Some(DRAWN);
            assert_eq!(tree.select(0), chosen, "of {players} players");
        }
    }

    /// Returns how the game ends when both choose well, and X's best move.
    fn solved(rows: &'static [[End; 2]]) -> (Option<End>, Option<u16>) {
        let mut tree = tree(rows, 2);
        for _ in 0..100 {
            tree.step();
        }
        assert_eq!(tree.is_decided(), tree.nodes[0].proven.is_some());
        (tree.nodes[0].proven, tree.best())
    }

    #[test]
    fn a_position_is_looked_at_again_when_it_was_visited_four_times_as_often() {
        let looks: Vec<u32> = (0..300).filter(|&visits| is_time_to_look(visits)).collect();
        assert_eq!(looks, [0, 1, 4, 16, 64, 256]);
    }

    #[test]
    fn a_game_that_is_looked_through_is_proven() {
        assert_eq!(solved(&[[WON, LOST], [DRAWN, DRAWN], [WON, WON]]), (Some(WON), Some(2)));
        assert_eq!(solved(&[[WON, LOST], [DRAWN, WON], [LOST, DRAWN]]), (Some(DRAWN), Some(1)));
        assert_eq!(solved(&[[WON, LOST], [LOST, LOST]]).0, Some(LOST));
        assert!(!tree(&[[WON, WON], [WON, WON]], 2).is_decided());
        assert!(tree(&[[WON, WON]], 2).is_decided(), "there is one move only");
    }

    /// Returns the best of two moves with these visits, rewards and proofs.
    fn best(moves: [(u32, u64, Option<End>); 2]) -> Option<u16> {
        let mut tree = tree(&[[DRAWN, DRAWN]; 2], 2);
        for (node, (visits, reward, proven)) in tree.nodes[1..].iter_mut().zip(moves) {
            (node.visits, node.reward, node.proven) = (visits, reward * u64::from(WIN) / 12, proven);
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
    fn a_tree_tells_the_line_and_what_each_may_expect() {
        let mut tree = tree(&[[WON, LOST], [DRAWN, DRAWN], [LOST, DRAWN]], 2);
        assert_eq!(tree.expectations(), [500, 500, 500, 500], "nothing was tried");
        for _ in 0..100 {
            tree.step();
        }
        assert_eq!(tree.line().first(), Some(&1));
        assert_eq!(tree.line().len(), 2);
        assert_eq!(tree.expectations()[..2], [500, 500]);
        assert_eq!(tree.marks_to_win(), None);
    }

    #[test]
    fn the_marks_of_a_win_are_those_against_the_best_defence() {
        let mut tree = tree(&[[WON, LOST], [WON, WON]], 2);
        for _ in 0..100 {
            tree.step();
        }
        assert!(tree.best_wins());
        assert_eq!(tree.marks_to_win(), Some(1), "the mark that chooses the row");
    }

    #[test]
    fn with_three_players_what_each_got_is_counted() {
        let mut tree = tree(&[[DRAWN, DRAWN]], 3);
        for end in [WON, LOST, DRAWN] {
            tree.path = Vec::from([Stop { node: 0, mover: 0 }]);
            tree.learn(Result::End(end));
        }
        assert_eq!(tree.expectations()[..3], [444, 444, 111]);
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
            tree.nodes[0].reward_to_mover as f64 / (all * win)
        } else {
            child.reward as f64 / (visits * win)
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
                node.reward = random.below(node.visits * WIN + 1).into();
            }
            tree.nodes[0].visits = 1 + tree.nodes[1..].iter().map(|node| node.visits).sum::<u32>();
            tree.nodes[0].reward_to_mover = random.below(tree.nodes[0].visits * WIN).into();
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
            assert!(tree.nodes.iter().take(2).all(|node| node.visits == 2));
            let of_twelve = |reward: u64| reward * 12 / u64::from(WIN);
            [&tree.nodes[0], &tree.nodes[1]]
                .map(|node| (of_twelve(node.reward), of_twelve(node.reward_to_mover)))
        };
        assert_eq!(rewards(Result::End(WON), 2), [(24, 24), (24, 0)]);
        assert_eq!(rewards(Result::End(LOST), 2), [(0, 0), (0, 24)]);
        assert_eq!(rewards(Result::End(DRAWN), 2), [(12, 12), (12, 12)]);
        assert_eq!(rewards(Result::End(DRAWN), 3), [(8, 8), (8, 8)]);
        let share = Result::Share { seat: 1, reward: WIN / 4 };
        assert_eq!(rewards(share, 2), [(18, 18), (18, 6)]);
    }

    #[test]
    fn a_leaf_grows_at_its_third_visit_while_there_is_room() {
        let mut tree = tree(&[[DRAWN, DRAWN]], 2);
        tree.step();
        tree.step();
        assert_eq!(tree.nodes.len(), 2);
        tree.nodes.resize(MOST_NODES, Node::new(0));
        assert!(tree.result_of_leaf(1).is_some());
        tree.nodes.pop();
        assert!(tree.result_of_leaf(1).is_none());
        tree.nodes.truncate(2);
        tree.step();
        assert_eq!(tree.nodes.len(), 4);
    }

    #[test]
    fn a_tree_that_follows_a_move_keeps_what_it_knows_of_it() {
        let mut tree = tree(&[[DRAWN, WON], [WON, LOST], [DRAWN, DRAWN]], 2);
        for _ in 0..100 {
            tree.step();
        }
        let visits = |tree: &Tree<Table>| -> Vec<(u16, u32)> {
            tree.children(0).map(|child| (tree.nodes[child].number, tree.nodes[child].visits)).collect()
        };
        let kept = tree.children(2);
        let before: Vec<u32> = kept.map(|child| tree.nodes[child].visits).collect();
        assert!(tree.clone().follow(3).is_none(), "there is no such move");
        let mut followed = tree.follow(1).expect("the move was thought of");
        assert_eq!(visits(&followed), [(0, before[0]), (1, before[1])]);
        assert_eq!(followed.nodes.len(), 3);
        assert_eq!((followed.root.turn(), followed.best()), (1, Some(1)), "O wins in the second column");
        followed.step();
        let ended = followed.follow(1).expect("the move was thought of");
        assert_eq!((ended.best(), ended.is_decided()), (None, true));
    }
}
