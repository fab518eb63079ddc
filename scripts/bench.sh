#!/usr/bin/env bash
# Measures gas, size and the node's speed, prints the tables and writes docs/benchmarks.md.
# Runs on localnet, or on the node that NEAR_SANDBOX_BIN_PATH names, whose speed it then measures too.
# With --native localnet is compiled for speed first, which takes some minutes; otherwise as for the tests.
# 'bench.sh localnet' measures the node's speed alone, and writes its part of that page.
# 'bench.sh engine' measures the computer opponent instead, and writes its part; options go to the program
# (crates/engine/examples/strength): with --games 20 it takes minutes instead of an hour or two.
# 'bench.sh indexer' measures how fast the indexer catches up and answers on SQLite and PostgreSQL, and what hostile clients
# leave of it, and writes that part. With --dev as it is compiled for the tests, which saves minutes of building; given the
# path of another version's program, that one catches up beside it.
# 'bench.sh guests' measures how long a guest's mark takes beside a local account's, in Chromium and in the client library,
# and writes that part.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh
source scripts/lib/nodejs.sh

# Replaces a part of the page, from its heading to the next one, by what was measured.
write_part() {
  local page=docs/benchmarks.md heading=$1 text=$2
  awk -v heading="$heading" '$0 == heading { skip = 1; next } /^## / { skip = 0 } !skip' "$page" >"$page.new"
  mv "$page.new" "$page"
  printf '\n%s\n\n%s\n' "$heading" "$text" | tee -a "$page"
}

bench_engine() {
  local tables
  tables=$(cargo run --profile native -p tic-tac-toe-engine --example strength -- "$@")
  write_part '## The computer opponent' "\`./scripts/bench.sh engine $*\` measured this."$'\n\n'"$tables"
}

bench_indexer() {
  local profile=native folder=native program measured tables
  if [ "${1:-}" = --dev ]; then
    profile=dev folder=debug
    shift
  fi
  program=$TARGET_DIR/$folder/tic-tac-toe-indexer
  say "Building the indexer ($profile profile)"
  build_program tic-tac-toe-indexer --profile "$profile"
  cargo build --workspace --example bench --example bench_api
  measured="\`./scripts/bench.sh indexer\` measured this ($profile profile) on $(nproc) cores, which the indexer, the database,"
  measured+=$'\n'"the server of blocks and the asking program share with what else the machine does; when it began, its load was "
  measured+="$(cut -d ' ' -f 1 /proc/loadavg)."$'\n\n'
  say "Catching up with chains"
  tables=$("$TARGET_DIR/debug/examples/bench" "$program" "$@")
  write_part '## The indexer' "$measured$tables"
  say "Writing a million games, and asking for them"
  tables=$("$TARGET_DIR/debug/examples/bench_api" "$program")
  write_part "## The indexer's API" "$measured$tables"
}

bench_guests() {
  local load times
  ./scripts/setup.sh --tests
  use_nodejs
  build_game
  say "Building the relay and its tests"
  cargo test --workspace --test relay --no-run
  install_packages apps/web
  (cd apps/web && with_wasm npm run --silent rules)
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  say "Making marks"
  times=$(
    cargo test --workspace --test relay -- --ignored --nocapture speed:: 2>/dev/null
    cd apps/web
    MEASURE=1 npm run --silent test:browser -- guest-speed 2>/dev/null
  )
  times=$(sed -n 's/^medians of/- Medians of/p' <<<"$times")
  write_part '## Guests' "\`./scripts/bench.sh guests\` measured this on $(nproc) cores; when it began, their load was $load. Both make marks in turn
in one game on a local chain, from the press to the drawn mark in the page, from the call to its receipt in the library.

$times"
}

case "${1:-}" in
  engine)
    need_rust
    bench_engine "${@:2}"
    exit
    ;;
  indexer)
    need_rust
    bench_indexer "${@:2}"
    exit
    ;;
  guests)
    need_rust
    bench_guests
    exit
    ;;
esac

profile=dev
folder=debug
only=()
for option; do
  case $option in
    --native) profile=native folder=native ;;
    localnet) only=(--speed) ;;
    *) die "bench.sh takes --native, localnet, engine, indexer, guests or nothing, not '$option'." ;;
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
"$TARGET_DIR/debug/bench" "$localnet" "${only[@]}"
