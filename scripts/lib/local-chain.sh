# Shared by the demo scripts: a node in the background, a temporary folder, and near-cli-rs configured for the node.
# shellcheck shell=bash

# Makes a folder for this script's files. When the script ends it is removed, and the node, if there is one, is stopped.
node=
make_work_folder() {
  work=$(mktemp -d)
  trap '[ -z "$node" ] || kill "$node" 2>/dev/null || true; rm -rf "$work"' EXIT
}

# Starts a node in the background and waits for the words in its log that say it is ready. It ends with the script.
start_node() {
  local log=$1 ready=$2
  shift 2
  "$@" >"$log" 2>&1 &
  node=$!
  for _ in $(seq 100); do
    grep -q "$ready" "$log" && return
    kill -0 "$node" 2>/dev/null || die "The node does not start: $(cat "$log")"
    sleep 0.1
  done
  die "The node did not get ready in 10 seconds: $(cat "$log")"
}

# Configures near-cli-rs for one node, in a home of its own, so that the user's networks and keys stay as they are.
configure_near_cli() {
  local home=$1 url=$2
  export XDG_CONFIG_HOME=$home/config HOME=$home
  mkdir -p "$home/config/near-cli" "$home/keys"
  echo '[]' >"$home/keys/ft_contracts.json"
  cat >"$home/config/near-cli/config.toml" <<TOML
version = "5"
credentials_home_dir = "$home/keys"

[network_connection.localnet]
network_name = "localnet"
rpc_url = "$url/"
wallet_url = "$url/"
explorer_transaction_url = "$url/"
TOML
}
