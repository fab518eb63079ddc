#!/usr/bin/env bash
# Measures gas, size and the node's speed, prints the tables and writes docs/benchmarks.md.
# Runs on localnet, or on the node that NEAR_SANDBOX_BIN_PATH names, whose speed it then measures too.
# With --native localnet is compiled for speed first, which takes some minutes; otherwise as for the tests.
# 'bench.sh localnet' measures the node's speed alone, and writes its part of that page.
# 'bench.sh engine' measures the computer opponent instead, and writes its part, in ten minutes on two cores; options
# go to the program (crates/engine/examples/strength): with --pairs 1 --seconds-a-move 0.002 it takes a minute.
# 'bench.sh indexer' measures how fast the indexer catches up and answers on SQLite and PostgreSQL, and what hostile clients
# leave of it, and writes that part. With --dev as it is compiled for the tests, which saves minutes of building; given the
# path of another version's program, that one catches up beside it: 2b97788 has the last one without a log of events.
# 'bench.sh guests' measures how long a guest's mark takes beside a local account's, in the client library, the terminal and
# Chromium, and writes that part.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh
source scripts/lib/nodejs.sh

# Earlier engines that today's is measured against: the last one that played random games to the end everywhere, and the
# last one that found wins by fours alone, which differs on grids.
BEFORE_JUDGING=e4bdb8c
BEFORE_THREES=1c4a356

# Replaces a part of the page, from its heading to the next one, by what was measured.
write_part() {
  local page=docs/benchmarks.md heading=$1 text=$2 before after
  before=$(awk -v heading="$heading" '$0 == heading { exit } 1' "$page")
  after=$(awk -v heading="$heading" '/^## / && seen { rest = 1 } $0 == heading { seen = 1 } rest' "$page")
  printf '%s\n\n%s\n\n%s\n%s' "$before" "$heading" "$text" "${after:+$'\n'$after$'\n'}" >"$page"
  printf '%s\n\n%s\n' "$heading" "$text"
}

# Prints the path of a program that plays like the engine of an earlier commit, built from this clone's history.
frozen_engine() {
  local commit=$1 folder=$TARGET_DIR/frozen-engine/$1 clone
  clone=$(git rev-parse --path-format=absolute --git-common-dir)
  git cat-file -e "$commit^{commit}" 2>/dev/null ||
    die "The engine of $commit is not in this clone's history: 'git fetch --unshallow' brings it."
  mkdir -p "$folder"
  cat >"$folder/Cargo.toml" <<EOF
[package]
name = "frozen-engine"
edition = "2024"

[[bin]]
name = "frozen-engine"
path = "$PWD/crates/engine/examples/frozen.rs"

[dependencies]
libc = "0.2"
tic-tac-toe-engine = { git = "file://$clone", rev = "$commit" }
tic-tac-toe-rules = { git = "file://$clone", rev = "$commit" }

[profile.release]
opt-level = 3

[workspace]
EOF
  (cd "$folder" && CARGO_TARGET_DIR=$folder/target cargo build --release)
  echo "$folder/target/release/frozen-engine"
}

# Each match has as many pairs of games as its outcome needs to be clear.
bench_engine() {
  local tables load before_judging before_threes
  say "Building earlier engines"
  before_judging=$(frozen_engine $BEFORE_JUDGING)
  before_threes=$(frozen_engine $BEFORE_THREES)
  say "Building today's engine"
  cargo build --profile native -p tic-tac-toe-engine --example strength
  strength() { "$TARGET_DIR/native/examples/strength" "$@"; }
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  say "Playing"
  tables=$(
    strength speed
    strength --pairs 60 --seconds-a-move 0.02 --frozen "$BEFORE_JUDGING=$before_judging" "$@" frozen
    strength --pairs 60 --seconds-a-move 0.02 --rules 15x15:5 --frozen "$BEFORE_THREES=$before_threes" "$@" frozen
    strength --pairs 12 --seconds-a-move 0.02 "$@" levels
    strength --pairs 12 --seconds-a-move 0.01 "$@" plain
    strength --pairs 10 --seconds-a-move 0.01 --rules ultimate:closing "$@" tune
    strength --pairs 5 --seconds-a-move 0.01 "$@" random
  )
  write_part '## The computer opponent' "\`./scripts/bench.sh engine${*:+ $*}\` measured this on $(nproc) cores; when it began, their load was $load. Players
have equal processor time, play each opening from both sides, and are told apart by Elo with 95 % ranges over these
pairs. Earlier engines are built from this clone's history and begin each move with an empty tree; today's keeps its own.
The beginner takes wins, blocks the opponent's, and plays anywhere else, on a grid beside another mark.

$tables"
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
  measured+=$'\n'"the server of blocks and the asking program share with what else the machine does. When it began, at nice $(nice), the"
  measured+=$'\n'"load was $(cut -d ' ' -f 1 /proc/loadavg)."$'\n\n'
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
    cargo test --workspace --test relay -- --ignored --nocapture --test-threads 1 speed:: 2>/dev/null
    cd apps/web
    MEASURE=1 npm run --silent test:browser 2>/dev/null
  )
  times=$(sed -n 's/^.*medians of/- Medians of/p' <<<"$times")
  write_part '## Guests' "\`./scripts/bench.sh guests\` measured this on $(nproc) cores; when it began, their load was $load. Both make marks in turn
in one game on a local chain, from the press to the drawn mark in page and terminal, from the call to its receipt in the
library.

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
