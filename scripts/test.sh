#!/usr/bin/env bash
# Checks everything: format, lints, docs, scripts, and every test on the compiled contract.
source "$(dirname "$0")/lib.sh"

./scripts/setup.sh --tests
need_rust
need_disk 12

say "Format and scripts"
cargo fmt --all --check
shellcheck -x scripts/*.sh .ci/run

./scripts/build.sh

say "Lints"
cargo clippy --quiet --workspace --all-targets -- -D warnings

say "Docs"
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps

say "Tests"
cargo test --workspace
