/** Guests: a relay makes their accounts and pays for their calls to the arena. Their keys stay in this browser. */

import {
  Account,
  actions,
  encodeSignedDelegate,
  JsonRpcProvider,
  KeyPair,
  type KeyPairString,
} from 'near-api-js';
import { pause } from '../pause';
import type { AccountKey } from './account-signer';
import { type Network, transactionUrl } from './network';
import { RelayRefusal } from './refusal';
import type { Call, CallOutcome, Signer } from './signer';

export interface Relay {
  /** Makes an account for a new guest. */
  makeGuest(): Promise<AccountKey>;
  /** Whether the chain has the guest's account with this key; a local chain may have begun anew. */
  knows(guest: AccountKey): Promise<boolean>;
  signer(guest: AccountKey): Signer;
}

/** What became of a call, as the relay tells it. */
type Outcome =
  | { readonly status: 'pending'; readonly transaction: string }
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
/** How a node says that it has no such account or key. */
const UNKNOWN = /does not exist|doesn't exist|UnknownAccount|UnknownAccessKey|UNKNOWN_A/i;

export function relayOf({ id, rpcUrl, relayUrl, arenaId }: Network): Relay {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  const ask = <T>(path: string, body?: object) => asked<T>(`${relayUrl}/v1/${path}`, body);

  /** Waits for the outcome of a call; the relay sends each call once, however often it is asked. */
  const settled = async (outcome: Outcome): Promise<Exclude<Outcome, { status: 'pending' }>> => {
    let known = outcome;
    for (let looks = 0; known.status === 'pending'; looks += 1) {
      if (looks === MOST_LOOKS) throw new Error('timeout: the outcome of the call is not known');
      await pause(RETRY_MS);
      known = await ask<Outcome>(`actions/${known.transaction}`);
    }
    return known;
  };

  const sign = async ({ accountId, secretKey }: AccountKey, { contractId, method, args, gas }: Call) => {
    const account = new Account(accountId, provider, secretKey as KeyPairString);
    // Deposits stay out: what hosting a game needs is paid by the relay.
    const action = actions.functionCall(method, args, gas, 0n);
    const signed = await account.createSignedMetaTransaction({ receiverId: contractId, actions: [action] });
    return btoa(String.fromCharCode(...encodeSignedDelegate(signed.signedDelegate)));
  };

  const send = async (guest: AccountKey, call: Call): Promise<Outcome> => {
    for (let tries = 1; ; tries += 1) {
      const signed_delegate_action = await sign(guest, call);
      try {
        return await ask<Outcome>('actions', { signed_delegate_action });
      } catch (cause) {
        // The node that told the nonce was a little behind; nothing was sent.
        const isBehind = cause instanceof RelayRefusal && cause.code === 'USED_NONCE';
        if (!isBehind || tries === TRIES) throw cause;
        await pause(RETRY_MS);
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
    async knows({ accountId, secretKey }) {
      const publicKey = KeyPair.fromString(secretKey as KeyPairString)
        .getPublicKey()
        .toString();
      return provider.viewAccessKey({ accountId, publicKey }).then(
        () => true,
        (cause) => (UNKNOWN.test(String(cause)) ? false : Promise.reject(cause)),
      );
    },
    signer: (guest) => ({
      accountId: guest.accountId,
      keys: null,
      async send(call): Promise<CallOutcome> {
        if (call.contractId !== arenaId)
          throw new RelayRefusal('FOREIGN_RECEIVER', 'guests play in the arena');
        const outcome = await settled(await send(guest, call));
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
async function asked<T>(url: string, body?: object): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const headers = { 'content-type': 'application/json' };
      const post = body && { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(url, { ...post, signal });
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
