/** Keys that this page makes for itself: a wallet lets one sign some calls, so that it need not ask for each. */

import { JsonRpcProvider, KeyPair } from 'near-api-js';
import { accountSigner } from './account-signer';
import { type Network, transactionUrl } from './network';
import { KeyRefused, type Signer } from './signer';

export interface PageKey {
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface PageKeys {
  make(): PageKey;
  /** Signs as the account; throws `KeyRefused` when the chain does not take the key (any more). */
  signer(accountId: string, key: PageKey): Signer;
}

export function pageKeys({ id, rpcUrl }: Network): PageKeys {
  const provider = new JsonRpcProvider({ url: rpcUrl }, { retries: 1 });
  return {
    make() {
      const pair = KeyPair.fromRandom('ed25519');
      return { publicKey: pair.getPublicKey().toString(), secretKey: pair.toString() };
    },
    signer(accountId, { secretKey }) {
      const urlOf = async ({ hash }: { hash: string }) => transactionUrl(id, hash);
      const signer = accountSigner(provider, { accountId, secretKey }, urlOf);
      return { ...signer, send: (call) => signer.send(call).catch(sortOut) };
    },
  };
}

const ABOUT_THE_KEY = /access ?key|allowance/i;

function sortOut(cause: unknown): never {
  const text = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
  if (ABOUT_THE_KEY.test(text)) throw new KeyRefused('the chain does not take the key', { cause });
  throw cause;
}
