/** Keys that this page makes for itself: a wallet lets one sign some calls, so that it need not ask for each. */

import { JsonRpcProvider, KeyPair } from 'near-api-js';
import { pause } from '../pause';
import { accountSigner } from './account-signer';
import { type Network, transactionUrl } from './network';
import { KeyRefused, type Signer } from './signer';

export interface PageKey {
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface PageKeys {
  make(): Promise<PageKey>;
  /** Waits until the chain shows that the account has the key: the node that is asked may be a little behind. */
  settle(accountId: string, key: PageKey): Promise<void>;
  /** Signs as the account; throws `KeyRefused` when the chain does not take the key (any more). */
  signer(accountId: string, key: PageKey): Signer;
}

const MOST_TRIES = 20;
const RETRY_MS = 500;

export function pageKeys({ id, rpcUrl }: Network): PageKeys {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return {
    async make() {
      const pair = KeyPair.fromRandom('ed25519');
      return { publicKey: pair.getPublicKey().toString(), secretKey: pair.toString() };
    },
    async settle(accountId, { publicKey }) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const known = await provider.viewAccessKey({ accountId, publicKey }).catch(() => null);
        if (known) return;
        await pause(RETRY_MS);
      }
    },
    signer(accountId, { secretKey }) {
      const signer = accountSigner(provider, { accountId, secretKey }, (hash) => transactionUrl(id, hash));
      return { ...signer, send: (call) => signer.send(call).catch(asKeyRefused) };
    },
  };
}

const ABOUT_THE_KEY = /access ?key|allowance/i;

function asKeyRefused(cause: unknown): never {
  const text = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
  if (ABOUT_THE_KEY.test(text)) throw new KeyRefused('the chain does not take the key', { cause });
  throw cause;
}
