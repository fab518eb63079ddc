//! The compiled contracts, where the build leaves them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Returns the one-game contract.
///
/// # Errors
///
/// When it has not been built.
pub fn one_game() -> Result<Vec<u8>> {
    built("tic_tac_toe")
}

/// Returns the arena.
///
/// # Errors
///
/// When it has not been built.
pub fn arena() -> Result<Vec<u8>> {
    built("tic_tac_toe_arena")
}

/// Returns the arena as a version 2 that stores more than version 1.
///
/// # Errors
///
/// When it has not been built.
pub fn arena_v2() -> Result<Vec<u8>> {
    built("arena_v2")
}

/// Returns the one-game contract as version 1.0.0 has it.
///
/// # Errors
///
/// When the repository lacks it.
pub fn frozen_one_game() -> Result<Vec<u8>> {
    frozen("tic_tac_toe")
}

/// Returns the arena as version 1.0.0 has it.
///
/// # Errors
///
/// When the repository lacks it.
pub fn frozen_arena() -> Result<Vec<u8>> {
    frozen("tic_tac_toe_arena")
}

/// Returns a contract that calls the one-game contract for its caller.
///
/// # Errors
///
/// When it has not been built.
pub fn proxy() -> Result<Vec<u8>> {
    built("proxy")
}

/// Returns a near-sdk contract with the one-game contract's methods and state, and nothing behind them.
///
/// # Errors
///
/// When it has not been built.
pub fn baseline() -> Result<Vec<u8>> {
    built("baseline")
}

/// Returns the contract that plays in arenas.
///
/// # Errors
///
/// When it has not been built.
pub fn bot() -> Result<Vec<u8>> {
    built("tic_tac_toe_bot")
}

/// Returns a file that the build leaves next to a contract.
///
/// # Errors
///
/// When it has not been built.
pub fn built_file(file: &str) -> Result<Vec<u8>> {
    let path = target_dir().join("near").join(file);
    fs::read(&path)
        .with_context(|| format!("cannot read {}; run ./scripts/build.sh --fixtures first", path.display()))
}

/// Returns the folder of this package; the repository is around it.
#[must_use]
pub fn package_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn built(name: &str) -> Result<Vec<u8>> {
    built_file(&format!("{name}.wasm"))
}

fn frozen(name: &str) -> Result<Vec<u8>> {
    let path = package_dir().join("frozen/1.0.0").join(format!("{name}.wasm"));
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| package_dir().join("../target"), PathBuf::from)
}
