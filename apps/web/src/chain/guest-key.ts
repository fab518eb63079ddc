/** A guest's key, which only this browser has: signs calls for a relay, and lets a wallet's key sign for the account too. */

import {
  actions,
  baseDecode,
  buildDelegateAction,
  createTransaction,
  encodeSignedDelegate,
  type JsonRpcProvider,
  KeyPairSigner,
  type KeyPairString,
  nearToYocto,
  PublicKey,
} from 'near-api-js';
import { pause } from '../pause';
import type { AccountKey } from './account-signer';
import type { Call } from './signer';

/** What became of a key that was to be added; `unpaid` says how many NEAR the account needs for it. */
export type KeyResult =
  | { readonly kind: 'added' | 'not_a_key' | 'unknown' }
  | { readonly kind: 'unpaid'; readonly cost: string };

/** How many blocks a call stays valid. */
const VALID_FOR = 600n;
/** What an account needs to add a key, in NEAR; the gas is about a twentieth of it. */
const KEY_COST = '0.001';
const LOOKS = 10;
const LOOK_MS = 1_000;
/** How a node says that it has no such account or key. */
const UNKNOWN = /does not exist|doesn't exist|UnknownAccount|UnknownAccessKey|UNKNOWN_A/i;

export class GuestKey {
  private readonly signer: KeyPairSigner;
  /** The last nonce that was signed with here. */
  private nonce = 0n;

  constructor(
    private readonly provider: JsonRpcProvider,
    /** The height of a block that was the newest a moment ago, if one is known. */
    private readonly recentHeight: () => number | null,
    private readonly key: AccountKey,
  ) {
    this.signer = KeyPairSigner.fromSecretKey(key.secretKey as KeyPairString);
  }

  /** Whether the chain has the account with this key; a local chain may have begun anew. */
  async isKnown(): Promise<boolean> {
    return this.has(await this.signer.getPublicKey());
  }

  /** Signs a call as relays take it. What is remembered is asked for `again` when it was wrong. */
  async signCall({ contractId, method, args, gas }: Call, again: boolean): Promise<string> {
    const height = again ? null : this.recentHeight();
    const [nonce, newest] = await Promise.all([
      this.nextNonce(again),
      height ?? this.provider.viewBlock({ finality: 'optimistic' }).then(({ header }) => header.height),
    ]);
    const action = buildDelegateAction({
      senderId: this.key.accountId,
      receiverId: contractId,
      // Deposits stay out: what hosting a game needs is paid by the relay.
      actions: [actions.functionCall(method, args, gas, 0n)],
      publicKey: await this.signer.getPublicKey(),
      nonce,
      maxBlockHeight: BigInt(newest) + VALID_FOR,
    });
    const { signedDelegate } = await this.signer.signDelegateAction(action);
    return btoa(String.fromCharCode(...encodeSignedDelegate(signedDelegate)));
  }

  /** Lets another key sign for the account, which pays for that itself. A key that is there already is not added again. */
  async add(text: string): Promise<KeyResult> {
    const key = publicKeyIn(text.trim());
    if (!key) return { kind: 'not_a_key' };
    if (await this.has(key)) return { kind: 'added' };
    const { accountId } = this.key;
    const { amount } = await this.provider.viewAccount({ accountId });
    if (amount < nearToYocto(KEY_COST)) return { kind: 'unpaid', cost: KEY_COST };
    const block = await this.provider.viewBlock({ finality: 'final' });
    const transaction = createTransaction(
      accountId,
      await this.signer.getPublicKey(),
      accountId,
      await this.nextNonce(true),
      [actions.addFullAccessKey(key)],
      baseDecode(block.header.hash),
    );
    const { signedTransaction } = await this.signer.signTransaction(transaction);
    const sent = this.provider.sendTransactionUntil(signedTransaction, 'EXECUTED_OPTIMISTIC');
    // Whatever is answered, the chain knows; if it stays silent, the next attempt looks before it sends.
    await sent.catch(() => {});
    return { kind: (await this.hasSoon(key)) ? 'added' : 'unknown' };
  }

  /** Counts on from the last nonce. Relay and node take any that is a little greater, each once. */
  private async nextNonce(again: boolean): Promise<bigint> {
    if (again || this.nonce === 0n) {
      const publicKey = await this.signer.getPublicKey();
      const { nonce } = await this.provider.viewAccessKey({ accountId: this.key.accountId, publicKey });
      if (nonce > this.nonce) this.nonce = nonce;
    }
    this.nonce += 1n;
    return this.nonce;
  }

  private has(publicKey: PublicKey): Promise<boolean> {
    return this.provider.viewAccessKey({ accountId: this.key.accountId, publicKey }).then(
      () => true,
      (cause) => (UNKNOWN.test(String(cause)) ? false : Promise.reject(cause)),
    );
  }

  private async hasSoon(publicKey: PublicKey): Promise<boolean> {
    for (let looks = 1; looks < LOOKS; looks += 1) {
      if (await this.has(publicKey).catch(() => false)) return true;
      await pause(LOOK_MS);
    }
    return this.has(publicKey).catch(() => false);
  }
}

function publicKeyIn(text: string): PublicKey | null {
  try {
    const key = PublicKey.fromString(text);
    // A secret key of one kind is as long as a public key of another.
    return key.toString() === text ? key : null;
  } catch {
    return null;
  }
}
