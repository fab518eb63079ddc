//! Builds the contract with cargo-near's own library, so that nobody has to install cargo-near.

use std::env;
use std::fs;

use anyhow::{Result, bail};
use cargo_near_build::BuildOpts;

fn main() -> Result<()> {
    match env::args().nth(1).as_deref() {
        Some("build") => build(),
        _ => bail!("say what to do: xtask build"),
    }
}

fn build() -> Result<()> {
    let opts = BuildOpts::builder().manifest_path("contract/Cargo.toml").build();
    let artifact = cargo_near_build::build(opts).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    println!("{} {}", artifact.path, fs::metadata(&artifact.path)?.len());
    Ok(())
}
