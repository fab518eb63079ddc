//! The stored bytes, so that the layout is only ever changed on purpose.

use std::fmt::Write;

use near_sdk::borsh;

use super::*;

/// Returns the kind of record as a letter and which one it is.
fn name(key: &[u8]) -> String {
    format!("{} {}", char::from(key[0]), hex(&key[1..]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn drawn_records(arena: &mut Arena) -> String {
    let mut lines = String::new();
    for (key, value) in arena.records() {
        writeln!(lines, "{}\n    {}", name(&key), hex(&value)).expect("memory can be written");
    }
    lines
}

#[test]
fn the_contracts_own_record_is_thirteen_bytes() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    arena.create(&[ALICE, BOB], None, None).expect("such a game can be made");
    let stored = borsh::to_vec(&arena.contract).expect("the state can be written");
    assert_eq!(hex(&stored), "00 02 00 00 00 00 00 00 00 01 00 00 00");
}

#[test]
fn the_layout_of_a_game_that_is_played_is_fixed() {
    let mut arena = Arena::with(&[ALICE, BOB], None, Some(30));
    arena.must_play(&CHALLENGER_WINS);
    arena.restart(BOB).expect("any player may");
    arena.must_play(&[(0, 0), (1, 1), (2, 2)]);
    insta::assert_snapshot!(drawn_records(&mut arena));
}

#[test]
fn the_layout_of_a_game_that_waits_is_fixed() {
    let mut arena = Arena::with(&[ALICE, BOB, FREE], grid(4, 5, 3), None);
    insta::assert_snapshot!(drawn_records(&mut arena));
}

#[test]
fn the_layout_of_an_ultimate_game_is_fixed() {
    let mut arena = Arena::with(&[ALICE, FREE], ultimate(Capture::Any), None);
    arena.join(BOB, FIRST).expect("a seat is free");
    arena.must_play(&[(0, 0), (1, 0)]);
    insta::assert_snapshot!(drawn_records(&mut arena));
}

#[test]
fn every_record_begins_with_its_version() {
    let mut arena = Arena::with(&[ALICE, BOB, FREE], None, None);
    arena.create(&[ALICE, BOB], None, None).expect("such a game can be made");
    let records = arena.records();
    let kinds: String = records.keys().map(|key| char::from(key[0])).collect();
    assert_eq!(kinds, "aaaaaaggos");
    assert!(records.values().all(|value| value[0] == 0));
}
