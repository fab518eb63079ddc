//! The files that `./scripts/build.sh` makes of each contract: exports, imports, ABI and size.

use anyhow::{Context, Result};
use integration_tests::wasm;
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_interface::method::{Kind, Method};
use tic_tac_toe_interface::{arena, bot, one_game};
use wasmparser::{ExternalKind, Parser, Payload};

/// What near-sdk adds to every contract (NEP-330).
const OF_NEAR_SDK: &str = "contract_source_metadata";
/// The method that returns the ABI inside a contract.
const OF_CARGO_NEAR: &str = "__contract_abi";

/// A contract as it was built.
struct BuiltContract {
    name: &'static str,
    methods: Vec<(&'static str, Kind)>,
    /// Methods that the contract alone may call.
    own: &'static [&'static str],
    most_bytes: usize,
}

fn one_game() -> BuiltContract {
    BuiltContract { name: "tic_tac_toe", methods: listed(&one_game::METHODS), own: &[], most_bytes: 69_200 }
}

fn arena() -> BuiltContract {
    BuiltContract {
        name: "tic_tac_toe_arena",
        methods: listed(&arena::METHODS),
        own: &[],
        most_bytes: 158_000,
    }
}

fn bot() -> BuiltContract {
    let own = &["on_game", "on_played"];
    BuiltContract { name: "tic_tac_toe_bot", methods: listed(&bot::METHODS), own, most_bytes: 120_000 }
}

fn listed<C>(methods: &[Method<C>]) -> Vec<(&'static str, Kind)> {
    methods.iter().map(|method| (method.name, method.kind)).collect()
}

impl BuiltContract {
    fn wasm(&self) -> Result<Vec<u8>> {
        wasm::built_file(&format!("{}.wasm", self.name))
    }

    fn abi(&self) -> Result<Value> {
        let abi = wasm::built_file(&format!("{}_abi.json", self.name))?;
        serde_json::from_slice(&abi).context("the ABI is not JSON")
    }

    /// Returns the exported functions, sorted.
    fn exports(&self) -> Result<Vec<String>> {
        let wasm = self.wasm()?;
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(&wasm) {
            let Payload::ExportSection(exports) = payload? else { continue };
            for export in exports {
                let export = export?;
                names.extend((export.kind == ExternalKind::Func).then(|| export.name.to_owned()));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Returns the imported host functions, sorted.
    fn imports(&self) -> Result<Vec<String>> {
        let wasm = self.wasm()?;
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(&wasm) {
            let Payload::ImportSection(imports) = payload? else { continue };
            for import in imports {
                names.push(import?.name.to_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

#[rstest]
#[case::one_game(one_game())]
#[case::arena(arena())]
#[case::bot(bot())]
fn a_wasm_exports_the_methods_of_the_interface_and_no_others(#[case] built: BuiltContract) -> Result<()> {
    let methods = built.methods.iter().map(|(name, _)| *name);
    let mut promised: Vec<_> = methods.chain(built.own.iter().copied()).collect();
    promised.extend([OF_NEAR_SDK, OF_CARGO_NEAR]);
    promised.sort_unstable();
    assert_eq!(built.exports()?, promised);
    Ok(())
}

#[rstest]
#[case::one_game(one_game())]
#[case::arena(arena())]
#[case::bot(bot())]
fn an_abi_is_what_clients_were_promised(#[case] built: BuiltContract) -> Result<()> {
    let mut abi = built.abi()?;
    let metadata = abi["metadata"].as_object_mut().context("the ABI has no metadata")?;
    for volatile in ["build", "wasm_hash"] {
        assert!(metadata.remove(volatile).is_some(), "the ABI names its {volatile}");
    }
    // Whether a map of serde_json keeps its order depends on the other crates of the build.
    insta::with_settings!({ sort_maps => true }, {
        insta::assert_json_snapshot!(format!("{}_abi", built.name), abi);
    });
    Ok(())
}

#[rstest]
#[case::one_game(one_game())]
#[case::arena(arena())]
#[case::bot(bot())]
fn methods_are_views_calls_or_payable_as_the_interface_says(#[case] built: BuiltContract) -> Result<()> {
    let abi = built.abi()?;
    let functions = abi["body"]["functions"].as_array().context("the ABI lists no functions")?;
    for (name, kind) in built.methods {
        let function = functions.iter().find(|function| function["name"] == name);
        let function = function.with_context(|| format!("the ABI lacks {name}"))?;
        let modifiers = if kind == Kind::Payable { json!(["payable"]) } else { Value::Null };
        assert_eq!((&function["kind"], &function["modifiers"]), (&json!(kind.name()), &modifiers), "{name}");
    }
    Ok(())
}

#[rstest]
#[case::one_game(one_game())]
#[case::arena(arena())]
#[case::bot(bot())]
fn a_wasm_is_small_and_carries_its_abi(#[case] built: BuiltContract) -> Result<()> {
    let wasm = built.wasm()?;
    assert!(wasm.len() <= built.most_bytes, "{} bytes", wasm.len());
    let abi = wasm::built_file(&format!("{}_abi.zst", built.name))?;
    assert!(wasm.windows(abi.len()).any(|bytes| bytes == abi), "the ABI inside is not the one next to it");
    Ok(())
}

#[test]
fn the_arena_asks_for_nothing_that_older_chains_lack() -> Result<()> {
    let imports = arena().imports()?.join(" ");
    for newer in ["gas_key", "yield_create_with_id", "state_init", "global_contract", "current_contract_code"]
    {
        assert!(!imports.contains(newer), "{newer}");
    }
    Ok(())
}

#[test]
fn the_bot_asks_neither_for_storage_nor_for_what_older_chains_lack() -> Result<()> {
    let needed = [
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
    ];
    assert_eq!(bot().imports()?, needed);
    Ok(())
}
