# Compiling to wasm: the compiler and the optimiser, how they are installed and run.
# shellcheck shell=bash

source scripts/lib/apt.sh
source scripts/lib/debian-toolchain.sh

readonly WASM_TARGET=wasm32-unknown-unknown
readonly BINARYEN=116.0.0 # the version inside cargo-near, so that both give the same wasm

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

# Runs xtask, which must have been built, with that compiler and optimiser.
run_xtask() {
  WASM_OPT=$(wasm_opt) with_wasm "$TARGET_DIR/debug/xtask" "$@"
}

install_wasm_target() {
  wasm_toolchain >/dev/null && return
  if have rustup; then
    say "Adding the wasm target with rustup"
    if rustup target add "$WASM_TARGET" 2>/dev/null && wasm_toolchain >/dev/null; then return; fi
    say "rustup can't download here: building the wasm target from Debian's Rust packages (about 3 minutes)"
    install_debian_toolchain
  fi
  wasm_toolchain >/dev/null || die "There is no wasm target. Install Rust from https://rustup.rs and run this again."
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

install_wasm_opt() {
  if [ -n "${WASM_OPT:-}" ] || [ -x "$TOOLS/node_modules/.bin/wasm-opt" ]; then return; fi
  if have npm; then
    say "Installing wasm-opt from npm"
    npm install --silent --no-fund --no-audit --no-save --prefix "$TOOLS" "binaryen@$BINARYEN" && return
  fi
  have wasm-opt && return
  say "Installing wasm-opt from the system's packages"
  apt_install binaryen
}
