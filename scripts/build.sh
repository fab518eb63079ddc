#!/usr/bin/env bash
# Builds the contract into target/near: the wasm, optimised and with its ABI inside, and the ABI as JSON.
# With --fixtures also the contracts that only tests and benchmarks deploy.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh

case "$*" in
  "" | --fixtures) ;;
  *) die "build.sh takes --fixtures or nothing, not '$*'." ;;
esac
./scripts/setup.sh
need_rust
need_disk 4
say "Building the contract"
build_program xtask
WASM_OPT=$(wasm_opt) with_wasm "$TARGET_DIR/debug/xtask" build "$@"
