//! What `localnet start` prints.

use std::{fmt::Write, path::Path};

use localnet::{Credentials, Node};

/// Returns the banner: the address, the accounts with their keys, and how to configure near-cli for them.
pub fn text(node: &Node, state: Option<&Path>) -> String {
    let url = node.rpc_url();
    let mut accounts = String::new();
    for Credentials { account_id, secret_key } in [node.root()].into_iter().chain(node.accounts()) {
        // Writing into a string does not fail.
        let _ = writeln!(accounts, "  {account_id}\n    {secret_key}");
    }
    format!(
        "\
localnet is running: a NEAR chain for development.
It has no consensus, and nothing on it has any value.

RPC         {url}
Network id  {chain_id}
Blocks      {url}/v0/last_block/final (for indexers)

Accounts and their secret keys:
{accounts}
near-cli reads this from its config.toml ($XDG_CONFIG_HOME/near-cli/config.toml):

  [network_connection.localnet]
  network_name = \"localnet\"
  rpc_url = \"{url}\"
  wallet_url = \"{url}\"
  explorer_transaction_url = \"{url}/tx/\"

and then knows the root account by

  near account import-account using-private-key {root_key} {root} network-config localnet save-to-legacy-keychain

{ending}
",
        ending = match state {
            Some(path) => format!("Ctrl-C stops the chain; it goes on from {}.", path.display()),
            None => "Ctrl-C ends the chain.".to_owned(),
        },
        chain_id = node.chain_id(),
        root = node.root().account_id,
        root_key = node.root().secret_key,
    )
}
