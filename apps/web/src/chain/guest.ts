/** Guests: a relay makes their accounts and pays for their calls to the arena. Their keys stay in this browser. */

import { JsonRpcProvider, KeyPair } from 'near-api-js';
import { pause } from '../pause';
import type { AccountKey } from './account-signer';
import { GuestKey, type KeyResult } from './guest-key';
import { type Network, transactionUrl } from './network';
import { RelayRefusal } from './refusal';
import type { Call, CallOutcome, Signer } from './signer';

export interface Relay {
  /** Makes an account for a new guest. */
  makeGuest(): Promise<AccountKey>;
  /** Whether the chain has the guest's account with this key; a local chain may have begun anew. */
  knows(guest: AccountKey): Promise<boolean>;
  signer(guest: AccountKey): Signer;
  /** Lets a wallet's key sign for the guest's account. The relay has no part in it: the account pays. */
  addKey(guest: AccountKey, publicKey: string): Promise<KeyResult>;
}

/** What became of a call, as the relay tells it. */
type Outcome = { readonly status: 'pending'; readonly transaction: string } | Settled;

type Settled =
  | { readonly status: 'done'; readonly transaction: string; readonly logs: readonly string[] }
  | {
      readonly status: 'refused' | 'failed';
      readonly transaction: string;
      readonly code?: string | null;
      readonly message: string;
    };

const ANSWER_WITHIN_MS = 70_000;
const TRIES = 4;
const RETRY_MS = 1_000;
const MOST_LOOKS = 60;
/** What is remembered of the chain was wrong; nothing was sent. */
const OUTDATED = ['USED_NONCE', 'EXPIRED'];
/** Why the chain does not take a call whose key was used elsewhere, or which came late; nothing was done. */
const NOT_TAKEN = /DelegateAction (nonce|has expired)/;

export function relayOf(
  { id, rpcUrl, relayUrl, arenaId }: Network,
  /** The height of a block that was the newest a moment ago, if one is known. */
  recentHeight: () => number | null,
): Relay {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  const keys = new Map<string, GuestKey>();
  /** Whoever signs as a guest counts the same nonces. */
  const keyOf = (guest: AccountKey): GuestKey => {
    const key = keys.get(guest.secretKey) ?? new GuestKey(provider, recentHeight, guest);
    keys.set(guest.secretKey, key);
    return key;
  };
  const ask = <T>(path: string, body: object) => asked<T>(`${relayUrl}/v1/${path}`, body);

  /** Posts what was signed until its outcome is known: the relay sends it once. */
  const outcomeOf = async (signed_delegate_action: string): Promise<Settled> => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const outcome = await ask<Outcome>('actions', { signed_delegate_action });
      if (outcome.status !== 'pending') return outcome;
      await pause(RETRY_MS);
    }
    throw new Error('timeout: the outcome of the call is not known');
  };

  const send = async (guest: AccountKey, call: Call): Promise<Settled> => {
    for (let tries = 1; ; tries += 1) {
      // A node may tell a nonce that is a little behind.
      if (tries > 2) await pause(RETRY_MS);
      const signed = await keyOf(guest).signCall(call, tries > 1);
      try {
        const outcome = await outcomeOf(signed);
        const isOutdated = outcome.status === 'failed' && NOT_TAKEN.test(outcome.message);
        if (!isOutdated || tries === TRIES) return outcome;
      } catch (cause) {
        const isOutdated = cause instanceof RelayRefusal && OUTDATED.includes(cause.code ?? '');
        if (!isOutdated || tries === TRIES) throw cause;
      }
    }
  };

  return {
    async makeGuest() {
      const pair = KeyPair.fromRandom('ed25519');
      const body = { public_key: pair.getPublicKey().toString() };
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const made = await ask<{ account_id: string; status: 'done' | 'pending' }>('guests', body);
        if (made.status === 'done') return { accountId: made.account_id, secretKey: pair.toString() };
        await pause(RETRY_MS);
      }
      throw new Error('timeout: the account is still being made');
    },
    knows: (guest) => keyOf(guest).isKnown(),
    addKey: (guest, publicKey) => keyOf(guest).add(publicKey),
    signer: (guest) => ({
      accountId: guest.accountId,
      keys: null,
      async send(call): Promise<CallOutcome> {
        if (call.contractId !== arenaId)
          throw new RelayRefusal('FOREIGN_RECEIVER', 'guests play in the arena');
        const outcome = await send(guest, call);
        const { transaction: hash } = outcome;
        const url = transactionUrl(id, hash);
        if (outcome.status === 'done') return { hash, url, failure: null, value: null, logs: outcome.logs };
        const { code, message } = outcome;
        const failure = code ? `Smart contract panicked: ${code}: ${message}` : message;
        return { hash, url, failure, value: null, logs: [] };
      },
    }),
  };
}

/** Asks the relay; where the connection breaks the same is asked again, which sends nothing twice. */
async function asked<T>(url: string, body: object): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
      if (response.ok) return (await response.json()) as T;
      const problem = await response.json().catch(() => ({}));
      const mayPass = ['BUSY', 'NODE', 'DATABASE', 'DEPOSIT_PENDING', 'TOO_SLOW'].includes(problem.code);
      if (!mayPass || tries === TRIES) throw new RelayRefusal(problem.code, problem.detail);
    } catch (cause) {
      if (cause instanceof RelayRefusal || tries === TRIES) throw cause;
    }
    await pause(RETRY_MS * 2 ** (tries - 1));
  }
}
