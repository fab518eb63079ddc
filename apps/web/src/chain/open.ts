/** Opens the chain that this page was built for. What signs needs near-api-js and is loaded when somebody first signs. */

import type { AccountKey } from './account-signer';
import type { View } from './caller';
import type { Relay } from './guest';
import { fetchLocalnet, localNetwork } from './localnet';
import { type Network, publicNetwork } from './network';
import type { PageKeys } from './page-key';
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
    const load = async (key: AccountKey) =>
      (await import('./local-player')).localPlayer(localnet.rpcUrl, key);
    const players = localnet.players.map((key) => loadedToSign(key.accountId, () => load(key)));
    return { ...parts(localNetwork(localnet)), players };
  }
  return { ...parts(publicNetwork(import.meta.env.VITE_NETWORK, import.meta.env)), players: [] };
}

function parts(network: Network) {
  const blocks = new BlockMemory();
  return {
    network,
    view: blocks.of(viewOf(network.rpcUrl)),
    keys: keysOf(network),
    relay: network.relayUrl === null ? null : relayOf(network, blocks),
  };
}

const loadedToSign = (accountId: string, load: () => Promise<Signer>): Signer => ({
  accountId,
  keys: null,
  send: async (call) => (await load()).send(call),
});

function keysOf(network: Network): PageKeys {
  const load = async () => (await import('./page-key')).pageKeys(network);
  return {
    make: async () => (await load()).make(),
    settle: async (...key) => (await load()).settle(...key),
    signer: (id, key) => loadedToSign(id, async () => (await load()).signer(id, key)),
  };
}

function relayOf(network: Network, blocks: BlockMemory): Relay {
  let loaded: Promise<Relay> | null = null;
  // One for all, since it counts the guests' nonces.
  const load = () => {
    loaded ??= import('./guest')
      .then((guest) => guest.relayOf(network, () => blocks.recent()))
      .catch((cause) => {
        loaded = null;
        throw cause;
      });
    return loaded;
  };
  return {
    makeGuest: async () => (await load()).makeGuest(),
    knows: async (guest) => (await load()).knows(guest),
    addKey: async (...key) => (await load()).addKey(...key),
    signer: (guest) => loadedToSign(guest.accountId, async () => (await load()).signer(guest)),
  };
}
