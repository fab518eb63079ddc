//! The npm package's types are generated from a copy of the catalogue: it must be what the contracts and clients use.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tic_tac_toe_interface::catalogue::catalogue;

/// Set this variable to update the copy.
const UPDATE: &str = "UPDATE_WIRE";

#[test]
fn the_npm_packages_copy_of_the_catalogue_is_up_to_date() {
    let mut catalogue = catalogue();
    // Otherwise the order depends on a feature of serde_json that other crates turn on.
    catalogue.sort_all_objects();
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packages/wire/wire.json");
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&copy, format!("{catalogue:#}\n")).expect("the package's folder can be written");
    }
    let text = fs::read_to_string(&copy).expect("the package has a copy");
    let copied: Value = serde_json::from_str(&text).expect("the copy is JSON");
    assert_eq!(
        copied, catalogue,
        "packages/wire/wire.json is old: run {UPDATE}=1 cargo test --workspace --test wire, then npm run wire-types in apps/web/"
    );
}
