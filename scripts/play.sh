#!/usr/bin/env bash
# Plays in this terminal: sets up, builds, starts a node inside the game, deploys the contract, opens the board.
# Arguments go to 'tic-tac-toe play'; see --help for them.
source "$(dirname "$0")/lib.sh"

readonly WASM=$TARGET_DIR/near/tic_tac_toe.wasm

# The contract is built again only when something it is made of has changed, so that the game starts at once.
is_contract_built() {
  [ -f "$WASM" ] && [ -z "$(find contract rules xtask Cargo.lock rust-toolchain.toml -newer "$WASM" -type f -print -quit)" ]
}

need_rust
is_contract_built || ./scripts/build.sh
need_disk 4
program=$TARGET_DIR/debug/tic-tac-toe
[ -x "$program" ] || say "Building the game and its node (several minutes the first time)"
cargo build -p tic-tac-toe-cli || die "The game can't be built. See the lines above."
exec "$program" play "$@"
