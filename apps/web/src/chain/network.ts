/** Which chain and which contract this page was built for. */

import { NETWORKS, type NetworkId } from '../contract/networks';

export interface Network {
  readonly id: NetworkId;
  readonly rpcUrl: string;
  /** Where blocks are served as an indexer sees them. */
  readonly blocksUrl: string;
  readonly contractId: string;
  /** The arena's account, `null` on a page that has none. */
  readonly arenaId: string | null;
  /** An account that plays by itself in the arena, if one is known. */
  readonly botId: string | null;
  /** Where an indexer answers that knows games which are over, if one is known. */
  readonly indexerUrl: string | null;
  /** Where a relay lets guests play without a wallet, if one is known. */
  readonly relayUrl: string | null;
  /** How often to look for the opponent's move. */
  readonly pollMs: number;
}

/** A page for a public network that was built without an arena has none. */
export const HAS_ARENA =
  import.meta.env.VITE_NETWORK === 'localnet' || Boolean(import.meta.env.VITE_ARENA_ID);

const EXPLORER: Record<NetworkId, string | null> = {
  localnet: null,
  testnet: 'https://testnet.nearblocks.io/txns/',
  mainnet: 'https://nearblocks.io/txns/',
};

const PUBLIC_POLL_MS = 2_000;

/** The public network that the page was built for; the build makes sure that the contract is named. */
export function publicNetwork(id: Exclude<NetworkId, 'localnet'>, env: ImportMetaEnv): Network {
  return {
    id,
    rpcUrl: env.VITE_RPC_URL || NETWORKS[id].rpc,
    blocksUrl: env.VITE_BLOCKS_URL || NETWORKS[id].blocks,
    contractId: env.VITE_CONTRACT_ID ?? '',
    arenaId: env.VITE_ARENA_ID || null,
    botId: env.VITE_BOT_ID || null,
    indexerUrl: env.VITE_INDEXER_URL || null,
    relayUrl: env.VITE_RELAY_URL || null,
    pollMs: PUBLIC_POLL_MS,
  };
}

/** Where people can look at a transaction, if the network has an explorer. */
export function transactionUrl(network: NetworkId, hash: string): string | null {
  const explorer = EXPLORER[network];
  return explorer && explorer + hash;
}
