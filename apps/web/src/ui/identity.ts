/** Who you play as: one of localnet's players, an account of a wallet, a guest, or nobody. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { shortAccountId } from '../chain/account-id';
import type { Relay } from '../chain/guest';
import type { Network } from '../chain/network';
import { type PlainRefusal, plainRefusalFrom } from '../chain/refusal';
import type { Signer } from '../chain/signer';
import type { Wallet } from '../chain/wallet';
import type { Strings } from '../i18n/languages';
import { remember, remembered } from '../settings';
import { choices } from './choices';
import { button } from './controls';
import { Guest } from './guest';
import { plainRefusalText } from './words';

export class Identity {
  signer: Signer | null = null;
  private wallet: Wallet | null = null;
  private opening = false;
  private problem: PlainRefusal | null = null;

  /** `null` where nobody pays for guests. */
  private readonly guest: Guest | null;

  constructor(
    private readonly network: Network,
    private readonly players: readonly Signer[],
    relay: Relay | null,
    private readonly changed: () => void,
  ) {
    this.guest = relay && new Guest(relay, network.relayUrl ?? '', changed);
  }

  private get isGuest(): boolean {
    return this.signer !== null && this.signer.accountId === this.guest?.accountId;
  }

  /** Lets somebody play without a wallet, and does `then` once they can; nothing for a guest, and where there are none. */
  guestButton(strings: Strings, then: () => void = () => {}): TemplateResult | typeof nothing {
    if (!this.guest || this.isGuest) return nothing;
    return this.guest.button(strings, async () => {
      if (await this.becomeGuest()) then();
    });
  }

  private async becomeGuest(): Promise<boolean> {
    const signer = await this.guest?.enter();
    if (!signer) return false;
    this.signer = signer;
    remember('player', signer.accountId);
    this.changed();
    return true;
  }

  /** Accounts that are worth suggesting: those that can play here without a wallet. */
  get known(): readonly string[] {
    return this.players.map(({ accountId }) => accountId);
  }

  /** Becomes who this window was last time. */
  async restore(): Promise<void> {
    if (this.network.id === 'localnet') {
      const player = remembered('player') ?? this.players[0]?.accountId ?? null;
      if (player && player === this.guest?.accountId) await this.restoreGuest();
      else this.choose(player);
    } else if (remembered('wallet')) {
      await this.open((wallet) => wallet.restore());
    } else {
      await this.restoreGuest();
    }
  }

  private async restoreGuest(): Promise<void> {
    this.signer = (await this.guest?.restore().catch(() => null)) ?? null;
    this.changed();
  }

  /** The list of accounts can be folded away, to leave the room to a game; then it says who plays. */
  template(strings: Strings, folded = false): TemplateResult {
    const heading = html`<h2>${strings.playAs}</h2>`;
    const isLocal = this.network.id === 'localnet';
    if (!isLocal || !folded || !this.signer) {
      const choice = isLocal ? this.localChoice(strings) : this.publicChoice(strings);
      return html`<section class="card stack">${heading} ${choice}</section>`;
    }
    return html`
      <details class="card">
        <summary>${heading} <span class="hint">${shortAccountId(this.signer.accountId)}</span></summary>
        <div class="stack">${this.localChoice(strings)}</div>
      </details>
    `;
  }

  private localChoice(strings: Strings): TemplateResult {
    return html`
      ${choices<string | null>({
        name: 'player',
        label: strings.playAs,
        options: [...this.known, null],
        textOf: (accountId) => (accountId === null ? strings.spectator : shortAccountId(accountId)),
        titleOf: (accountId) => accountId,
        chosen: this.signer?.accountId ?? null,
        choose: (accountId) => this.choose(accountId),
      })}
      ${this.isGuest ? this.guestSection(strings) : html`<p class="hint">${strings.localPlayersHint}</p>`}
      ${this.guestButton(strings)}
    `;
  }

  private guestSection(strings: Strings): TemplateResult | undefined {
    return this.guest?.template(strings, () => {
      this.signer = null;
      this.changed();
    });
  }

  private publicChoice(strings: Strings): TemplateResult {
    return html`
      ${this.isGuest ? this.guestSection(strings) : this.walletChoice(strings)} ${this.signer ? nothing : this.guestButton(strings)}
    `;
  }

  private walletChoice(strings: Strings): TemplateResult {
    if (this.signer) {
      return html`
        <strong class="account" title=${this.signer.accountId}>${shortAccountId(this.signer.accountId)}</strong>
        ${button(strings.disconnect, () => this.disconnect())}
      `;
    }
    return html`
      <p class="hint">${strings.walletHint}</p>
      ${button(this.opening ? strings.openingWallet : strings.connectWallet, () => this.connect(), { look: 'primary', disabled: this.opening })}
      ${this.problem ? html`<p class="problem" role="alert">${plainRefusalText(this.problem, strings)}</p>` : nothing}
    `;
  }

  private choose(accountId: string | null): void {
    this.signer = this.players.find((player) => player.accountId === accountId) ?? null;
    remember('player', this.signer?.accountId ?? '');
    this.changed();
  }

  private async connect(): Promise<void> {
    await this.open((wallet) => wallet.connect());
    if (this.signer) remember('wallet', this.signer.accountId);
  }

  /** Signs as the wallet's account; an error is shown beside the button, which tries again. */
  private async open(ask: (wallet: Wallet) => Promise<Signer | null>): Promise<void> {
    this.opening = true;
    this.problem = null;
    this.changed();
    this.wallet ??= await this.loadWallet();
    if (this.wallet) await this.setSigner(ask(this.wallet));
    else this.problem = { code: 'WALLET_NOT_LOADED' };
    this.opening = false;
    this.changed();
  }

  private async setSigner(answer: Promise<Signer | null>): Promise<void> {
    try {
      this.signer = await answer;
    } catch (cause) {
      this.problem = plainRefusalFrom(cause);
    }
  }

  private async disconnect(): Promise<void> {
    const { wallet } = this;
    this.signer = null;
    remember('wallet', null);
    this.changed();
    // This page has forgotten the account already; a wallet that cannot changes nothing about that.
    await wallet?.disconnect().catch(() => {});
  }

  private async loadWallet(): Promise<Wallet | null> {
    try {
      const { loadWallet } = await import('../chain/wallet');
      return await loadWallet(this.network);
    } catch {
      return null;
    }
  }
}
