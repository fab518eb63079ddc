//! Puts the contracts that `./scripts/build.sh` has made into the program, so that a copy of it needs no other file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const CONTRACTS: [&str; 3] = ["tic_tac_toe.wasm", "tic_tac_toe_arena.wasm", "tic_tac_toe_bot.wasm"];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    for contract in CONTRACTS {
        let built = built(&out, contract);
        let code = built.as_deref().map_or_else(|| Ok(Vec::new()), fs::read)?;
        fs::write(out.join(contract), code)?;
        match built {
            Some(file) => println!("cargo::rerun-if-changed={}", file.display()),
            // Without this line cargo would not look for it again before this package changes.
            None => println!("cargo::rerun-if-changed={contract}"),
        }
    }
    Ok(())
}

/// Returns the contract in the target folder that this is compiled into, if it has been built.
fn built(out: &Path, contract: &str) -> Option<PathBuf> {
    out.ancestors().map(|folder| folder.join("near").join(contract)).find(|file| file.is_file())
}
