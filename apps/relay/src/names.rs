//! Names of guests: two short words and a number, readable aloud.

use near_crypto::PublicKey;
use near_primitives::hash::hash;

const FIRST: [&str; 32] = [
    "bold", "brave", "bright", "brisk", "calm", "clever", "cosy", "crisp", "deft", "eager", "fair", "fond",
    "gentle", "glad", "grand", "happy", "jolly", "keen", "kind", "lively", "lucky", "merry", "mild", "neat",
    "nimble", "proud", "quick", "quiet", "sunny", "swift", "warm", "witty",
];

const SECOND: [&str; 32] = [
    "badger", "beaver", "bison", "crane", "dolphin", "eagle", "falcon", "ferret", "finch", "fox", "gecko",
    "heron", "ibis", "koala", "lemur", "lynx", "marten", "moose", "newt", "otter", "owl", "panda", "puffin",
    "raven", "robin", "salmon", "seal", "swan", "tiger", "walrus", "wombat", "zebra",
];

const NUMBERS: u32 = 10_000;

/// Returns a name for a key. Keys are random, and so are the names; when one is taken, the next attempt gives another.
pub fn name(key: &PublicKey, attempt: u8) -> String {
    let bytes = hash(&[key.key_data(), &[attempt]].concat()).0;
    let word = |words: [&'static str; 32], byte: u8| words[usize::from(byte % 32)];
    let number = u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]) % NUMBERS;
    format!("{}-{}-{number}", word(FIRST, bytes[0]), word(SECOND, bytes[1]))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use near_crypto::{KeyType, SecretKey};

    use super::*;

    #[test]
    fn names_are_two_words_and_a_number_and_rarely_the_same() {
        let keys =
            (0..200).map(|seed| SecretKey::from_seed(KeyType::ED25519, &seed.to_string()).public_key());
        let names: HashSet<String> = keys.flat_map(|key| [name(&key, 0), name(&key, 1)]).collect();
        assert!(names.len() >= 399, "{}", names.len());
        for name in names {
            let parts: Vec<&str> = name.split('-').collect();
            let [first, second, number] = parts[..] else { panic!("{name}") };
            assert!(FIRST.contains(&first) && SECOND.contains(&second), "{name}");
            assert!(number.parse::<u32>().is_ok_and(|number| number < NUMBERS), "{name}");
        }
    }
}
