#!/usr/bin/env bash
# Creates an account, deploys, calls, views and reads a failed transaction with near-cli-rs.
# scripts/clients-demo.sh starts it with RPC_URL, ALICE_KEY and BOB_KEY.
source "$(dirname "$0")/../../scripts/lib/project.sh"
source scripts/lib/local-chain.sh

: "${RPC_URL:?}" "${ALICE_KEY:?}" "${BOB_KEY:?}"
readonly ALICE=alice.near BOB=bob.near CONTRACT=near-cli-rs.alice.near
readonly SEND=(network-config localnet sign-with-legacy-keychain send)
readonly REFUSAL='Smart contract panicked: NOT_YOUR_TURN: it is the turn of alice.near'
readonly TWO_MOVES='{"game_id":"1","p1":"alice.near","p2":"bob.near","board":[["O",null,null],[null,"X",null],[null,null,null]],"moves":2,"status":"in_progress","next":{"player":"alice.near","mark":"X"},"winner":null,"winning_line":null}'

make_work_folder

# Prints a command, runs it and keeps what it says in $work/last.
run() {
  printf '$ near %s\n' "$*"
  near "$@" </dev/null >"$work/last" 2>&1
}

must_run() {
  run "$@" || die "near-cli-rs fails: $(cat "$work/last")"
}

must_say() {
  grep -qF "$1" "$work/last" || die "near-cli-rs does not say '$1' but: $(cat "$work/last")"
}

# Takes run or must_run, the caller, the method, its arguments and options of 'send'.
call() {
  "$1" contract call-function as-transaction "$CONTRACT" "$3" json-args "$4" \
    prepaid-gas '10 Tgas' attached-deposit '0 NEAR' sign-as "$2" "${SEND[@]}" "${@:5}"
}

must_show() {
  must_run --quiet contract call-function as-read-only "$CONTRACT" get_game json-args '{}' network-config localnet now
  local game
  game=$(tr -d ' \n' <"$work/last")
  [ "$game" = "$1" ] || die "near-cli-rs shows the game as $game"
  echo "$game"
}

configure_near_cli "$work" "$RPC_URL"
must_run account import-account using-private-key "$ALICE_KEY" "$ALICE" network-config localnet save-to-legacy-keychain
must_run account import-account using-private-key "$BOB_KEY" "$BOB" network-config localnet save-to-legacy-keychain
must_run account create-account fund-myself "$CONTRACT" '10 NEAR' autogenerate-new-keypair save-to-legacy-keychain sign-as "$ALICE" "${SEND[@]}"
must_run contract deploy "$CONTRACT" use-file "$WASM" without-init-call "${SEND[@]}"
must_show null

call must_run "$ALICE" new_game "{\"p1\":\"$ALICE\",\"p2\":\"$BOB\"}"
call must_run "$ALICE" play '{"row":1,"col":1}'
call must_run "$BOB" play '{"row":0,"col":0}'
must_show "$TWO_MOVES"

if call run "$BOB" play '{"row":2,"col":2}'; then die "A second move in a row was accepted."; fi
must_say "$REFUSAL"

# near-cli-rs names a failed transaction only if it did not wait for it.
call must_run "$BOB" play '{"row":2,"col":2}' --wait-until none
transaction=$(sed -nE 's/^Transaction ID: //p' "$work/last")
must_run transaction view-status "$transaction" network-config localnet
must_say "$REFUSAL"
grep -m 1 -F 'status: Failure' "$work/last"
must_show "$TWO_MOVES"
