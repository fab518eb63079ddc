/** Somebody who can sign calls to the contract: a local player or a wallet. */

import type { Methods } from '../contract/abi';

/** The methods that change the chain. */
export type CallMethod = {
  [M in keyof Methods]: Methods[M]['kind'] extends 'call' ? M : never;
}[keyof Methods];

export interface Caller {
  readonly accountId: string;
  /** Signs and sends the call and waits until it has run. Throws when it cannot be sent. */
  call<M extends CallMethod>(method: M, args: Methods[M]['args']): Promise<CallOutcome>;
}

export interface CallOutcome {
  readonly hash: string;
  /** Where people can look at the transaction, if there is such a place. */
  readonly url: string | null;
  /** The failure as the chain reports it, or `null` when the call succeeded. */
  readonly failure: unknown;
}

/** 10 Tgas: a move burns less than 2, and what is not burnt is refunded. */
export const CALL_GAS = 10_000_000_000_000n;

/** The part of a final execution outcome that every RPC node and wallet returns. */
interface ExecutionOutcome {
  readonly status?: unknown;
  readonly transaction_outcome?: { readonly id?: unknown };
}

/** Reads what an RPC node or a wallet says about a transaction. */
export function callOutcome(outcome: ExecutionOutcome): Omit<CallOutcome, 'url'> {
  const { status } = outcome;
  const failed = typeof status === 'object' && status !== null && 'Failure' in status;
  const id = outcome.transaction_outcome?.id;
  return { hash: typeof id === 'string' ? id : '', failure: failed ? status.Failure : null };
}
