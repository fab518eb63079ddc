//! Stands in for the `wasm-opt` crate, which compiles Binaryen from C++ for minutes: the few calls that
//! cargo-near-build makes run an installed `wasm-opt` program, preferably of the same version.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

use thiserror::Error;

/// A WebAssembly feature to allow beyond the default ones.
#[derive(Clone, Copy, Debug)]
pub enum Feature {
    /// Conversions from float to integer that saturate.
    TruncSat,
    /// Copying and filling memory by one instruction.
    BulkMemory,
}

impl Feature {
    const fn flag(self) -> &'static str {
        match self {
            Self::TruncSat => "--enable-nontrapping-float-to-int",
            Self::BulkMemory => "--enable-bulk-memory",
        }
    }
}

/// The options to run `wasm-opt` with.
#[derive(Clone, Debug)]
pub struct OptimizationOptions {
    flags: Vec<&'static str>,
}

/// Why there is no optimised file.
#[derive(Debug, Error)]
pub enum OptimizationError {
    /// The program is not installed, or can't be run.
    #[error("{program:?} does not run; ./scripts/setup.sh installs it")]
    NotRun {
        /// What was tried.
        program: OsString,
        /// What the system said.
        source: io::Error,
    },
    /// The program failed.
    #[error("{program:?} ended with {status}")]
    Failed {
        /// What was run.
        program: OsString,
        /// How it ended.
        status: ExitStatus,
    },
}

impl OptimizationOptions {
    /// Creates options for `-Os`, with the features that are on by default in the crate and in newer programs.
    #[must_use]
    pub fn new_optimize_for_size() -> Self {
        Self { flags: vec!["-Os", "--enable-mutable-globals", "--enable-sign-ext"] }
    }

    /// Allows a feature.
    pub fn enable_feature(&mut self, feature: Feature) -> &mut Self {
        self.flags.push(feature.flag());
        self
    }

    /// Optimises `infile` into `outfile` with the program that `WASM_OPT` names, else the one on the path.
    ///
    /// # Errors
    ///
    /// When the program can't be run or reports a failure.
    pub fn run(&self, infile: impl AsRef<Path>, outfile: impl AsRef<Path>) -> Result<(), OptimizationError> {
        let program = env::var_os("WASM_OPT").unwrap_or_else(|| "wasm-opt".into());
        let status = Command::new(&program)
            .args(&self.flags)
            .arg(infile.as_ref())
            .arg("-o")
            .arg(outfile.as_ref())
            .status()
            .map_err(|source| OptimizationError::NotRun { program: program.clone(), source })?;
        if status.success() { Ok(()) } else { Err(OptimizationError::Failed { program, status }) }
    }
}
