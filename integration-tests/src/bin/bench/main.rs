//! Measures the contract's gas and size against a floor and a baseline, and the node's speed, and writes
//! docs/benchmarks.md. `scripts/bench.sh` runs it.

mod report;
mod speed;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use integration_tests::gas::{Measured, Trace, play_floor, play_session};
use integration_tests::wasm;

/// What the gas figures are made of.
struct Gas {
    contract: Compiled,
    baseline: Compiled,
    floor: Vec<Trace>,
}

/// A compiled contract and what it cost.
struct Compiled {
    wasm_bytes: usize,
    measured: Measured,
}

#[tokio::main]
async fn main() -> Result<()> {
    let localnet = std::env::args_os().nth(1).map(PathBuf::from);
    let localnet = localnet.context("say where localnet is: bench target/debug/localnet")?;

    let progress = ProgressBar::new_spinner();
    progress.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}")?);
    progress.enable_steady_tick(Duration::from_millis(100));

    let gas = measure_gas(&progress).await?;
    let speeds = speed::measure_all(&localnet, &progress).await?;
    progress.finish_and_clear();

    let report = report::write(&gas, &speeds)?;
    let path = wasm::package_dir().join("../docs/benchmarks.md");
    fs::write(&path, &report).with_context(|| format!("cannot write {}", path.display()))?;
    print!("{report}");
    Ok(())
}

async fn measure_gas(progress: &ProgressBar) -> Result<Gas> {
    progress.set_message("two games on the contract");
    let contract = measure(&wasm::tic_tac_toe()?).await?;
    progress.set_message("the same calls on a near-sdk contract without logic");
    let baseline = measure(&wasm::baseline()?).await?;
    progress.set_message("the same calls on the hand-written floor");
    let floor = play_floor(&contract.measured.session).await?;
    Ok(Gas { contract, baseline, floor })
}

async fn measure(wasm: &[u8]) -> Result<Compiled> {
    Ok(Compiled { wasm_bytes: wasm.len(), measured: play_session(wasm).await? })
}
