//! The page generates its types from a copy of the API's description, which must be up to date.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tic_tac_toe_indexer::api::description;

/// Set this variable to write the copy again.
const UPDATE: &str = "UPDATE_OPENAPI";

#[test]
fn the_checked_in_description_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, format!("{:#}\n", description())).expect("the folder can be written");
    }
    let text = fs::read_to_string(&path).expect("the copy is there");
    let copy: Value = serde_json::from_str(&text).expect("the copy is JSON");
    assert_eq!(
        copy,
        description(),
        "apps/indexer/openapi.json is out of date: run {UPDATE}=1 cargo test --workspace --test indexer openapi_file"
    );
}
