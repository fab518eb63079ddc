//! cargo-near-build uses our `wasm-opt`, not the crate that compiles Binaryen. Cargo only warns about a patch that no
//! longer matches, and then builds take minutes more.

use std::fs;

const LOCK_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock");

const MEND: &str =
    "give xtask/wasm-opt the version that cargo-near-build asks for, and keep [patch.crates-io]";

/// Returns the entries of the lock file for the packages with this name.
fn packages<'a>(lock: &'a str, name: &str) -> Vec<&'a str> {
    let first_line = format!("name = \"{name}\"");
    lock.split("[[package]]\n").filter(|package| package.lines().next() == Some(&first_line)).collect()
}

#[test]
fn cargo_near_build_uses_the_patched_wasm_opt() {
    let lock = fs::read_to_string(LOCK_FILE).expect("the workspace has a lock file");
    let [wasm_opt] = packages(&lock, "wasm-opt")[..] else {
        panic!("Cargo.lock has another wasm-opt: {MEND}");
    };
    assert!(!wasm_opt.contains("\nsource = "), "wasm-opt comes from a registry: {MEND}");
    let [cargo_near_build] = packages(&lock, "cargo-near-build")[..] else {
        panic!("there is not one cargo-near-build in Cargo.lock");
    };
    assert!(
        cargo_near_build.contains("\n \"wasm-opt\",\n"),
        "cargo-near-build no longer asks for wasm-opt: drop the patch"
    );
}
