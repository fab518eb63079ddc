/** Somebody who can sign calls to contracts: a local player, a wallet, or a key that a wallet has allowed. */

import { type ExecutedReceipt, logsOf } from './event-log';

export interface Signer {
  readonly accountId: string;
  /** Signs and sends the call and waits until it has run. Throws when it cannot be sent. */
  send(call: Call): Promise<CallOutcome>;
  /** Lets keys sign in its place; `null` for those who need no other key. */
  readonly keys: KeyRing | null;
}

/** A wallet's way to let a key sign some calls. Both throw when the user says no. */
export interface KeyRing {
  allow(permission: KeyPermission): Promise<CallOutcome>;
  remove(publicKey: string): Promise<CallOutcome>;
}

/** What a key may do: call these methods of one contract, without any deposit. */
export interface KeyPermission {
  readonly publicKey: string;
  readonly contractId: string;
  readonly methods: readonly string[];
  /** What it may spend on gas in all, in yoctoNEAR. */
  readonly allowance: bigint;
}

/** The chain does not take a key: it was removed, or has spent what it may. */
export class KeyRefused extends Error {}

export interface Call {
  readonly contractId: string;
  readonly method: string;
  readonly args: object;
  readonly gas: bigint;
  /** In yoctoNEAR. */
  readonly deposit: bigint;
}

export interface CallOutcome {
  readonly hash: string;
  /** Where people can look at the transaction, if there is such a place. */
  readonly url: string | null;
  /** The failure as the chain reports it, or `null` when the call succeeded. */
  readonly failure: unknown;
  /** What the contract returned, `null` when it returned nothing or failed. */
  readonly value: unknown;
  /** What the contract logged while the call ran; a wallet may leave it out. */
  readonly logs: readonly string[];
}

/** A transaction as it is listed for who has sent it. */
export interface SentTransaction {
  readonly hash: string;
  readonly url: string | null;
  readonly call: 'create' | 'new_game' | 'move' | 'join' | 'restart' | 'resign' | 'claim_timeout' | 'close';
  readonly succeeded: boolean;
}

/** The part of a final execution outcome that every RPC node and wallet returns. */
interface ExecutionOutcome {
  readonly status?: unknown;
  readonly transaction_outcome?: { readonly id?: unknown };
  readonly receipts_outcome?: readonly { readonly outcome: ExecutedReceipt }[];
}

/** Reads what an RPC node or a wallet says about a transaction that called a contract. */
export function callOutcome(outcome: ExecutionOutcome, contractId: string): Omit<CallOutcome, 'url'> {
  const { status, transaction_outcome, receipts_outcome } = outcome;
  const ended = typeof status === 'object' && status !== null ? status : {};
  const id = transaction_outcome?.id;
  return {
    hash: typeof id === 'string' ? id : '',
    failure: 'Failure' in ended ? ended.Failure : null,
    value: 'SuccessValue' in ended ? returned(ended.SuccessValue) : null,
    logs: logsOf(
      contractId,
      (receipts_outcome ?? []).map(({ outcome }) => outcome),
    ),
  };
}

function returned(base64: unknown): unknown {
  if (typeof base64 !== 'string' || base64 === '') return null;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
