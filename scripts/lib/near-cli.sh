# near-cli-rs's commands as the demos use them, each printed before it runs. The folder 'work' is local-chain.sh's.
# shellcheck shell=bash disable=SC2154

readonly PORT=${PORT:-3031}

# Prints a command, then runs it.
run() {
  printf '\n$ %s\n' "$*"
  "$@" </dev/null
}

import() {
  local key
  key=$(sed -nE "s/.*\"account_id\":\"$1\",\"secret_key\":\"([^\"]+)\".*/\1/p" "$work/node.log")
  run near account import-account using-private-key "$key" "$1" network-config localnet save-to-legacy-keychain
}

sign() {
  echo "sign-as $1 network-config localnet sign-with-legacy-keychain send"
}

# Creates an account below another, which pays for it.
create_account() {
  # The output of sign is meant to be split into words.
  # shellcheck disable=SC2046
  run near account create-account fund-myself "$1" '10 NEAR' autogenerate-new-keypair save-to-legacy-keychain $(sign "${1#*.}")
}

deploy() {
  say "Create $1 and deploy $2.wasm"
  create_account "$1"
  run near contract deploy "$1" use-file "$TARGET_DIR/near/$2.wasm" without-init-call network-config localnet sign-with-legacy-keychain send
}

call() { pay '0 NEAR' "$@"; }

# Calls with a deposit: the amount, the signer, the contract, the method, its arguments.
pay() {
  # shellcheck disable=SC2046
  run near contract call-function as-transaction "$3" "$4" json-args "$5" \
    prepaid-gas "${GAS:-10 Tgas}" attached-deposit "$1" $(sign "$2") 2>&1 | tee "$work/last"
}

view() {
  run near --quiet contract call-function as-read-only "$1" "$2" json-args "$3" network-config localnet now
}

last_transaction() {
  sed -nE 's/.*[Tt]ransaction ID: *([1-9A-HJ-NP-Za-km-z]{40,}).*/\1/p' "$work/last" | head -n 1
}
