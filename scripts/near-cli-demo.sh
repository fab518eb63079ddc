#!/usr/bin/env bash
# Plays one game with near-cli-rs against a local node: config, import, deploy, new_game, play, view, status.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/local-chain.sh

readonly PORT=${PORT:-3031}
readonly URL=http://127.0.0.1:$PORT
readonly GAME=game.alice.test.near ALICE=alice.test.near BOB=bob.test.near

have near || die "near-cli-rs is not installed. Install it with 'cargo install near-cli-rs --locked' and run this again."
need_rust
build_contract
build_program tic-tac-toe --quiet

make_work_folder

# Prints a command, then runs it.
run() {
  printf '\n$ %s\n' "$*"
  "$@" </dev/null
}

import() {
  local key
  key=$(sed -nE "s/.*\"account_id\":\"$1\",\"secret_key\":\"([^\"]+)\".*/\1/p" "$work/node.log")
  run near account import-account using-private-key "$key" "$1" network-config localnet save-to-legacy-keychain
}

sign() {
  echo "sign-as $1 network-config localnet sign-with-legacy-keychain send"
}

call() {
  local player=$1 method=$2 args=$3
  # The words of sign are meant to be split.
  # shellcheck disable=SC2046
  run near contract call-function as-transaction "$GAME" "$method" json-args "$args" \
    prepaid-gas '10 Tgas' attached-deposit '0 NEAR' $(sign "$player") 2>&1 | tee "$work/last"
}

view() {
  run near --quiet contract call-function as-read-only "$GAME" get_game json-args '{}' network-config localnet now
}

start_node "$work/node.log" '"rpc_url"' "$TARGET_DIR/debug/tic-tac-toe" localnet --json --port "$PORT"
configure_near_cli "$work" "$URL"
import "$ALICE"
import "$BOB"

say "Create the contract's account and deploy"
# shellcheck disable=SC2046
run near account create-account fund-myself "$GAME" '10 NEAR' autogenerate-new-keypair save-to-legacy-keychain $(sign "$ALICE")
run near contract deploy "$GAME" use-file "$WASM" without-init-call network-config localnet sign-with-legacy-keychain send

say "Play"
call "$ALICE" new_game "{\"p1\":\"$ALICE\",\"p2\":\"$BOB\"}"
call "$ALICE" play '{"row":1,"col":1}'
call "$BOB" play '{"row":0,"col":0}'
call "$ALICE" play '{"row":0,"col":2}'
call "$BOB" play '{"row":0,"col":1}'
call "$ALICE" play '{"row":2,"col":0,"game_id":"1"}'
view

say "What became of the last transaction"
transaction=$(sed -nE 's/.*[Tt]ransaction ID: *([1-9A-HJ-NP-Za-km-z]{40,}).*/\1/p' "$work/last" | head -n 1)
run near transaction view-status "$transaction" network-config localnet

say "A refusal: the game is over"
if call "$BOB" play '{"row":2,"col":2}'; then die "A move after the end was accepted."; fi
