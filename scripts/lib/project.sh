# Sourced by every script: the project's folders, messages to people, requirements, and what to build.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
readonly TARGET_DIR
if [ -n "${CARGO_TARGET_DIR:-}" ]; then export CARGO_TARGET_DIR=$TARGET_DIR; fi
# Used by the other scripts.
# shellcheck disable=SC2034
readonly TOOLS=$TARGET_DIR/tools WASM=$TARGET_DIR/near/tic_tac_toe.wasm

say() { printf '\n==> %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Checks that Rust is installed, in the version that rust-toolchain.toml pins or a newer one.
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

# Builds one program with the features of libraries that the whole workspace asks for, so that all programs and tests
# share one build of them. With 'cargo build -p' each would have its own.
build_program() {
  cargo build --workspace --bin "$@"
}

# Succeeds if these contracts are newer than everything that contracts are built from.
are_built() {
  local wasm
  for wasm; do
    wasm=$TARGET_DIR/near/$wasm.wasm
    [ -f "$wasm" ] && [ -z "$(find arena bot contract crates/engine crates/heap crates/interface crates/rules examples/calling-contract integration-tests/fixtures xtask \
      Cargo.toml Cargo.lock rust-toolchain.toml -newer "$wasm" -type f ! -name '*.md' -print -quit)" ] || return
  done
}

# Builds the one-game contract if something has changed, so that games start at once otherwise.
build_one_game() {
  are_built tic_tac_toe || ./scripts/build.sh contract
}

# Builds every contract that users deploy, if something has changed.
build_contracts() {
  are_built tic_tac_toe tic_tac_toe_arena tic_tac_toe_bot || ./scripts/build.sh
}

# Builds the terminal client with every contract inside, or with that of one folder and those that there are. Needs
# wasm.sh. Says nothing if nothing has changed.
build_game() {
  local wasms=(tic_tac_toe tic_tac_toe_arena tic_tac_toe_bot) quiet=
  if [ "${1:-}" = contract ]; then wasms=(tic_tac_toe); fi
  need_rust
  if ! are_built "${wasms[@]}"; then
    need_disk 4
    ./scripts/setup.sh
    say "Building the contracts and the game with its node (several minutes the first time)"
    build_program xtask
    # At the same time as most of the game, since each of the two builds leaves a core idle for long. Ctrl-C stops both.
    set -m
    run_xtask build "$@" >"$TARGET_DIR/contracts.log" 2>&1 &
    contracts=$!
    set +m
    trap 'kill -- "-$contracts" 2>/dev/null || true' EXIT
    build_program localnet || die "The node can't be built. See the lines above."
    if ! wait "$contracts"; then
      cat "$TARGET_DIR/contracts.log" >&2
      die "The contracts can't be built. See the lines above."
    fi
    trap - EXIT
  elif [ -x "$TARGET_DIR/debug/tic-tac-toe" ]; then
    quiet=--quiet
  fi
  build_program tic-tac-toe ${quiet:+"$quiet"} || die "The game can't be built. See the lines above."
}

# Builds also those that only tests deploy.
build_contracts_and_fixtures() {
  are_built tic_tac_toe tic_tac_toe_arena tic_tac_toe_bot baseline example_tournament proxy || ./scripts/build.sh --fixtures
}
