#!/usr/bin/env bash
# Measures gas, size and the node's speed, prints the tables and writes docs/benchmarks.md.
# Runs on localnet, or on the node that NEAR_SANDBOX_BIN_PATH names, whose speed it then measures too.
# With --native localnet is compiled for speed first, which takes some minutes; otherwise as for the tests.
# 'bench.sh engine' measures the computer opponent instead, and writes its part of that page; options go to the program
# (engine/examples/strength): with --games 20 it takes minutes instead of an hour or two.
source "$(dirname "$0")/lib/project.sh"

bench_engine() {
  local page=docs/benchmarks.md tables
  tables=$(cargo run --profile native -p tic-tac-toe-engine --example strength -- "$@")
  sed -i '/^## The computer opponent/,$d' "$page"
  printf '%s\n' '## The computer opponent' '' "\`./scripts/bench.sh engine $*\` measured this." '' "$tables" | tee -a "$page"
}

if [ "${1:-}" = engine ]; then
  need_rust
  bench_engine "${@:2}"
  exit
fi

profile=dev
folder=debug
for option; do
  case $option in
    --native) profile=native folder=native ;;
    *) die "bench.sh knows no $option; it takes --native, engine or nothing." ;;
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
