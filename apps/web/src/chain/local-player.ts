/** The ready-made players of localnet: accounts whose keys the node hands out, worth nothing anywhere else. */

import { JsonRpcProvider } from 'near-api-js';
import { type AccountKey, accountSigner } from './account-signer';
import type { Network } from './network';
import type { Signer } from './signer';

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

/** localnet has no explorer, but it shows the block with the transaction as an indexer sees it. */
async function blockUrl(provider: JsonRpcProvider, rpcUrl: string, blockId: string): Promise<string | null> {
  try {
    const { header } = await provider.viewBlock({ blockId });
    return `${rpcUrl}/v0/block/${header.height}`;
  } catch {
    return null;
  }
}

export function localPlayers({ rpcUrl, players }: Localnet): Signer[] {
  // A call whose answer was lost may have run: sending it again is for the user to decide.
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return players.map((player) =>
    accountSigner(provider, player, (_, blockHash) => blockUrl(provider, rpcUrl, blockHash)),
  );
}
