#!/usr/bin/env bash
# Plays in the browser: starts a local node with the contract and two players, and serves the page.
# Takes --port for the page (8080) and --node-port for the node (3030).
source "$(dirname "$0")/lib.sh"

./scripts/build.sh
need_rust
have npm || die "Node.js is not installed. Install version 20.19 or newer from https://nodejs.org and run this again."

say "Building the node and its players (several minutes the first time)"
cargo build --quiet -p tic-tac-toe-cli

say "Building the page"
cd web
# npm ci is slow even when there is nothing to do, so it runs when the list of packages is newer than its result.
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then npm ci --no-fund --no-audit; fi
with_wasm npm run --silent rules
npm run --silent build:localnet -- --logLevel warn

exec node scripts/serve.mjs "$@"
