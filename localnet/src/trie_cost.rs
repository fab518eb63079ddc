//! Counts the trie nodes that a storage write touches, since each of them costs gas.
//!
//! No trie is built: which nodes lie on a key's path follows from the ordered set of all keys.

use std::{collections::HashSet, ops::Bound};

use near_primitives::hash::CryptoHash;

use crate::state::State;

/// How many nodes a lookup read for the first time in this block, and how many again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeCount {
    /// Nodes that nobody had read in this block.
    pub touched: u64,
    /// Nodes that had been read before in this block.
    pub cached: u64,
}

impl NodeCount {
    fn add(&mut self, first_time: bool) {
        if first_time {
            self.touched += 1;
        } else {
            self.cached += 1;
        }
    }
}

/// The nodes and values that were read in one block.
#[derive(Debug, Default)]
pub struct TrieAccesses {
    nodes: HashSet<Vec<u8>>,
    values: HashSet<CryptoHash>,
}

impl TrieAccesses {
    /// Reads the nodes on the path to `key`, and its value if there is one.
    pub fn read_path(&mut self, state: &State, key: &[u8]) -> NodeCount {
        let mut count = NodeCount::default();
        let key_nibbles = nibbles(key);
        for depth in path(state, &key_nibbles) {
            count.add(self.nodes.insert(key_nibbles[..depth].to_vec()));
        }
        if let Some(value) = state.get_raw(key) {
            count.add(self.values.insert(CryptoHash::hash_bytes(value)));
        }
        count
    }

    /// Reads a value alone, as a lookup outside the trie does.
    pub fn read_value(&mut self, value: &[u8]) -> NodeCount {
        let mut count = NodeCount::default();
        count.add(self.values.insert(CryptoHash::hash_bytes(value)));
        count
    }
}

/// Returns the depths, in nibbles, at which a lookup of `key` meets a node.
///
/// A node is identified by the nibbles that lead to it: an extension and the branch behind it differ in depth.
fn path(state: &State, key: &[u8]) -> Vec<usize> {
    let mut nodes = Vec::new();
    let mut depth = 0;
    while let Some((first, last)) = ends_of_subtree(state, &key[..depth]) {
        nodes.push(depth);
        if first == last {
            return nodes; // a leaf, whether or not it is the key's own
        }
        let shared = common_prefix(&first, &last);
        if shared > depth {
            if common_prefix(&first[..shared], key) < shared {
                return nodes; // an extension that leads elsewhere
            }
            nodes.push(shared);
        }
        if key.len() == shared {
            return nodes; // the key ends at this branch
        }
        depth = shared + 1;
    }
    nodes
}

/// Returns the smallest and the largest key that start with these nibbles, as nibbles.
fn ends_of_subtree(state: &State, prefix: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let start = bytes(prefix);
    let end = successor(prefix).map(|nibbles| bytes(&nibbles));
    let end_bound = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    let mut keys = state.range(Bound::Included(&start), end_bound);
    let first = nibbles(keys.next()?.0);
    let last = keys.next_back().map_or_else(|| first.clone(), |(key, _)| nibbles(key));
    Some((first, last))
}

fn nibbles(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect()
}

/// Packs nibbles into bytes; a missing last nibble counts as zero.
fn bytes(nibbles: &[u8]) -> Vec<u8> {
    nibbles.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

/// Returns the next nibble string of at most this length that does not start with `prefix`.
fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|nibble| *nibble < 15)?;
    let mut next = prefix[..=last].to_vec();
    next[last] += 1;
    Some(next)
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use near_primitives::{
        trie_key::TrieKey,
        types::{AccountId, StateChangeCause},
    };

    use super::*;
    use crate::state::StateUpdate;

    /// Creates a state with one value under each of these contract keys of `a`.
    fn state_with(keys: &[&str]) -> State {
        let mut update = StateUpdate::new(State::default());
        for key in keys {
            update.set_bytes(trie_key(key), key.as_bytes().to_vec());
        }
        update.commit(&StateChangeCause::InitialState);
        update.finish().0
    }

    fn trie_key(key: &str) -> TrieKey {
        let account_id: AccountId = "aa".parse().expect("a valid account id");
        TrieKey::ContractData { account_id, key: key.as_bytes().to_vec() }
    }

    /// Counts the nodes on the way to a key, and its value if there is one, for a block's first reader.
    fn nodes(state: &State, key: &str) -> u64 {
        let count = TrieAccesses::default().read_path(state, &trie_key(key).to_vec());
        assert_eq!(count.cached, 0);
        count.touched
    }

    #[test]
    fn an_empty_state_has_no_nodes() {
        assert_eq!(nodes(&State::default(), "x"), 0);
    }

    #[test]
    fn a_lone_key_is_one_leaf_and_its_value() {
        let state = state_with(&["x"]);
        assert_eq!(nodes(&state, "x"), 2);
        assert_eq!(nodes(&state, "y"), 1, "the leaf is read, and found to be another's");
    }

    #[test]
    fn two_keys_hang_on_a_branch_behind_an_extension() {
        // `x` is 0x78, `y` 0x79: they part at the last nibble.
        let state = state_with(&["x", "y"]);
        assert_eq!(nodes(&state, "x"), 4, "extension, branch, leaf, value");
        assert_eq!(nodes(&state, "z"), 2, "the branch has no such child");
        assert_eq!(nodes(&state, "1"), 1, "the extension leads elsewhere");
    }

    #[test]
    fn a_key_that_is_the_start_of_another_ends_at_a_branch() {
        let state = state_with(&["x", "xy"]);
        assert_eq!(nodes(&state, "x"), 3, "extension, branch with a value, value");
        assert_eq!(nodes(&state, "xy"), 4, "extension, branch, leaf, value");
    }

    #[test]
    fn each_parting_of_ways_adds_a_branch() {
        // 0x11, 0x12, 0x21: the first nibbles part, then those of 0x1.
        let state = state_with(&["\x11", "\x12", "\x21"]);
        assert_eq!(nodes(&state, "\x21"), 4, "extension, branch, leaf, value");
        assert_eq!(nodes(&state, "\x11"), 5, "extension, branch, branch, leaf, value");
    }

    #[test]
    fn what_was_read_in_this_block_is_cached() {
        let state = state_with(&["x", "y"]);
        let mut accesses = TrieAccesses::default();
        accesses.read_path(&state, &trie_key("x").to_vec());
        let again = accesses.read_path(&state, &trie_key("x").to_vec());
        assert_eq!((again.touched, again.cached), (0, 4));
        let neighbour = accesses.read_path(&state, &trie_key("y").to_vec());
        assert_eq!((neighbour.touched, neighbour.cached), (2, 2));
    }

    #[test]
    fn a_value_read_by_itself_is_cached_for_the_path() {
        let state = state_with(&["x"]);
        let mut accesses = TrieAccesses::default();
        accesses.read_value(b"x");
        let path = accesses.read_path(&state, &trie_key("x").to_vec());
        assert_eq!((path.touched, path.cached), (1, 1));
    }
}
