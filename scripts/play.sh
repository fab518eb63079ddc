#!/usr/bin/env bash
# Plays in this terminal: sets up, builds, starts a node inside the game, deploys the contract, opens the board.
# Arguments go to 'tic-tac-toe play'; see --help for them.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh

need_rust
need_disk 4
contract=
if ! are_built tic_tac_toe; then
  ./scripts/setup.sh
  say "Building the contract and the game with its node (several minutes the first time)"
  build_program xtask
  # At the same time as the game, since each of the two builds leaves a core idle for long. Ctrl-C stops both.
  set -m
  run_xtask build contract >"$TARGET_DIR/contract.log" 2>&1 &
  contract=$!
  set +m
  trap 'kill -- "-$contract" 2>/dev/null || true' EXIT
fi
build_program tic-tac-toe || die "The game can't be built. See the lines above."
if [ -n "$contract" ] && ! wait "$contract"; then
  cat "$TARGET_DIR/contract.log" >&2
  die "The contract can't be built. See the lines above."
fi
# Everything but classic between two people is played in the arena.
case " $* " in
  *' --rules'* | *' --players'* | *' --against computer'* | *' --against=computer'* | *' --game'*) build_arena ;;
esac
exec "$TARGET_DIR/debug/tic-tac-toe" play "$@"
