//! The stored bytes, so that the layout is only ever changed on purpose.

use near_sdk::borsh;

use super::*;

const LONGEST: &str = "234567890a234567890b234567890c234567890d234567890e234567890.near";

fn hex_lines(bytes: &[u8]) -> String {
    let line = |chunk: &[u8]| chunk.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    bytes.chunks(16).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_contract_without_a_game_stores_one_byte() {
    assert_eq!(stored_bytes(&Contract::default()), [0]);
}

#[test]
fn the_layout_of_a_stored_game_is_fixed() {
    let contract = after_moves("1 . .  . 2 .  . . 3");
    insta::assert_snapshot!(hex_lines(&stored_bytes(&contract)));
}

#[test]
fn a_game_of_the_longest_account_ids_is_played_to_the_end_in_at_most_160_bytes() {
    assert_eq!(LONGEST.len(), 64);
    let mut contract = new_game(LONGEST, LONGEST);
    for (row, col) in moves(DRAW) {
        play(&mut contract, LONGEST, row, col).expect("it is always the same player's turn");
    }
    assert_eq!(stored_bytes(&contract).len(), 149);
}

#[test]
fn what_was_stored_reads_back_as_the_same_game() {
    let contract = after_moves(X_WINS);
    let read: Contract = borsh::from_slice(&stored_bytes(&contract)).expect("what was written can be read");
    assert_eq!(read.get_game(), contract.get_game());
}

#[test]
fn stored_bytes_that_no_game_could_have_written_are_not_read() {
    let mut bytes = stored_bytes(&new_game(ALICE, BOB));
    let o_moved_first = bytes.len() - 2;
    bytes[o_moved_first] = 1;
    assert!(borsh::from_slice::<Contract>(&bytes).is_err());
}
