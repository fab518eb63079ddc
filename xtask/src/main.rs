//! Builds the contracts with cargo-near's own library, so that nobody has to install cargo-near.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, bail};
use cargo_near_build::BuildOpts;

/// The contract, which is deployed, and the contracts that only tests use.
const CONTRACT: &str = "contract";
const FIXTURES: [&str; 2] = ["integration-tests/fixtures/baseline", "integration-tests/fixtures/proxy"];

const YOCTONEAR_A_BYTE: u128 = 10_u128.pow(19);
const YOCTONEAR: f64 = 1e24;

fn main() -> ExitCode {
    match run(env::args().nth(1).as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Option<&str>) -> Result<()> {
    match task {
        Some("build") => build_all(),
        Some(other) => bail!("xtask knows no task {other:?}; it builds the contracts with: xtask build"),
        None => bail!("say what to do: xtask build"),
    }
}

fn build_all() -> Result<()> {
    let wasm = build(CONTRACT, true)?;
    for fixture in FIXTURES {
        build(fixture, false)?;
    }
    report(&wasm, &wasm.with_file_name("tic_tac_toe_abi.json"))
}

fn build(package: &str, with_abi: bool) -> Result<PathBuf> {
    let opts = BuildOpts::builder()
        .manifest_path(format!("{package}/Cargo.toml"))
        .out_dir(utf8(&target_dir()?.join("near"))?)
        .no_abi(!with_abi)
        .env(vec![("CARGO_ENCODED_RUSTFLAGS".to_owned(), rustflags()?)])
        .build();
    let artifact =
        cargo_near_build::build(opts).map_err(|error| anyhow!("{package} could not be built: {error:#}"))?;
    let path = artifact.path.into_std_path_buf();
    // cargo-near writes a file that only its owner can read.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    // It also leaves a file that would come out the same as it is; its time tells others that it is up to date.
    fs::File::options().write(true).open(&path)?.set_modified(SystemTime::now())?;
    Ok(path)
}

/// cargo-near's own flags, and no trace of this machine's folders in panic messages.
fn rustflags() -> Result<String> {
    let mut flags = vec!["-C".to_owned(), "link-arg=-s".to_owned()];
    let mut forget = |folder: &Path, name: &str| -> Result<()> {
        flags.push(format!("--remap-path-prefix={}={name}", utf8(folder)?));
        Ok(())
    };
    forget(&env::current_dir()?, "/project")?;
    // There is none where all sources are vendored.
    for registry in fs::read_dir(cargo_home()?.join("registry/src")).into_iter().flatten() {
        forget(&registry?.path(), "/crates")?;
    }
    Ok(flags.join("\x1f"))
}

fn report(wasm: &Path, abi: &Path) -> Result<()> {
    println!();
    for path in [wasm, abi] {
        println!("{:>8} bytes  {}", fs::metadata(path)?.len(), path.display());
    }
    #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
    let locked = (u128::from(fs::metadata(wasm)?.len()) * YOCTONEAR_A_BYTE) as f64 / YOCTONEAR;
    println!("The wasm locks {locked:.3} NEAR on the account it is deployed to.");
    Ok(())
}

fn target_dir() -> Result<PathBuf> {
    let dir = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    fs::create_dir_all(&dir)?;
    Ok(dir.canonicalize()?)
}

fn cargo_home() -> Result<PathBuf> {
    env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
        .context("neither CARGO_HOME nor a home folder is known")
}

fn utf8(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not a UTF-8 path", path.display()))
}
