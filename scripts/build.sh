#!/usr/bin/env bash
# Builds the contract into target/near: the wasm, optimised and with its ABI inside, and the ABI as JSON.
source "$(dirname "$0")/lib.sh"

./scripts/setup.sh
need_rust
need_disk 4
say "Building the contract"
build_program xtask
WASM_OPT=$(wasm_opt) with_wasm "$TARGET_DIR/debug/xtask" build
