#!/usr/bin/env bash
# Runs the example tests that use near-sandbox and near-api, on localnet or the node that NEAR_SANDBOX_BIN_PATH names.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/near-api.sh

need_rust
build_one_game
build_program localnet --quiet
export NEAR_SANDBOX_BIN_PATH=${NEAR_SANDBOX_BIN_PATH:-$TARGET_DIR/debug/localnet}
export WASM
cargo_near_api test --workspace
