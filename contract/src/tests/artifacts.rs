//! The files that `./scripts/build.sh` makes: their ABI and their size.

use std::env;
use std::fs;
use std::path::PathBuf;

use near_sdk::serde_json::{Value, from_slice};
use tic_tac_toe_interface::tic_tac_toe::METHODS;

/// What near-sdk adds to every contract.
const OF_NEAR_SDK: &str = "contract_source_metadata";

const LARGEST_WASM: usize = 69_200;

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
fn the_methods_are_those_of_the_interface() {
    let abi: Value = from_slice(&must_read("tic_tac_toe_abi.json")).expect("the ABI is JSON");
    let functions = abi["body"]["functions"].as_array().expect("the ABI lists functions");
    let name_and_kind = |function: &Value| [&function["name"], &function["kind"]].map(Value::to_string);
    let mut built: Vec<_> = functions.iter().map(name_and_kind).collect();
    built.retain(|[name, _]| !name.contains(OF_NEAR_SDK));
    let mut promised =
        METHODS.map(|method| [method.name, method.kind.name()].map(|text| format!("{text:?}")));
    promised.sort();
    assert_eq!(built, promised);
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
