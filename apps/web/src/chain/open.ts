/** Opens the chain that this page was built for. Everything that needs near-api-js is behind this module. */

import type { View } from './caller';
import { type Relay, relayOf } from './guest';
import { fetchLocalnet, localNetwork, localPlayers } from './local-player';
import { type Network, publicNetwork } from './network';
import { type PageKeys, pageKeys } from './page-key';
import type { Signer } from './signer';
import { BlockMemory, viewOf } from './view';

export interface Chain {
  readonly network: Network;
  readonly view: View;
  /** Accounts that can play without a wallet: localnet's. */
  readonly players: readonly Signer[];
  /** Keys of this page's own, for wallets to allow. */
  readonly keys: PageKeys;
  /** Lets guests play, `null` where nobody pays for them. */
  readonly relay: Relay | null;
}

export async function openChain(): Promise<Chain> {
  // The build knows its network: a page for a public one contains nothing of the local players.
  if (import.meta.env.VITE_NETWORK === 'localnet') {
    const localnet = await fetchLocalnet();
    const network = localNetwork(localnet);
    return { ...parts(network), players: localPlayers(localnet) };
  }
  const network = publicNetwork(import.meta.env.VITE_NETWORK, import.meta.env);
  return { ...parts(network), players: [] };
}

function parts(network: Network) {
  const blocks = new BlockMemory();
  return {
    network,
    view: blocks.of(viewOf(network.rpcUrl)),
    keys: pageKeys(network),
    relay: network.relayUrl === null ? null : relayOf(network, () => blocks.recent()),
  };
}
