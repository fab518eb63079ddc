//! The files that `./scripts/build.sh` makes: their exports, their ABI and their size.

use std::env;
use std::fs;
use std::path::PathBuf;

use near_sdk::serde_json::{Value, from_slice, json};
use tic_tac_toe_interface::arena::METHODS;
use tic_tac_toe_interface::method::Kind;

/// What near-sdk adds to every contract (NEP-330).
const OF_NEAR_SDK: &str = "contract_source_metadata";
/// How a contract hands out the ABI inside it.
const OF_CARGO_NEAR: &str = "__contract_abi";

const LARGEST_WASM: usize = 150_000;

fn must_read(file: &str) -> Vec<u8> {
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target")), PathBuf::from);
    let path = target.join("near").join(file);
    fs::read(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; run ./scripts/build.sh before the tests", path.display())
    })
}

/// A wasm file, read from front to back.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    /// A number in LEB128: seven bits a byte, the lowest first.
    fn number(&mut self) -> usize {
        let byte = self.byte();
        let low = usize::from(byte & 0x7f);
        if byte < 0x80 { low } else { low | self.number() << 7 }
    }

    fn bytes(&mut self) -> &'a [u8] {
        let length = self.number();
        self.take(length)
    }
}

/// The functions that a wasm exports.
fn exported_functions(wasm: &[u8]) -> Vec<String> {
    const EXPORTS: u8 = 7;
    const FUNCTION: u8 = 0;
    let mut file = Reader(&wasm[8..]);
    loop {
        let (section, content) = (file.byte(), file.bytes());
        if section != EXPORTS {
            continue;
        }
        let mut content = Reader(content);
        let mut names = Vec::new();
        for _ in 0..content.number() {
            let name = String::from_utf8(content.bytes().to_vec()).expect("names are text");
            let is_function = content.byte() == FUNCTION;
            content.number();
            names.extend(is_function.then_some(name));
        }
        names.sort();
        return names;
    }
}

#[test]
fn the_wasm_exports_the_methods_of_the_interface_and_no_others() {
    let mut promised: Vec<String> = METHODS.iter().map(|method| method.name.to_owned()).collect();
    promised.extend([OF_NEAR_SDK, OF_CARGO_NEAR].map(str::to_owned));
    promised.sort();
    assert_eq!(exported_functions(&must_read("tic_tac_toe_arena.wasm")), promised);
}

#[test]
fn the_abi_is_what_clients_were_promised() {
    let mut abi: Value = from_slice(&must_read("tic_tac_toe_arena_abi.json")).expect("the ABI is JSON");
    let metadata = abi["metadata"].as_object_mut().expect("the ABI has metadata");
    for volatile in ["build", "wasm_hash"] {
        assert!(metadata.remove(volatile).is_some(), "the ABI names its {volatile}");
    }
    insta::assert_json_snapshot!(abi);
}

#[test]
fn the_methods_are_views_calls_or_payable_as_the_interface_says() {
    let abi: Value = from_slice(&must_read("tic_tac_toe_arena_abi.json")).expect("the ABI is JSON");
    let functions = abi["body"]["functions"].as_array().expect("the ABI lists functions");
    for method in METHODS {
        let built = functions.iter().find(|function| function["name"] == method.name);
        let built = built.unwrap_or_else(|| panic!("the ABI lacks {}", method.name));
        let modifiers = if method.kind == Kind::Payable { json!(["payable"]) } else { Value::Null };
        assert_eq!(
            (&built["kind"], &built["modifiers"]),
            (&json!(method.kind.name()), &modifiers),
            "{}",
            method.name
        );
    }
}

#[test]
fn the_wasm_is_small_and_carries_its_abi() {
    let wasm = must_read("tic_tac_toe_arena.wasm");
    assert!(wasm.len() <= LARGEST_WASM, "{} bytes", wasm.len());
    let abi = must_read("tic_tac_toe_arena_abi.zst");
    assert!(wasm.windows(abi.len()).any(|bytes| bytes == abi), "the ABI inside is not the one beside it");
}

#[test]
fn the_wasm_asks_for_nothing_that_older_chains_lack() {
    let wasm = must_read("tic_tac_toe_arena.wasm");
    let holds = |name: &str| wasm.windows(name.len()).any(|bytes| bytes == name.as_bytes());
    for newer in ["gas_key", "yield_create_with_id", "state_init", "global_contract", "current_contract_code"]
    {
        assert!(!holds(newer), "{newer}");
    }
}
