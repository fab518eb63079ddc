//! Builds the contracts with cargo-near's own library, so that nobody has to install cargo-near.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, bail};
use cargo_near_build::BuildOpts;

/// A contract of this workspace, by the folder of its package.
struct Contract {
    folder: &'static str,
    purpose: Purpose,
    /// Which of cargo's profiles it is compiled with.
    profile: &'static str,
}

/// What a contract is built for.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    /// It is deployed by users: it contains its ABI, and its size is printed.
    Deployment,
    /// Only tests and benchmarks deploy it.
    Fixture,
}

const CONTRACTS: &[Contract] = &[
    Contract { folder: "arena", purpose: Purpose::Deployment, profile: "small" },
    Contract { folder: "bot", purpose: Purpose::Deployment, profile: "small" },
    Contract { folder: "contract", purpose: Purpose::Deployment, profile: "release" },
    Contract { folder: "examples/calling-contract", purpose: Purpose::Fixture, profile: "release" },
    Contract { folder: "integration-tests/fixtures/arena-v2", purpose: Purpose::Fixture, profile: "small" },
    Contract { folder: "integration-tests/fixtures/baseline", purpose: Purpose::Fixture, profile: "release" },
    Contract { folder: "integration-tests/fixtures/proxy", purpose: Purpose::Fixture, profile: "release" },
];

const YOCTONEAR_PER_BYTE: u128 = 10_u128.pow(19);
const YOCTONEAR: f64 = 1e24;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Result<()> {
    match args {
        ["build"] => build_all(CONTRACTS.iter().filter(|contract| contract.purpose == Purpose::Deployment)),
        ["build", "--fixtures"] => build_all(CONTRACTS.iter()),
        ["build", "--freeze"] => freeze(),
        ["build", folder] => build_all(std::iter::once(find_contract(folder)?)),
        _ => bail!(
            "xtask builds contracts: xtask build, xtask build --fixtures, xtask build --freeze, or xtask build FOLDER"
        ),
    }
}

fn find_contract(folder: &str) -> Result<&'static Contract> {
    CONTRACTS.iter().find(|contract| contract.folder == folder).with_context(|| {
        let folders: Vec<&str> = CONTRACTS.iter().map(|contract| contract.folder).collect();
        format!("there is no contract {folder:?}; there are {}", folders.join(", "))
    })
}

fn build_all(wanted: impl Iterator<Item = &'static Contract>) -> Result<()> {
    let mut deployable = Vec::new();
    for contract in wanted {
        let wasm = build(contract)?;
        if contract.purpose == Purpose::Deployment {
            deployable.push(wasm);
        }
    }
    // At the end, where it is read: cargo prints much.
    deployable.iter().try_for_each(|wasm| report(wasm))
}

/// Keeps the contracts that store something as this version has them, for tests of the upgrade to later ones.
fn freeze() -> Result<()> {
    let frozen = Path::new("integration-tests/frozen").join(env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(&frozen)?;
    for folder in ["arena", "contract"] {
        let wasm = build(find_contract(folder)?)?;
        let copy = frozen.join(wasm.file_name().context("a wasm has a name")?);
        fs::copy(&wasm, &copy)?;
        println!("{:>8} bytes  {}", fs::metadata(&copy)?.len(), copy.display());
    }
    Ok(())
}

fn build(Contract { folder, purpose, profile }: &Contract) -> Result<PathBuf> {
    let opts = BuildOpts::builder()
        .manifest_path(format!("{folder}/Cargo.toml"))
        .out_dir(utf8(&target_dir()?.join("near"))?)
        .profile((*profile).to_owned())
        .no_abi(*purpose == Purpose::Fixture)
        .env(vec![("CARGO_ENCODED_RUSTFLAGS".to_owned(), rustflags()?)])
        .build();
    let artifact =
        cargo_near_build::build(opts).map_err(|error| anyhow!("{folder} could not be built: {error:#}"))?;
    let path = artifact.path.into_std_path_buf();
    // cargo-near writes a file that only its owner can read.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    // It also leaves a file that would come out the same as it is; its time shows that it is up to date.
    fs::File::options().write(true).open(&path)?.set_modified(SystemTime::now())?;
    Ok(path)
}

/// Returns cargo-near's own flags, and flags that keep this machine's folders out of panic messages.
fn rustflags() -> Result<String> {
    let mut flags = vec!["-C".to_owned(), "link-arg=-s".to_owned()];
    let mut remap = |folder: &Path, name: &str| -> Result<()> {
        flags.push(format!("--remap-path-prefix={}={name}", utf8(folder)?));
        Ok(())
    };
    remap(&env::current_dir()?, "/project")?;
    // There is none where all sources are vendored.
    for registry in fs::read_dir(cargo_home()?.join("registry/src")).into_iter().flatten() {
        remap(&registry?.path(), "/crates")?;
    }
    Ok(flags.join("\x1f"))
}

fn report(wasm: &Path) -> Result<()> {
    let name = wasm.file_stem().and_then(|name| name.to_str()).context("a wasm has a name")?;
    let abi = wasm.with_file_name(format!("{name}_abi.json"));
    println!();
    for path in [wasm, &abi] {
        println!("{:>8} bytes  {}", fs::metadata(path)?.len(), path.display());
    }
    #[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
    let locked = (u128::from(fs::metadata(wasm)?.len()) * YOCTONEAR_PER_BYTE) as f64 / YOCTONEAR;
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
