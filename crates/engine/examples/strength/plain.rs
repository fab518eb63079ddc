//! The opponent to be measured against: Monte-Carlo tree search as the textbooks have it (UCT), with random
//! playouts and no tricks.

use tic_tac_toe_rules::{Game, Outcome, Seat};

/// Numbers by a generator of its own, so that nothing is shared with what is measured.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below `bound`.
    #[expect(clippy::cast_possible_truncation, reason = "the number is below a bound that fits")]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

struct Node<M> {
    chosen: Option<M>,
    // Who made the move that leads here.
    moved: Option<Seat>,
    parent: usize,
    children: Vec<usize>,
    untried: Vec<M>,
    visits: f64,
    points: f64,
}

/// Returns the move of a search that takes playouts for as long as it may.
pub fn uct<G: Game>(
    position: &G,
    exploration: f64,
    mut goes_on: impl FnMut() -> bool,
    dice: &mut Dice,
) -> G::Move {
    let mut nodes = vec![node(position, None, None, 0)];
    while goes_on() {
        let mut position = *position;
        let mut at = 0;
        while nodes[at].untried.is_empty() && !nodes[at].children.is_empty() {
            at = most_promising(&nodes, at, exploration);
            position.play_legal(nodes[at].chosen.expect("only the root has no move"));
        }
        if !nodes[at].untried.is_empty() {
            let number = dice.below(nodes[at].untried.len());
            let chosen = nodes[at].untried.swap_remove(number);
            let moved = position.turn();
            position.play_legal(chosen);
            nodes.push(node(&position, Some(chosen), moved, at));
            let child = nodes.len() - 1;
            nodes[at].children.push(child);
            at = child;
        }
        let winner = play_out(&mut position, dice);
        loop {
            nodes[at].visits += 1.0;
            nodes[at].points += match winner {
                Some(winner) if Some(winner) == nodes[at].moved => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            if at == 0 {
                break;
            }
            at = nodes[at].parent;
        }
    }
    let most_visited =
        nodes[0].children.iter().max_by(|&&a, &&b| nodes[a].visits.total_cmp(&nodes[b].visits));
    most_visited.and_then(|&child| nodes[child].chosen).expect("the game is not over")
}

fn node<G: Game>(position: &G, chosen: Option<G::Move>, moved: Option<Seat>, parent: usize) -> Node<G::Move> {
    let untried = position.legal_moves().collect();
    Node { chosen, moved, parent, children: Vec::new(), untried, visits: 0.0, points: 0.0 }
}

fn most_promising<M>(nodes: &[Node<M>], at: usize, exploration: f64) -> usize {
    let all = nodes[at].visits.ln();
    let promise = |&child: &usize| {
        let node: &Node<M> = &nodes[child];
        node.points / node.visits + exploration * (all / node.visits).sqrt()
    };
    let children = nodes[at].children.iter().copied();
    children.max_by(|a, b| promise(a).total_cmp(&promise(b))).expect("there are children")
}

fn play_out<G: Game>(position: &mut G, dice: &mut Dice) -> Option<Seat> {
    loop {
        match position.outcome() {
            Outcome::Won { winner, .. } => return Some(winner),
            Outcome::Draw => return None,
            Outcome::InProgress { .. } => {
                let number = dice.below(position.count_legal_moves());
                position.play_legal(position.nth_legal_move(number).expect("the number is below the count"));
            }
        }
    }
}
