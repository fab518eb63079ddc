#!/usr/bin/env bash
# Plays in the browser: starts a local node with contracts, players and a bot, an indexer, a relay for guests, and a server
# for the page.
# Takes --port for the page (8080), --node-port for the node (3030) and --state for a file that keeps its chain.
export CALLED_FROM=$PWD
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh
source scripts/lib/nodejs.sh

need_rust
./scripts/setup.sh --web
use_nodejs
# Wrong options are refused before anything is built.
usage=$(node apps/web/scripts/serve-options.mjs "$@")
if [ -n "$usage" ]; then
  echo "$usage"
  exit
fi

build_game
say "Building the indexer and the relay (minutes the first time)"
build_program tic-tac-toe-indexer --bin tic-tac-toe-relay || die "They can't be built. See the lines above."

say "Building the page"
install_packages apps/web
cd apps/web
with_wasm npm run --silent rules
npm run --silent build:localnet -- --logLevel warn

exec node scripts/serve.mjs "$@"
