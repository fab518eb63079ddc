/** Playing without a question for each move: a key in this browser that a wallet has allowed to play, and nothing else. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { CallsOf } from '../chain/caller';
import type { PageKey, PageKeys } from '../chain/page-key';
import { type Refusal, refusalFrom } from '../chain/refusal';
import { type CallOutcome, KeyRefused, type Signer } from '../chain/signer';
import type { Methods } from '../contract/arena';
import type { Language, Strings } from '../i18n/languages';
import { TABLE_TEXTS } from '../i18n/table';
import { parsed, remember, remembered } from '../settings';
import { refusalText } from '../table/words';
import { button } from '../ui/controls';

/** All that plays. What puts money in or takes it out is not among it: a wallet is asked for that. */
export const KEY_METHODS = [
  'create',
  'join',
  'play',
  'restart',
  'resign',
  'claim_timeout',
  'close',
] as const satisfies readonly CallsOf<Methods>[];

/** A quarter of a NEAR, which pays the gas of hundreds of moves. */
const ALLOWANCE = 250_000_000_000_000_000_000_000n;

export interface MoveKeyParts {
  readonly arenaId: string;
  readonly keys: PageKeys;
  readonly changed: () => void;
}

/** The key as this browser keeps it. */
interface KeptKey extends PageKey {
  readonly accountId: string;
  readonly arenaId: string;
}

export class MoveKey {
  private kept: KeptKey | null = restored(remembered('arena-key'));
  private asking = false;
  private problem: Refusal | null = null;

  constructor(private readonly parts: MoveKeyParts) {}

  /** The same account, signing with the key what the key may sign. */
  signerFor(signer: Signer): Signer {
    const key = this.keyOf(signer);
    if (!key) return signer;
    const allowed: readonly string[] = KEY_METHODS;
    const send: Signer['send'] = async (call) => {
      const may = call.contractId === key.arenaId && call.deposit === 0n && allowed.includes(call.method);
      if (!may) return signer.send(call);
      const withKey = this.parts.keys.signer(signer.accountId, key);
      return withKey.send(call).catch((cause) => this.retryWithWallet(cause, () => signer.send(call)));
    };
    return { ...signer, send };
  }

  template(signer: Signer | null, strings: Strings, language: Language): TemplateResult | typeof nothing {
    if (!signer?.keys) return nothing;
    const texts = TABLE_TEXTS[language].key;
    const { problem } = this;
    const disabled = this.asking;
    return html`
      <section class="card stack">
        <h2>${texts.title}</h2>
        ${
          this.keyOf(signer)
            ? html`<p class="hint">${texts.allowed}</p> ${button(texts.remove, () => this.remove(signer), { disabled })}`
            : html`
                <p class="hint">${texts.offer}</p>
                <p class="hint">${texts.may} <code>${KEY_METHODS.join(', ')}</code></p>
                ${button(this.asking ? texts.asking : texts.allow, () => this.allow(signer), { disabled })}
              `
        }
        ${problem ? html`<p class="problem" role="alert">${refusalText(problem, { strings, language, contract: 'arena' })}</p>` : nothing}
      </section>
    `;
  }

  private keyOf({ accountId, keys }: Signer): KeptKey | null {
    const { kept, parts } = this;
    return keys && kept?.accountId === accountId && kept.arenaId === parts.arenaId ? kept : null;
  }

  private async allow({ accountId, keys }: Signer): Promise<void> {
    const { arenaId, keys: own } = this.parts;
    const made = own.make();
    const permission = { contractId: arenaId, methods: KEY_METHODS, allowance: ALLOWANCE };
    const answer = made.then(({ publicKey }) => keys?.allow({ publicKey, ...permission }));
    await this.ask(answer, async () => {
      const key = await made;
      await own.settle(accountId, key);
      this.keep({ ...key, accountId, arenaId });
    });
  }

  /** The key is forgotten first: whatever the wallet says, this page does not use it any more. */
  private async remove(signer: Signer): Promise<void> {
    const key = this.keyOf(signer);
    this.keep(null);
    if (key) await this.ask(signer.keys?.remove(key.publicKey), async () => {});
  }

  private async ask(
    answer: Promise<CallOutcome | undefined> | undefined,
    done: () => Promise<void>,
  ): Promise<void> {
    this.asking = true;
    this.problem = null;
    this.parts.changed();
    try {
      const outcome = await answer;
      if (outcome?.failure) this.problem = refusalFrom(outcome.failure);
      else await done();
    } catch (cause) {
      this.problem = refusalFrom(cause);
    }
    this.asking = false;
    this.parts.changed();
  }

  /** A key that was removed elsewhere or is spent is forgotten, and the wallet is asked again. */
  private retryWithWallet(cause: unknown, askWallet: () => Promise<CallOutcome>): Promise<CallOutcome> {
    if (!(cause instanceof KeyRefused)) throw cause;
    this.keep(null);
    return askWallet();
  }

  private keep(key: KeptKey | null): void {
    this.kept = key;
    remember('arena-key', key && JSON.stringify(key));
    this.parts.changed();
  }
}

function restored(saved: string | null): KeptKey | null {
  const { accountId, arenaId, publicKey, secretKey } = parsed(saved) as Partial<KeptKey>;
  return accountId && arenaId && publicKey && secretKey ? { accountId, arenaId, publicKey, secretKey } : null;
}
