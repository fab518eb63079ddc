# Shared by all scripts: where the project is, how they speak, which compiler makes wasm.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly WASM_TARGET=wasm32-unknown-unknown
# A toolchain that setup.sh makes from Debian's packages where rustup can't download the wasm target.
readonly DEBIAN_TOOLCHAIN=tic-tac-toe-debian
TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
readonly TARGET_DIR
if [ -n "${CARGO_TARGET_DIR:-}" ]; then export CARGO_TARGET_DIR=$TARGET_DIR; fi
readonly TOOLS=$TARGET_DIR/tools
readonly WASM=$TARGET_DIR/near/tic_tac_toe.wasm

say() { printf '\n==> %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Rust is installed, and the version that rust-toolchain.toml pins can be used or replaced by a newer one.
need_rust() {
  have cargo || die "Rust is not installed. Install it from https://rustup.rs and run this again."
  # Where rustup has to download it first, it says so.
  if ! rustc --version >/dev/null; then
    RUSTUP_TOOLCHAIN=stable rustc --version >/dev/null 2>&1 ||
      die "The Rust version that rust-toolchain.toml names is missing and can't be downloaded. Run 'rustup toolchain install' when online."
    export RUSTUP_TOOLCHAIN=stable
  fi
  local minor
  minor=$(rustc --version | sed -E 's/^rustc 1\.([0-9]+)\..*/\1/')
  [ "$minor" -ge 95 ] || die "$(rustc --version) is too old. Run 'rustup update stable' to get 1.95 or newer."
}

need_disk() {
  local free
  free=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024 / 1024) }')
  [ "$free" -ge "$1" ] || die "This needs about $1 GB of free disk space here and there are $free GB. Free some and run this again."
}

has_wasm_target() {
  local dir
  dir=$(RUSTUP_TOOLCHAIN=$1 rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null) || return 1
  compgen -G "$dir/libstd-*.rlib" >/dev/null
}

# Prints the toolchain that can compile to wasm, or fails.
wasm_toolchain() {
  local active=${RUSTUP_TOOLCHAIN:-}
  if [ -z "$active" ] && have rustup; then active=$(rustup show active-toolchain 2>/dev/null | cut -d' ' -f1); fi
  for candidate in "$active" "$DEBIAN_TOOLCHAIN"; do
    if has_wasm_target "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

# The linker of Debian's LLVM, which its rustc does not bring along.
debian_linker() {
  local llvm
  llvm=$(/usr/bin/rustc -vV | sed -nE 's/^LLVM version: ([0-9]+).*/\1/p')
  echo "wasm-ld-$llvm"
}

# Runs a command with the compiler that makes wasm.
with_wasm() {
  local toolchain
  toolchain=$(wasm_toolchain) || die "There is no compiler for wasm. Run ./scripts/setup.sh first."
  if [ "$toolchain" = "$DEBIAN_TOOLCHAIN" ]; then
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(debian_linker)
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  fi
  RUSTUP_TOOLCHAIN=$toolchain "$@"
}

# Prints the wasm-opt to use: the version inside cargo-near if it is there, else the system's.
wasm_opt() {
  local pinned=$TOOLS/node_modules/.bin/wasm-opt
  if [ -n "${WASM_OPT:-}" ]; then
    echo "$WASM_OPT"
  elif [ -x "$pinned" ]; then
    echo "$pinned"
  else
    command -v wasm-opt
  fi
}

# Node.js that is new enough for the web page, if there is one; setup.sh may have put it beside the other tools.
use_node() {
  local own=$TOOLS/node_modules/node/bin
  if [ -x "$own/node" ]; then PATH=$own:$PATH; fi
  have npm && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

# The page's packages. npm ci is slow even when there is nothing to do, so it runs when their list is newer than its result.
install_web_packages() {
  [ web/node_modules/.package-lock.json -nt web/package-lock.json ] || npm ci --prefix web --no-fund --no-audit ||
    die "The page's packages can't be installed. Check the network and run this again."
}

# Builds one program with the features of libraries that the whole workspace asks for: all programs and tests then share
# one build of them. With 'cargo build -p' each would have its own.
build_program() {
  cargo build --workspace --bin "$@"
}

# Builds the contracts only when something that they are made of has changed, so that games start at once.
build_contract() {
  if [ -f "$WASM" ] && [ -z "$(find contract rules xtask integration-tests/fixtures Cargo.toml Cargo.lock rust-toolchain.toml -newer "$WASM" -type f -print -quit)" ]; then return; fi
  ./scripts/build.sh
}

# Starts a node in the background and waits for the words in its log that say it is ready. It ends with the script.
start_node() {
  local log=$1 ready=$2
  shift 2
  "$@" >"$log" 2>&1 &
  node=$!
  for _ in $(seq 100); do
    grep -q "$ready" "$log" && return
    kill -0 "$node" 2>/dev/null || die "The node does not start: $(cat "$log")"
    sleep 0.1
  done
  die "The node does not get ready."
}

# A folder for this script's files, gone when it ends, together with the node if one was started.
node=
make_work_folder() {
  work=$(mktemp -d)
  trap '[ -z "$node" ] || kill "$node" 2>/dev/null || true; rm -rf "$work"' EXIT
}

# Lets near-cli-rs know one node, in a home of its own, so that the user's networks and keys stay as they are.
configure_near_cli() {
  local home=$1 url=$2
  export XDG_CONFIG_HOME=$home/config HOME=$home
  mkdir -p "$home/config/near-cli" "$home/keys"
  echo '[]' >"$home/keys/ft_contracts.json"
  cat >"$home/config/near-cli/config.toml" <<TOML
version = "5"
credentials_home_dir = "$home/keys"

[network_connection.localnet]
network_name = "localnet"
rpc_url = "$url/"
wallet_url = "$url/"
explorer_transaction_url = "$url/"
TOML
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    die "This step needs root: run '$*' as root, then run this again."
  fi
}

apt_updated=
apt_install() {
  have apt-get || die "Please install $* with your system's package manager and run this again."
  [ "$(id -u)" -eq 0 ] || have sudo || die "This needs root: run 'apt-get install $*' as root, then run this again."
  if [ -z "$apt_updated" ]; then
    as_root apt-get update -qq || die "$* must be installed, but the package lists can't be fetched. Check the network and that you may use sudo, and run this again."
    apt_updated=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    die "Installing $* failed. See the lines above."
}
