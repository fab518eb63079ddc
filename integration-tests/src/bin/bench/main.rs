//! Measures the contracts' gas and size against a floor and a baseline, and the node's speed, and writes
//! docs/benchmarks.md. With `--speed` it measures the speed alone. `scripts/bench.sh` runs it.

mod arena;
mod clients;
mod progress;
mod report;
mod speed;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use integration_tests::one_game_gas::{FloorMeasured, Measured, play_floor, play_session};
use integration_tests::wasm;

use progress::Progress;

/// The parts of the page that `scripts/bench.sh engine` and `scripts/bench.sh indexer` write, in any order.
const OTHERS: [&str; 2] = ["## The computer opponent", "## The indexer"];

/// What the gas figures are made of.
struct Gas {
    node: String,
    contract: Measured,
    baseline: Measured,
    floor: FloorMeasured,
}

#[tokio::main]
async fn main() -> Result<()> {
    let localnet = std::env::args_os().nth(1).map(PathBuf::from);
    let localnet = localnet.context("say where localnet is: bench target/debug/localnet")?;

    let path = wasm::package_dir().join("../docs/benchmarks.md");
    let written = fs::read_to_string(&path).unwrap_or_default();
    let progress = Progress::new()?;
    if std::env::args().any(|arg| arg == "--speed") {
        let speeds = speed::measure_all(&localnet, &progress).await?;
        progress.end();
        let (page, part) = report::replace_speeds(&written, &speeds)?;
        return write(&path, &page, &part);
    }
    let gas = measure_gas(&progress).await?;
    let arena = arena::measure(&progress).await?;
    let speeds = speed::measure_all(&localnet, &progress).await?;
    progress.end();

    let report = report::write(&gas, &arena, &speeds)?;
    let start = OTHERS.iter().filter_map(|heading| written.find(heading)).min();
    let others = start.map_or("", |start| &written[start..]);
    write(&path, &format!("{report}\n{others}"), &report)
}

/// Writes the page and shows what is new in it.
fn write(path: &Path, page: &str, new: &str) -> Result<()> {
    fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    print!("{new}");
    Ok(())
}

async fn measure_gas(progress: &Progress) -> Result<Gas> {
    progress.now("two games on the contract");
    let contract = play_session(&wasm::one_game()?).await?;
    progress.now("the same calls on a near-sdk contract without logic");
    let baseline = play_session(&wasm::baseline()?).await?;
    progress.now("the same calls on the hand-written floor");
    let floor = play_floor(&contract.session).await?;
    let node = speed::chosen_node()?.map_or_else(|| "neard".to_string(), |binary| speed::name_of(&binary));
    Ok(Gas { node, contract, baseline, floor })
}
