#!/usr/bin/env bash
# Creates an account, deploys, calls, views and reads a failed transaction with near-cli-rs.
# scripts/clients-demo.sh starts it with RPC_URL, ALICE_KEY, BOB_KEY and WASM.
source "$(dirname "$0")/../../scripts/lib.sh"

: "${RPC_URL:?}" "${ALICE_KEY:?}" "${BOB_KEY:?}" "${WASM:?}"
readonly ALICE=alice.near BOB=bob.near CONTRACT=near-cli-rs.alice.near
readonly SEND=(network-config localnet sign-with-legacy-keychain send)
readonly REFUSAL='Smart contract panicked: NOT_YOUR_TURN: it is the turn of alice.near'
readonly TWO_MOVES='{"game_id":"1","p1":"alice.near","p2":"bob.near","board":[["O",null,null],[null,"X",null],[null,null,null]],"moves":2,"status":"in_progress","next":{"player":"alice.near","mark":"X"},"winner":null,"winning_line":null}'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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
rpc_url = "$RPC_URL"
wallet_url = "$RPC_URL"
explorer_transaction_url = "$RPC_URL/"
TOML
}

# Prints a command, runs it and keeps what it says in $work/last.
run() {
  printf '\n$ near %s\n' "$*"
  near "$@" </dev/null 2>&1 | tee "$work/last"
}

call() {
  run contract call-function as-transaction "$CONTRACT" "$2" json-args "$3" \
    prepaid-gas '10 Tgas' attached-deposit '0 NEAR' sign-as "$1" "${SEND[@]}"
}

must_say() {
  grep -qF "$1" "$work/last" || die "near-cli-rs does not say '$1'."
}

must_show() {
  local game
  game=$(near --quiet contract call-function as-read-only "$CONTRACT" get_game json-args '{}' network-config localnet now </dev/null | tr -d ' \n')
  [ "$game" = "$1" ] || die "near-cli-rs shows the game as $game"
  printf '\nviewed %s\n' "$game"
}

configure
run account import-account using-private-key "$ALICE_KEY" "$ALICE" network-config localnet save-to-legacy-keychain
run account import-account using-private-key "$BOB_KEY" "$BOB" network-config localnet save-to-legacy-keychain
run account create-account fund-myself "$CONTRACT" '10 NEAR' autogenerate-new-keypair save-to-legacy-keychain sign-as "$ALICE" "${SEND[@]}"
run contract deploy "$CONTRACT" use-file "$WASM" without-init-call "${SEND[@]}"
must_show null

call "$ALICE" new_game "{\"p1\":\"$ALICE\",\"p2\":\"$BOB\"}"
call "$ALICE" play '{"row":1,"col":1}'
call "$BOB" play '{"row":0,"col":0}'
must_show "$TWO_MOVES"

if call "$BOB" play '{"row":2,"col":2}'; then die "A second move in a row was accepted."; fi
must_say "$REFUSAL"
transaction=$(sed -nE 's/.*[Tt]ransaction ID: *([1-9A-HJ-NP-Za-km-z]{40,}).*/\1/p' "$work/last" | head -n 1)
run transaction view-status "$transaction" network-config localnet
must_say "$REFUSAL"
must_show "$TWO_MOVES"
