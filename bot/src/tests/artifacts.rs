//! The files that `./scripts/build.sh` makes: their ABI, what they import and their size.

use std::env;
use std::fs;
use std::path::PathBuf;

use near_sdk::serde_json::{Value, from_slice};
use tic_tac_toe_interface::bot::METHODS;

/// What near-sdk adds to every contract.
const OF_NEAR_SDK: &str = "contract_source_metadata";

const LARGEST_WASM: usize = 120_000;

fn must_read(file: &str) -> Vec<u8> {
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target")), PathBuf::from);
    let path = target.join("near").join(file);
    fs::read(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; run ./scripts/build.sh before the tests", path.display())
    })
}

fn must_read_abi() -> Value {
    from_slice(&must_read("tic_tac_toe_bot_abi.json")).expect("the ABI is JSON")
}

#[test]
fn the_abi_is_what_clients_were_promised() {
    let mut abi = must_read_abi();
    let metadata = abi["metadata"].as_object_mut().expect("the ABI has metadata");
    for volatile in ["build", "wasm_hash"] {
        assert!(metadata.remove(volatile).is_some(), "the ABI names its {volatile}");
    }
    insta::assert_json_snapshot!(abi);
}

#[test]
fn the_methods_for_everybody_are_those_of_the_interface() {
    let abi = must_read_abi();
    let functions = abi["body"]["functions"].as_array().expect("the ABI lists functions");
    let public = functions.iter().filter(|function| function["modifiers"].is_null());
    let public = public.filter(|function| function["name"] != OF_NEAR_SDK);
    let built: Vec<_> = public.map(|function| [&function["name"], &function["kind"]]).collect();
    assert_eq!(built, METHODS.map(|method| [method.name, method.kind.name()]));
}

#[test]
fn the_wasm_exports_the_methods_and_nothing_else() {
    let own = ["on_game", "on_played", OF_NEAR_SDK, "__contract_abi"];
    let of_linker = ["memory", "__data_end", "__heap_base"];
    let mut allowed: Vec<_> = METHODS.iter().map(|method| method.name).chain(own).chain(of_linker).collect();
    allowed.sort_unstable();
    let mut exports = names_in(&must_read("tic_tac_toe_bot.wasm"), EXPORTS);
    exports.sort_unstable();
    assert_eq!(exports, allowed);
}

#[test]
fn the_wasm_imports_neither_storage_nor_what_older_chains_lack() {
    let mut imports = names_in(&must_read("tic_tac_toe_bot.wasm"), IMPORTS);
    imports.sort_unstable();
    assert_eq!(
        imports,
        [
            "attached_deposit",
            "current_account_id",
            "input",
            "panic_utf8",
            "predecessor_account_id",
            "promise_create",
            "promise_result",
            "promise_return",
            "promise_then",
            "read_register",
            "register_len",
            "value_return",
        ]
    );
}

#[test]
fn the_wasm_is_small_and_carries_its_abi_and_metadata() {
    let wasm = must_read("tic_tac_toe_bot.wasm");
    assert!(wasm.len() <= LARGEST_WASM, "{} bytes", wasm.len());
    let abi = must_read("tic_tac_toe_bot_abi.zst");
    assert!(wasm.windows(abi.len()).any(|bytes| bytes == abi), "the ABI inside is not the one beside it");
}

/// Sections of a wasm with names in them.
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;

/// The names of functions that a wasm imports, or of everything that it exports.
fn names_in(wasm: &[u8], wanted: u8) -> Vec<String> {
    let mut rest = Bytes(&wasm[8..]);
    while let [section, ..] = *rest.0 {
        rest.skip(1);
        let length = rest.number();
        let mut body = Bytes(rest.take(length));
        if section == wanted {
            return (0..body.number()).map(|_| body.name_in(wanted)).collect();
        }
    }
    panic!("the wasm has no section {wanted}");
}

/// What is left to read of a wasm.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn skip(&mut self, length: usize) {
        self.take(length);
    }

    /// Seven bits a byte, the lowest first; the last byte is below 128.
    fn number(&mut self) -> usize {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.take(1)[0];
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn text(&mut self) -> String {
        let length = self.number();
        String::from_utf8(self.take(length).to_vec()).expect("names are text")
    }

    /// Functions alone are imported, with a number for their type; what is exported has a number of its own.
    fn name_in(&mut self, section: u8) -> String {
        if section == IMPORTS {
            self.text();
        }
        let name = self.text();
        self.skip(1);
        self.number();
        name
    }
}
