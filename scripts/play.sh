#!/usr/bin/env bash
# Plays in this terminal: sets up, builds, starts a node inside the game, deploys the contract, opens the board.
# Arguments go to 'tic-tac-toe play'; see --help for them.
source "$(dirname "$0")/lib/project.sh"

need_rust
build_contract
# Everything but classic between two people is played in the arena.
case " $* " in
  *' --rules'* | *' --players'* | *' --against computer'* | *' --against=computer'* | *' --game'*) build_arena ;;
esac
need_disk 4
program=$TARGET_DIR/debug/tic-tac-toe
[ -x "$program" ] || say "Building the game and its node (several minutes the first time)"
build_program tic-tac-toe || die "The game can't be built. See the lines above."
exec "$program" play "$@"
