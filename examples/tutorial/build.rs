//! Writes the files of each step of docs/tutorial.md, as they are after the step, to `OUT_DIR/stepN`.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

const PAGE: &str = "../../docs/tutorial.md";

fn main() {
    println!("cargo::rerun-if-changed={PAGE}");
    let page = fs::read_to_string(PAGE).expect("the tutorial is a page of the project");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for (step, text) in (1..).zip(page.split("\n## ").skip(1)) {
        for snippet in text.split("\n```").skip(1).step_by(2) {
            let (info, code) = snippet.split_once('\n').expect("a fence has lines");
            if let Some(file) = info.strip_prefix("rust src/") {
                files.insert(file, code);
            }
        }
        let folder = Path::new(&out).join(format!("step{step}"));
        fs::create_dir_all(&folder).expect("the folder can be written");
        for (file, code) in &files {
            fs::write(folder.join(file), code).expect("the file can be written");
        }
    }
}
