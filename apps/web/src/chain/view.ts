/** Asks a node for what contracts show to anybody; needs no account. */

import { JsonRpcProvider } from 'near-api-js';
import { Unreachable, type View } from './caller';

const ANSWER_WITHIN_MS = 10_000;

export function viewOf(rpcUrl: string): View {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return async (contractId, method, args) => {
    const question = provider.callFunctionRaw({ contractId, method, args: { ...args } });
    const answer = await withinTime(question).catch(asUnreachable);
    const text = new TextDecoder().decode(Uint8Array.from(answer.result));
    return { value: JSON.parse(text), height: answer.block_height };
  };
}

/** How long the block of an answer counts as the newest: a local chain makes a hundred a second. */
const RECENT_MS = 3_000;

/** Remembers which block the latest answer came from, so that whoever signs need not ask for it. */
export class BlockMemory {
  private height = 0;
  private seenAt = Number.NEGATIVE_INFINITY;

  /** The same view, whose answers are remembered. */
  of(view: View): View {
    return async (...question) => {
      const answer = await view(...question);
      this.height = answer.height;
      this.seenAt = performance.now();
      return answer;
    };
  }

  recent(): number | null {
    return performance.now() - this.seenAt < RECENT_MS ? this.height : null;
  }
}

function asUnreachable(cause: unknown): never {
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
