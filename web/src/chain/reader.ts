/** Reads the game from the chain; needs no account. */

import { JsonRpcProvider } from 'near-api-js';
import type { GameView } from '../contract/tic_tac_toe';
import type { Network } from './network';
import { type Reading, Unreachable } from './reading';

const ANSWER_WITHIN_MS = 10_000;

export function gameReader({ rpcUrl, contractId }: Network): () => Promise<Reading> {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return async () => {
    const question = provider.callFunctionRaw({ contractId, method: 'get_game', args: {} });
    const answer = await withinTime(question).catch(sortOut);
    const text = new TextDecoder().decode(Uint8Array.from(answer.result));
    return { game: JSON.parse(text) as GameView | null, height: answer.block_height };
  };
}

function sortOut(cause: unknown): never {
  const overloaded = cause instanceof Error && typeof cause.cause === 'number';
  if (cause instanceof TypeError || cause instanceof SyntaxError || overloaded) {
    throw new Unreachable('the node does not answer', { cause });
  }
  throw cause;
}

function withinTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unreachable('the node takes too long')), ANSWER_WITHIN_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
