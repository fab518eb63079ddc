/** The ready-made players of localnet: accounts whose keys the node hands out, worth nothing anywhere else. */

import { JsonRpcProvider } from 'near-api-js';
import { type AccountKey, accountSigner } from './account-signer';
import type { Signer } from './signer';

/** localnet has no explorer, but it shows the block with the transaction as an indexer sees it. */
async function blockUrl(provider: JsonRpcProvider, rpcUrl: string, blockId: string): Promise<string | null> {
  try {
    const { header } = await provider.viewBlock({ blockId });
    return `${rpcUrl}/v0/block/${header.height}`;
  } catch {
    return null;
  }
}

export function localPlayer(rpcUrl: string, player: AccountKey): Signer {
  // A call whose answer was lost may have run: sending it again is for the user to decide.
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return accountSigner(provider, player, (_, blockHash) => blockUrl(provider, rpcUrl, blockHash));
}
