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
