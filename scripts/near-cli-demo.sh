#!/usr/bin/env bash
# Plays with near-cli-rs on a local node: without an argument a game on the one-game contract, with 'arena' a hosted
# game from start to end, with 'bot' a game against the bot contract, with 'global' two arenas from one global contract.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/local-chain.sh
source scripts/lib/near-cli.sh

readonly ALICE=alice.test.near BOB=bob.test.near
readonly GAME=game.$ALICE ARENA=arena.$ALICE BOT=bot.$ALICE

one_game() {
  deploy "$GAME" tic_tac_toe
  say "Play"
  call "$ALICE" "$GAME" new_game "{\"p1\":\"$ALICE\",\"p2\":\"$BOB\"}"
  call "$ALICE" "$GAME" play '{"row":1,"col":1}'
  call "$BOB" "$GAME" play '{"row":0,"col":0}'
  call "$ALICE" "$GAME" play '{"row":0,"col":2}'
  call "$BOB" "$GAME" play '{"row":0,"col":1}'
  call "$ALICE" "$GAME" play '{"row":2,"col":0,"game_id":"1"}'
  view "$GAME" get_game '{}'
  say "The status of the last transaction"
  run near transaction view-status "$(last_transaction)" network-config localnet
  say "A refusal: the game is over"
  if call "$BOB" "$GAME" play '{"row":2,"col":2}'; then die "A move after the end was accepted."; fi
}

hosted_game() {
  deploy "$ARENA" tic_tac_toe_arena
  say "Alice hosts a game against Bob; she gets her deposit back after the end"
  view "$ARENA" get_cost '{"players":2}'
  pay '0.02 NEAR' "$ALICE" "$ARENA" create "{\"players\":[\"$ALICE\",\"$BOB\"]}"
  view "$ARENA" find_game "{\"players\":[\"$ALICE\",\"$BOB\"]}"
  say "Two moves"
  call "$ALICE" "$ARENA" play '{"game_id":"1","row":0,"col":0,"round":1}'
  call "$BOB" "$ARENA" play '{"game_id":"1","row":1,"col":1,"round":1}'
  view "$ARENA" get_game '{"game_id":"1"}'
  say "A new round, and the end"
  call "$BOB" "$ARENA" restart '{"game_id":"1"}'
  call "$ALICE" "$ARENA" close '{"game_id":"1"}'
  view "$ARENA" storage_balance_of "{\"account_id\":\"$ALICE\"}"
  pay '1 yoctoNEAR' "$ALICE" "$ARENA" storage_withdraw '{}'
  pay '1 yoctoNEAR' "$ALICE" "$ARENA" storage_unregister '{}'
  view "$ARENA" storage_balance_of "{\"account_id\":\"$ALICE\"}"
}

game_against_the_bot() {
  deploy "$ARENA" tic_tac_toe_arena
  deploy "$BOT" tic_tac_toe_bot
  say "Alice hosts a game against the bot, moves, and asks it to take its turn"
  pay '0.02 NEAR' "$ALICE" "$ARENA" create "{\"players\":[\"$ALICE\",\"$BOT\"]}"
  call "$ALICE" "$ARENA" play '{"game_id":"1","row":0,"col":0}'
  GAS='30 Tgas' call "$ALICE" "$BOT" take_turn "{\"arena\":\"$ARENA\",\"game_id\":\"1\"}"
  view "$ARENA" get_game '{"game_id":"1"}'
}

two_arenas() {
  say "Deploy the code once"
  run near contract deploy-as-global use-file "$TARGET_DIR/near/tic_tac_toe_arena.wasm" as-global-account-id "$ALICE" \
    network-config localnet sign-with-legacy-keychain send
  for arena in one.$ALICE two.$ALICE; do
    create_account "$arena"
    run near contract deploy "$arena" use-global-account-id "$ALICE" without-init-call network-config localnet sign-with-legacy-keychain send
    pay '0.02 NEAR' "$ALICE" "$arena" create "{\"players\":[\"$ALICE\",\"$BOB\"]}"
    view "$arena" get_counts '{}'
  done
}

case "$*" in
  "") demo=one_game ;;
  arena) demo=hosted_game ;;
  bot) demo=game_against_the_bot ;;
  global) demo=two_arenas ;;
  *) die "near-cli-demo.sh takes arena, bot, global or nothing, not '$*'." ;;
esac
have near || die "near-cli-rs is not installed. Install it with 'cargo install near-cli-rs --locked' and run this again."
need_rust
build_contracts
build_program tic-tac-toe --quiet
make_work_folder
start_node "$work/node.log" '"rpc_url"' "$TARGET_DIR/debug/tic-tac-toe" localnet --json --port "$PORT"
configure_near_cli "$work" "http://127.0.0.1:$PORT"
import "$ALICE"
import "$BOB"
"$demo"
