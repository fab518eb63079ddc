/** Somebody who can sign calls to the contract: a local player or a wallet. */

import type { Methods } from '../contract/tic_tac_toe';
import { createdGameId, type Logged } from './events';

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
  /** The game that the call created, if it did and the outcome tells. */
  readonly createdGameId: string | null;
}

/** The part of a final execution outcome that every RPC node and wallet returns. */
interface ExecutionOutcome extends Logged {
  readonly status?: unknown;
  readonly transaction_outcome?: { readonly id?: unknown };
}

/** Reads what an RPC node or a wallet says about a transaction. */
export function callOutcome(outcome: ExecutionOutcome): Omit<CallOutcome, 'url'> {
  const { status } = outcome;
  const failed = typeof status === 'object' && status !== null && 'Failure' in status;
  const id = outcome.transaction_outcome?.id;
  return {
    hash: typeof id === 'string' ? id : '',
    failure: failed ? status.Failure : null,
    createdGameId: createdGameId(outcome),
  };
}
