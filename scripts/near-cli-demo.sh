#!/usr/bin/env bash
# Plays one game with near-cli-rs against a local node: config, import, deploy, new_game, play, view, status.
source "$(dirname "$0")/lib.sh"

readonly PORT=${PORT:-3031}
readonly URL=http://127.0.0.1:$PORT
readonly WASM=$TARGET_DIR/near/tic_tac_toe.wasm
readonly GAME=game.alice.test.near ALICE=alice.test.near BOB=bob.test.near

have near || die "near-cli-rs is not installed. Install it with 'cargo install near-cli-rs --locked' and run this again."
[ -f "$WASM" ] || ./scripts/build.sh
cargo build --quiet -p tic-tac-toe-cli

work=$(mktemp -d)
node=
cleanup() {
  [ -z "$node" ] || kill "$node" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

# Prints a command, then runs it.
run() {
  printf '\n$ %s\n' "$*"
  "$@" </dev/null
}

start_node() {
  "$TARGET_DIR/debug/tic-tac-toe" localnet --port "$PORT" >"$work/node.log" 2>&1 &
  node=$!
  for _ in $(seq 100); do
    grep -q 'Ctrl-C stops it' "$work/node.log" && return
    kill -0 "$node" 2>/dev/null || die "The node does not start: $(cat "$work/node.log")"
    sleep 0.1
  done
  die "The node does not get ready."
}

# A configuration of its own, so that the user's networks and keys stay as they are.
configure() {
  export XDG_CONFIG_HOME=$work/config HOME=$work
  mkdir -p "$work/config/near-cli" "$work/keys"
  echo '[]' >"$work/keys/ft_contracts.json"
  cat >"$work/config/near-cli/config.toml" <<TOML
version = "5"
credentials_home_dir = "$work/keys"

[network_connection.localnet]
network_name = "localnet"
rpc_url = "$URL/"
wallet_url = "$URL/"
explorer_transaction_url = "$URL/"
TOML
}

import() {
  local key
  key=$(sed -nE "s/.*using-private-key (ed25519:[^ ]+) $1 .*/\1/p" "$work/node.log")
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

start_node
configure
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
