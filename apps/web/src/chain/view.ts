/** Asks a node for what contracts show to anybody. */

import { Unreachable, type View } from './caller';
import { decoded, type NodeAnswer, viewRequest } from './rpc';

const ANSWER_WITHIN_MS = 10_000;

export function viewOf(rpcUrl: string): View {
  return async (contractId, method, args) => {
    const request = viewRequest({ finality: 'optimistic' }, contractId, method, args);
    const { result, error } = await answerTo(rpcUrl, request);
    if (!result?.result) throw new Error(result?.error ?? error?.cause?.name ?? 'the node answers nothing');
    return { value: decoded(result.result), height: result.block_height };
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

async function answerTo(rpcUrl: string, request: RequestInit): Promise<NodeAnswer> {
  try {
    const response = await fetch(rpcUrl, { ...request, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
    return (await response.json()) as NodeAnswer;
  } catch (cause) {
    throw new Unreachable('the node does not answer', { cause });
  }
}
