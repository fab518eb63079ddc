//! The files that `./scripts/build.sh` makes: their ABI and their size.

use std::env;
use std::fs;
use std::path::PathBuf;

use near_sdk::serde_json::{Value, from_slice};

const LARGEST_WASM: usize = 96 * 1000;

fn must_read(file: &str) -> Vec<u8> {
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target")), PathBuf::from);
    let path = target.join("near").join(file);
    fs::read(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; run ./scripts/build.sh before the tests", path.display())
    })
}

#[test]
fn the_abi_is_what_clients_were_promised() {
    let mut abi: Value = from_slice(&must_read("tic_tac_toe_abi.json")).expect("the ABI is JSON");
    let metadata = abi["metadata"].as_object_mut().expect("the ABI has metadata");
    for volatile in ["build", "wasm_hash"] {
        assert!(metadata.remove(volatile).is_some(), "the ABI names its {volatile}");
    }
    insta::assert_json_snapshot!(abi);
}

#[test]
fn the_wasm_is_small_and_carries_its_abi_and_metadata() {
    let wasm = must_read("tic_tac_toe.wasm");
    assert!(wasm.len() <= LARGEST_WASM, "{} bytes", wasm.len());
    let holds = |part: &[u8]| wasm.windows(part.len()).any(|bytes| bytes == part);
    for export in ["contract_source_metadata", "__contract_abi"] {
        assert!(holds(export.as_bytes()), "{export} is missing");
    }
    assert!(holds(&must_read("tic_tac_toe_abi.zst")), "the ABI inside is not the one beside it");
}
