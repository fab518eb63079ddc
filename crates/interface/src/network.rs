//! The chains that clients know, and where their servers are.

use near_account_id::AccountIdRef;

/// The default port of a local chain.
pub const LOCALNET_PORT: u16 = 3030;

/// A NEAR chain. near-cli sorts keys by the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// The dev node on this machine.
    #[default]
    Localnet,
    /// The public test network.
    Testnet,
    /// The network where NEAR has value.
    Mainnet,
}

impl Network {
    /// Every network.
    pub const ALL: [Self; 3] = [Self::Localnet, Self::Testnet, Self::Mainnet];

    /// Returns the name that people and near-cli know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Localnet => "localnet",
            Self::Testnet => "testnet",
            Self::Mainnet => "mainnet",
        }
    }

    /// Describes the network in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Localnet => "The dev node on this machine",
            Self::Testnet => "The public test network",
            Self::Mainnet => "The network where NEAR has value",
        }
    }

    /// Returns the default JSON-RPC server.
    #[must_use]
    pub fn rpc_url(self) -> String {
        match self {
            Self::Localnet => format!("http://127.0.0.1:{LOCALNET_PORT}"),
            Self::Testnet => "https://rpc.testnet.fastnear.com".to_owned(),
            Self::Mainnet => "https://rpc.mainnet.fastnear.com".to_owned(),
        }
    }

    /// Returns the server of whole blocks that goes with an RPC server; localnet's node is both.
    #[must_use]
    pub fn blocks_url(self, rpc_url: &str) -> String {
        match self {
            Self::Localnet => rpc_url.to_owned(),
            Self::Testnet => "https://testnet.neardata.xyz".to_owned(),
            Self::Mainnet => "https://mainnet.neardata.xyz".to_owned(),
        }
    }

    /// Returns the default one-game contract.
    #[must_use]
    pub fn contract(self) -> Option<&'static AccountIdRef> {
        match self {
            Self::Localnet => Some(AccountIdRef::new_or_panic("tic-tac-toe.test.near")),
            Self::Testnet | Self::Mainnet => None,
        }
    }

    /// Returns the default arena.
    #[must_use]
    pub fn arena(self) -> Option<&'static AccountIdRef> {
        match self {
            Self::Localnet => Some(AccountIdRef::new_or_panic("arena.test.near")),
            Self::Testnet | Self::Mainnet => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_chain_alone_has_contracts_whose_accounts_are_known() {
        assert_eq!(Network::Localnet.contract().unwrap(), "tic-tac-toe.test.near");
        assert_eq!(Network::Localnet.arena().unwrap(), "arena.test.near");
        for public in [Network::Testnet, Network::Mainnet] {
            assert_eq!((public.contract(), public.arena()), (None, None));
        }
    }

    #[test]
    fn each_network_describes_itself() {
        let [local, test, main] = Network::ALL.map(Network::about);
        assert!(local.contains("this machine") && test.contains("test network") && main.contains("value"));
    }
}
