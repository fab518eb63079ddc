/** What a node remembers of a game: how it stood at an earlier block. */

import { fetchPatiently } from './back-off';
import { decoded, type NodeAnswer, viewRequest } from './rpc';

/** How a game stood at a block. */
export type Standing =
  /** The node has no such block, or no longer what was stored then. */
  | 'unknown'
  | 'not created'
  | 'closed'
  /** Changes with everything that happens in the game. */
  | `standing ${string}`;

export interface History {
  standingAt(height: number, signal: AbortSignal): Promise<Standing>;
}

/** Asks a view of the contract at a block: `undefined` if the node does not have it, `null` before the contract. */
type ViewThen = (method: string, args: object) => Promise<unknown>;

/** Errors by which a node says that it does not have a block, or its state, any more. */
const UNKNOWN = ['UNKNOWN_BLOCK', 'GARBAGE_COLLECTED_BLOCK', 'UNAVAILABLE_SHARD', 'NO_SYNCED_BLOCKS'];

/** The history of a contract's game, whose standing is found by views. */
export function nodeHistory(
  rpcUrl: string,
  contractId: string,
  standing: (view: ViewThen) => Promise<Standing>,
): History {
  return {
    standingAt: (height, signal) =>
      standing(async (method, args) => {
        const request = viewRequest({ block_id: height }, contractId, method, args);
        const response = await fetchPatiently(rpcUrl, { ...request, signal });
        return valueIn((await response.json()) as NodeAnswer);
      }),
  };
}

function valueIn({ result, error }: NodeAnswer): unknown {
  if (error && UNKNOWN.includes(error.cause?.name ?? '')) return undefined;
  if (!result) throw new Error(`the node answers ${error?.cause?.name ?? 'nothing'}`);
  return result.result ? decoded(result.result) : null;
}
