/** What a node remembers of a game: how it stood at an earlier block, asked by plain JSON-RPC. */

import { fetchPatiently } from './back-off';

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

interface Answer {
  readonly result?: { readonly result?: readonly number[]; readonly error?: string };
  readonly error?: { readonly cause?: { readonly name?: string } };
}

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
        const params = {
          request_type: 'call_function',
          block_id: height,
          account_id: contractId,
          method_name: method,
          args_base64: btoa(JSON.stringify(args)),
        };
        const response = await fetchPatiently(rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: height, method: 'query', params }),
          signal,
        });
        return valueIn((await response.json()) as Answer);
      }),
  };
}

function valueIn({ result, error }: Answer): unknown {
  if (error && UNKNOWN.includes(error.cause?.name ?? '')) return undefined;
  if (!result) throw new Error(`the node answers ${error?.cause?.name ?? 'nothing'}`);
  if (!result.result) return null;
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(result.result)));
}
