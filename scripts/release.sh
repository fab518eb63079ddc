#!/usr/bin/env bash
# Makes the files of a release in target/dist. Publishes nothing.
#   contracts  the wasm and the ABI of each, with NEP330_LINK as the link to their source
#   programs   the programs for this machine, with the contracts of target/near inside; PROFILE=dev compiles them fast
#   packages   the npm package, and the crates after a trial of publishing them
#   checksums  SHA256SUMS of all that is there
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/nodejs.sh

readonly DIST=$TARGET_DIR/dist
readonly PROGRAMS=(tic-tac-toe tic-tac-toe-indexer tic-tac-toe-relay localnet)
# In the order of their dependencies.
readonly CRATES=(tic-tac-toe-rules tic-tac-toe-engine tic-tac-toe-interface localnet tic-tac-toe-client)

make_contracts() {
  ./scripts/build.sh
  cp "$TARGET_DIR"/near/tic_tac_toe{,_arena,_bot}{.wasm,_abi.json} "$DIST"
}

make_programs() {
  local profile=${PROFILE:-native} folder version host
  ./scripts/setup.sh
  folder=${profile/dev/debug}
  are_built tic_tac_toe tic_tac_toe_arena tic_tac_toe_bot || say "The contracts in target/near are older than their sources."
  cargo build --workspace --locked --profile "$profile" "${PROGRAMS[@]/#/--bin=}"
  version=$(sed -nE 's/^version = "(.*)"$/\1/p' Cargo.toml)
  host=$(rustc -vV | sed -n 's/^host: //p')
  tar -czf "$DIST/tic-tac-toe-$version-$host.tar.gz" LICENSE-APACHE LICENSE-MIT -C "$TARGET_DIR/$folder" "${PROGRAMS[@]}"
}

make_packages() {
  local license
  ./scripts/setup.sh --web
  use_nodejs
  for license in crates/{rules,engine,interface,client}/LICENSE-* localnet/LICENSE-* packages/wire/LICENSE-*; do
    cmp "$license" "${license##*/}"
  done
  npm pack --silent ./packages/wire --pack-destination "$DIST"
  cargo publish --dry-run --locked "${CRATES[@]/#/--package=}"
  # The trial leaves no files behind.
  cargo package --no-verify --quiet --locked "${CRATES[@]/#/--package=}"
  cp "$TARGET_DIR"/package/*.crate "$DIST"
}

make_checksums() {
  (cd "$DIST" && rm -f SHA256SUMS && sha256sum -- * >SHA256SUMS)
}

case "$*" in
  contracts | programs | packages) need_rust ;;
  checksums) ;;
  *) die "release.sh takes contracts, programs, packages or checksums, not '$*'." ;;
esac
mkdir -p "$DIST"
"make_$1"
say "Made in $DIST"
ls -l "$DIST"
