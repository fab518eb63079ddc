#!/usr/bin/env bash
# Checks everything: format, lints, docs, scripts, and every test on the compiled contracts.
# The integration tests run on localnet, on the node that NEAR_SANDBOX_BIN_PATH names, or with
# '--sandbox download' on the neard that near-sandbox downloads.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh
source scripts/lib/nodejs.sh

# The page's checks take minutes, so they are not repeated while the page, its node and the contracts stay the same.
readonly PAGE_CHECKED=$TARGET_DIR/web-tested
is_page_checked() {
  [ -f "$PAGE_CHECKED" ] && [ -z "$(find apps/web crates/engine crates/rules packages "$TARGET_DIR"/debug/tic-tac-toe{,-indexer,-relay} "$TARGET_DIR"/near/*.wasm -name node_modules -prune -o -newer "$PAGE_CHECKED" -type f -print -quit)" ]
}

# Set before anything is compiled: near-workspaces is recompiled whenever this changes.
case "$*" in
  "") export NEAR_SANDBOX_BIN_PATH=${NEAR_SANDBOX_BIN_PATH:-$TARGET_DIR/debug/localnet} ;;
  "--sandbox download") unset NEAR_SANDBOX_BIN_PATH ;;
  *) die "test.sh takes '--sandbox download' or nothing, not '$*'." ;;
esac

./scripts/setup.sh --tests
need_rust
need_disk 7

say "Format and scripts"
cargo fmt --all --check
shellcheck scripts/*.sh scripts/tic-tac-toe scripts/lib/*.sh localnet/clients/*.sh .ci/run

build_contracts_and_fixtures

say "Lints (several minutes the first time)"
cargo clippy --workspace --all-targets -- -D warnings

say "Docs"
# With this feature near-sdk is the same build as for the lints.
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace --features near-sdk/unit-testing

use_nodejs || die "Node.js is missing. Run ./scripts/setup.sh --tests first."
install_packages examples/bot

say "Building the tests (many minutes the first time)"
cargo test --workspace --no-run
# It has no tests of its own, for which cargo would build it; that of the docs runs it.
build_program example-bot

# Many tests wait for nodes, terminals and databases, so more of them run at once than there are cores.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(nproc)))}
say "Tests, on ${NEAR_SANDBOX_BIN_PATH:-the neard that near-sandbox downloads}"
cargo test --workspace

say "Web page"
if is_page_checked; then
  say "Everything that ran has passed. The checks of the web page (types, lints, unit tests, browser tests) were skipped, since the page, its node and the contracts have not changed; rm $PAGE_CHECKED repeats them."
  exit
fi
install_packages apps/web
cd apps/web
with_wasm npm run --silent rules
npm run --silent check
npm test --silent
if [ -z "${CHROMIUM:-}" ] && ! have chromium; then
  say "NO BROWSER: the web page was not tested in one. Install Chromium and run this again."
  exit
fi
export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
npm run --silent test:browser
touch "$PAGE_CHECKED"
say "Everything passed."
