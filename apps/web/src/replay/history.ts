/** What a node remembers of the arena: how a game stood at an earlier block, asked by plain JSON-RPC. */

import { fetchPatiently } from '../chain/back-off';
import type { Counts, GameView } from '../contract/arena';

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

interface Answer {
  readonly result?: { readonly result?: readonly number[]; readonly error?: string };
  readonly error?: { readonly cause?: { readonly name?: string } };
}

/** Errors by which a node says that it does not have a block, or its state, any more. */
const UNKNOWN = ['UNKNOWN_BLOCK', 'GARBAGE_COLLECTED_BLOCK', 'UNAVAILABLE_SHARD', 'NO_SYNCED_BLOCKS'];

export function nodeHistory(rpcUrl: string, arenaId: string, gameId: string): History {
  const view = async (
    height: number,
    method: string,
    args: object,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const params = {
      request_type: 'call_function',
      block_id: height,
      account_id: arenaId,
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
  };
  return {
    async standingAt(height, signal) {
      const game = await view(height, 'get_game', { game_id: gameId }, signal);
      if (game === undefined) return 'unknown';
      if (game) return standingOf(game as GameView);
      // Ids are given out in order and never again, so the newest one tells whether this game was still to come.
      const counts = (await view(height, 'get_counts', {}, signal)) as Counts | null | undefined;
      return counts && BigInt(counts.last_game_id ?? 0) >= BigInt(gameId) ? 'closed' : 'not created';
    },
  };
}

/** `undefined` for a block that the node does not have, `null` also where there was no arena yet. */
function valueIn({ result, error }: Answer): unknown {
  if (error && UNKNOWN.includes(error.cause?.name ?? '')) return undefined;
  if (!result) throw new Error(`the node answers ${error?.cause?.name ?? 'nothing'}`);
  if (!result.result) return null;
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(result.result)));
}

function standingOf({ players, round, moves, out }: GameView): Standing {
  const seated = players.filter((player) => player !== null).length;
  return `standing ${seated} ${round} ${moves} ${out.length}`;
}
