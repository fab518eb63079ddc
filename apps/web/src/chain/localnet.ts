/** Where the local node is and who plays there, as the page's own server tells. */

import type { AccountKey } from './account-signer';
import type { Network } from './network';

/** What the server of the local page says about the node (see scripts/web.sh). */
export interface Localnet {
  readonly rpcUrl: string;
  readonly contractId: string;
  readonly arenaId: string;
  /** The account that plays by itself in the arena. */
  readonly botId: string;
  /** Where an indexer of this node answers, if one runs. */
  readonly indexerUrl?: string;
  /** Where a relay for guests answers, if one runs. */
  readonly relayUrl?: string;
  readonly players: readonly AccountKey[];
}

const LOCAL_POLL_MS = 400;

/** Asks the page's own server where the node is and who plays there. */
export async function fetchLocalnet(): Promise<Localnet> {
  const response = await fetch('localnet.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`the page's server does not know of a node (${response.status})`);
  return (await response.json()) as Localnet;
}

export function localNetwork({ rpcUrl, contractId, arenaId, botId, ...servers }: Localnet): Network {
  return {
    id: 'localnet',
    rpcUrl,
    blocksUrl: rpcUrl,
    contractId,
    arenaId,
    botId,
    indexerUrl: servers.indexerUrl ?? null,
    relayUrl: servers.relayUrl ?? null,
    pollMs: LOCAL_POLL_MS,
  };
}
