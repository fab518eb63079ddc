#!/usr/bin/env bash
# Plays in this terminal: sets up, builds, starts a node inside the game, deploys the contract, opens a menu or the
# board. Arguments go to 'tic-tac-toe play'.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh

case " $* " in
  *' --help '* | *' -h '*)
    cat <<'HELP'
Plays tic-tac-toe on NEAR in this terminal, on a chain of its own. Builds what is missing first.

  ./scripts/play.sh                                   a menu; Enter starts a game for two at this keyboard
  ./scripts/play.sh --against computer:strong         you and the engine: easy, medium or strong
  ./scripts/play.sh --rules ultimate                  or classic, 15x15:5, 5x7:4 --players 4, ultimate:closing
  ./scripts/play.sh --demo                            one game that plays itself

All options: ./scripts/tic-tac-toe play --help      All commands: ./scripts/tic-tac-toe --help
HELP
    exit
    ;;
esac

# A demo of classic needs the one-game contract alone, which saves minutes the first time.
case " $* " in
  *' --rules'* | *' --players'* | *' --against'* | *' --game'*) build_game ;;
  *' --demo'*) build_game contract ;;
  *) build_game ;;
esac
exec "$TARGET_DIR/debug/tic-tac-toe" play "$@"
