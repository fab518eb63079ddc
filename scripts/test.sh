#!/usr/bin/env bash
# Checks everything: format, lints, docs, scripts, and every test on the compiled contract.
# The integration tests run on localnet, on the node that NEAR_SANDBOX_BIN_PATH names, or with
# '--sandbox download' on the neard that near-sandbox downloads.
source "$(dirname "$0")/lib.sh"

# Set before anything is compiled: near-workspaces is compiled anew whenever this changes.
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
shellcheck scripts/*.sh localnet/clients/*.sh .ci/run

build_contract

say "Lints (several minutes the first time)"
cargo clippy --workspace --all-targets -- -D warnings

say "Docs"
# With this feature near-sdk is the one that the lints have compiled already.
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace --features near-sdk/unit-testing

say "Building the tests (many minutes the first time)"
cargo test --workspace --no-run

say "Tests, on ${NEAR_SANDBOX_BIN_PATH:-the neard that near-sandbox downloads}"
cargo test --workspace

# The browser tests take minutes, so they are not repeated while the page, its node and the contract stay the same.
readonly TESTED=$TARGET_DIR/web-tested
is_web_tested() {
  [ -f "$TESTED" ] && [ -z "$(find web "$TARGET_DIR/debug/tic-tac-toe" "$WASM" -name node_modules -prune -o -newer "$TESTED" -type f -print -quit)" ]
}

say "Web page"
use_node || die "Node.js is missing. Run ./scripts/setup.sh --tests first."
install_web_packages
if is_web_tested; then
  say "Everything passed. The browser tests were skipped, as nothing they test has changed; rm $TESTED repeats them."
  exit
fi
cd web
with_wasm npm run --silent rules
npm run --silent check
npm test --silent
if [ -n "${CHROMIUM:-}" ] || have chromium; then
  export CHROMIUM=${CHROMIUM:-$(command -v chromium)}
  npm run --silent test:browser
  touch "$TESTED"
  say "Everything passed."
else
  say "NO BROWSER: the web page was not tested in one. Install Chromium and run this again."
fi
