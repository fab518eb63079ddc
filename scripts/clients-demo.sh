#!/usr/bin/env bash
# Tries NEAR clients on localnet: each creates an account, deploys, calls, views and reads a failed transaction.
# Takes the names of the clients to try; without any it tries all that are installed.
source "$(dirname "$0")/lib/project.sh"
source scripts/lib/nodejs.sh
source scripts/lib/local-chain.sh
source scripts/lib/near-api.sh

readonly CLIENTS=localnet/clients
export WASM

make_work_folder

# The banner has each account's key in the line below its name.
key_of() {
  sed -nE "/^  $1\$/{n;s/^ +//p;}" "$work/node.log"
}

npm_version() {
  node --print "require('./$CLIENTS/node_modules/$1/package.json').version"
}

crate_version() {
  sed -nE "/^name = \"$1\"\$/{n;s/^version = \"(.*)\"\$/\1/p;}" "$CLIENTS/near-api/Cargo.lock"
}

# In a home of its own: even for its version near-cli-rs writes a configuration.
near_version() {
  HOME=$work XDG_CONFIG_HOME=$work near --version 2>/dev/null | sed 's/.* //'
}

# Runs a client; after a failure the others still run.
failed=
try() {
  local name=$1 version=$2
  shift 2
  say "$name $version"
  if ("$@"); then
    results+=("works    $name $version")
  else
    results+=("FAILS    $name $version")
    failed=yes
  fi
}

skip() {
  results+=("skipped  $1: $2")
}

try_client() {
  case $1 in
    near-api-js | near-kit)
      use_nodejs || { skip "$1" "Node.js 22.22 or newer is not installed"; return; }
      install_packages "$CLIENTS"
      try "$1" "$(npm_version "$1")" node "$CLIENTS/$1.mjs"
      ;;
    near-api) try "$1" "$(crate_version near-api)" cargo_near_api run ;;
    near-cli-rs)
      have near || { skip "$1" "there is no 'near'; 'cargo install near-cli-rs --locked' installs it"; return; }
      try "$1" "$(near_version)" "$CLIENTS/near-cli-rs.sh"
      ;;
    *) die "There is no client '$1'. There are near-api-js, near-kit, near-api and near-cli-rs." ;;
  esac
}

need_rust
build_one_game
build_program localnet --quiet
start_node "$work/node.log" 'Ctrl-C ends' "$TARGET_DIR/debug/localnet" start --port 0 --account alice.near --account bob.near
RPC_URL=$(sed -nE 's/^RPC +//p' "$work/node.log")
ALICE_KEY=$(key_of alice.near)
BOB_KEY=$(key_of bob.near)
export RPC_URL ALICE_KEY BOB_KEY

results=()
[ $# -gt 0 ] || set -- near-api-js near-kit near-api near-cli-rs
for client in "$@"; do try_client "$client"; done

say "Results on localnet"
printf '%s\n' "${results[@]}"
[ -z "$failed" ]
