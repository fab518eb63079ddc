/** This browser's guest: an account that a relay has made, and its key, which only this browser has. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { shortAccountId } from '../chain/account-id';
import type { AccountKey } from '../chain/account-signer';
import type { Relay } from '../chain/guest';
import type { KeyResult } from '../chain/guest-key';
import { type PlainRefusal, plainRefusalFrom } from '../chain/refusal';
import type { Signer } from '../chain/signer';
import type { Strings } from '../i18n/languages';
import { remember, remembered } from '../settings';
import { copyText } from './copy-text';
import { question } from './modal';
import { plainRefusalText } from './words';

export class Guest {
  private entering: Promise<Signer | null> | null = null;
  private problem: PlainRefusal | null = null;
  private asksToForget = false;
  private copied = false;
  private walletKey = '';
  private isAdding = false;
  private added: KeyResult | null = null;

  constructor(
    private readonly relay: Relay,
    /** Keeps the guests of different relays apart. */
    private readonly relayUrl: string,
    private readonly changed: () => void,
  ) {}

  /** The account that this browser remembers. */
  get accountId(): string | null {
    return this.key()?.accountId ?? null;
  }

  /** Signs as the guest of an earlier visit, if the chain still knows it. */
  async restore(): Promise<Signer | null> {
    const key = this.key();
    return key && (await this.relay.knows(key)) ? this.relay.signer(key) : null;
  }

  /** Signs as this browser's guest, made now if need be; `null` with the reason shown. However often it is pressed, one is made. */
  enter(): Promise<Signer | null> {
    this.entering ??= this.restoreOrMake().finally(() => {
      this.entering = null;
      this.changed();
    });
    this.changed();
    return this.entering;
  }

  button(strings: Strings, press: () => void): TemplateResult {
    return html`
      <button type="button" class="button button--primary" ?disabled=${this.entering !== null} @click=${press}>
        ${this.entering ? strings.makingGuest : strings.playAsGuest}
      </button>
      ${this.problem ? html`<p class="problem" role="alert">${plainRefusalText(this.problem, strings)}</p>` : nothing}
    `;
  }

  /** Who plays, and how to keep or to leave the account. */
  template(strings: Strings, forgotten: () => void): TemplateResult {
    const { accountId } = this;
    if (!accountId) return html`${nothing}`;
    return html`
      <strong class="account" title=${accountId}>${shortAccountId(accountId)}</strong>
      <p class="hint">${strings.guestHint}</p>
      <details>
        <summary class="button button--small">${strings.makeMine}</summary>
        <div class="stack">
          <p class="hint">${strings.makeMineHint(accountId)}</p>
          <button type="button" class="button button--small" @click=${() => this.copyKey()}>${this.copied ? strings.keyCopied : strings.copyKey}</button>
          ${this.keyForm(strings, accountId)}
        </div>
      </details>
      <button type="button" class="button button--small" @click=${() => this.askToForget(true)}>${strings.forgetMe}</button>
      ${this.asksToForget ? this.forgetQuestion(strings, accountId, forgotten) : nothing}
    `;
  }

  /** Lets a wallet that has a key of its own sign for the account. */
  private keyForm(strings: Strings, accountId: string): TemplateResult {
    const { isAdding, added } = this;
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      if (!this.isAdding) void this.addKey();
    };
    return html`
      <form class="stack" novalidate @submit=${submit}>
        <label for="wallet-key">${strings.walletKey}</label>
        <p class="hint" id="wallet-key-hint">${strings.walletKeyHint}</p>
        <input
          class="input"
          id="wallet-key"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          placeholder="ed25519:…"
          aria-describedby="wallet-key-hint"
          aria-invalid=${added?.kind === 'not_a_key' ? 'true' : 'false'}
          .value=${this.walletKey}
          ?readonly=${isAdding}
          @input=${(event: InputEvent) => this.changeWalletKey((event.target as HTMLInputElement).value)}
        />
        <button type="submit" class="button button--small" ?disabled=${isAdding}>${isAdding ? strings.addingKey : strings.addKey}</button>
        <p aria-live="polite" class=${added?.kind === 'added' ? 'hint' : 'problem'}>${added && keyText(added, strings, accountId)}</p>
      </form>
    `;
  }

  private changeWalletKey(text: string): void {
    this.walletKey = text;
    this.added = null;
    this.changed();
  }

  private async addKey(): Promise<void> {
    const key = this.key();
    if (!key) return;
    this.isAdding = true;
    this.added = null;
    this.changed();
    this.added = await this.relay.addKey(key, this.walletKey).catch((): KeyResult => ({ kind: 'unknown' }));
    this.isAdding = false;
    this.changed();
  }

  private forgetQuestion(strings: Strings, accountId: string, forgotten: () => void): TemplateResult {
    return question({
      text: strings.forgetQuestion(accountId),
      strings: { cancel: strings.cancel, yes: strings.forgetMe },
      closed: () => this.askToForget(false),
      confirm: () => {
        remember('guest', null);
        this.changeWalletKey('');
        this.askToForget(false);
        forgotten();
      },
    });
  }

  private askToForget(asks: boolean): void {
    this.asksToForget = asks;
    this.changed();
  }

  private async copyKey(): Promise<void> {
    this.copied = await copyText(this.key()?.secretKey ?? '');
    this.changed();
  }

  private async restoreOrMake(): Promise<Signer | null> {
    this.problem = null;
    try {
      return (await this.restore()) ?? (await this.make());
    } catch (cause) {
      this.problem = plainRefusalFrom(cause);
      return null;
    }
  }

  private async make(): Promise<Signer> {
    const key = await this.relay.makeGuest();
    remember('guest', JSON.stringify({ ...key, relayUrl: this.relayUrl }));
    return this.relay.signer(key);
  }

  private key(): AccountKey | null {
    try {
      const { relayUrl, accountId, secretKey } = JSON.parse(remembered('guest') ?? '{}');
      const isHere =
        relayUrl === this.relayUrl && typeof accountId === 'string' && typeof secretKey === 'string';
      return isHere ? { accountId, secretKey } : null;
    } catch {
      return null;
    }
  }
}

const keyText = (added: KeyResult, strings: Strings, accountId: string): string =>
  added.kind === 'unpaid' ? strings.keyUnpaid(added.cost, accountId) : strings.keyResult[added.kind];
