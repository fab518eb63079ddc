#!/usr/bin/env bash
# Measures gas, size and the node's speed, prints the tables and writes docs/benchmarks.md.
# Runs on localnet, or on the node that NEAR_SANDBOX_BIN_PATH names, whose speed it then measures too.
# With --native localnet is compiled for speed first, which takes some minutes; otherwise as for the tests.
source "$(dirname "$0")/lib/project.sh"

profile=dev
folder=debug
for option; do
  case $option in
    --native) profile=native folder=native ;;
    *) die "bench.sh knows no $option; it takes --native or nothing." ;;
  esac
done

./scripts/build.sh --fixtures
need_rust
say "Building localnet ($profile profile)"
localnet=$TARGET_DIR/$folder/localnet
build_program localnet --profile "$profile"
export NEAR_SANDBOX_BIN_PATH=${NEAR_SANDBOX_BIN_PATH:-$localnet}
build_program bench

say "Measuring"
"$TARGET_DIR/debug/bench" "$localnet"
