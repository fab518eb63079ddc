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

async function answerTo(rpcUrl: string, request: RequestInit): Promise<NodeAnswer> {
  try {
    const response = await fetch(rpcUrl, { ...request, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
    return (await response.json()) as NodeAnswer;
  } catch (cause) {
    throw new Unreachable('the node does not answer', { cause });
  }
}
