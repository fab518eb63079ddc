//! Puts the contracts that `./scripts/build.sh` has made into the program, so that a copy of it needs no other file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const CONTRACTS: [&str; 3] = ["tic_tac_toe.wasm", "tic_tac_toe_arena.wasm", "tic_tac_toe_bot.wasm"];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let mut missing = Vec::new();
    for contract in CONTRACTS {
        let built = built(&out, contract);
        let code = built.as_deref().map_or_else(|| Ok(Vec::new()), fs::read)?;
        fs::write(out.join(contract), code)?;
        if let Some(file) = built {
            println!("cargo::rerun-if-changed={}", file.display());
        } else {
            missing.push(contract);
            // Without this line cargo would not look for it again before this package changes.
            println!("cargo::rerun-if-changed={contract}");
        }
    }
    if !missing.is_empty() {
        println!(
            "cargo::warning=the program will be without {}: run ./scripts/build.sh, then this again",
            missing.join(", ")
        );
    }
    Ok(())
}

/// Returns the contract in the target folder that this is compiled into, or else in the workspace's own.
fn built(out: &Path, contract: &str) -> Option<PathBuf> {
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target"));
    let folders = out.ancestors().chain([own]);
    folders.map(|folder| folder.join("near").join(contract)).find(|file| file.is_file())
}
