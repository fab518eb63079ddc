#!/usr/bin/env bash
# Builds the contracts into target/near: the wasm, optimised and with its ABI inside, and the ABI as JSON.
# Takes the folder of one contract to build that alone, --fixtures to build also those that only tests deploy, or
# --freeze to keep what this version deploys for tests of upgrades.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/wasm.sh

[ $# -le 1 ] || die "build.sh takes one contract's folder, --fixtures, --freeze or nothing, not '$*'."
./scripts/setup.sh
need_rust
need_disk 4
say "Building the contracts"
build_program xtask
run_xtask build "$@"
