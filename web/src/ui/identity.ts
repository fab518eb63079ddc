/** Who you play as: one of localnet's players, an account of a wallet, or nobody. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { shortAccountId } from '../chain/account-id';
import type { Caller } from '../chain/caller';
import type { Network } from '../chain/network';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { Wallet } from '../chain/wallet';
import type { Strings } from '../i18n/en';
import { remember, remembered } from '../settings';
import { refusalText } from './words';

export class Identity {
  caller: Caller | null = null;
  private wallet: Wallet | null = null;
  private opening = false;
  private problem: Refusal | null = null;

  constructor(
    private readonly network: Network,
    private readonly players: readonly Caller[],
    private readonly changed: () => void,
  ) {}

  /** Becomes who this window was last time. */
  async restore(): Promise<void> {
    if (this.network.id === 'localnet') {
      const player = remembered('player') ?? this.players[0]?.accountId ?? null;
      this.choose(player);
    } else if (remembered('wallet')) {
      this.caller = await (await this.loadWallet()).restore();
      this.changed();
    }
  }

  template(strings: Strings): TemplateResult {
    return html`
      <section class="card">
        <h2 id="identity">${strings.playAs}</h2>
        ${this.network.id === 'localnet' ? this.localChoice(strings) : this.walletChoice(strings)}
      </section>
    `;
  }

  private localChoice(strings: Strings): TemplateResult {
    const choice = (accountId: string | null, label: string) => html`
      <label class="choice">
        <input
          type="radio"
          name="player"
          .checked=${(this.caller?.accountId ?? null) === accountId}
          @change=${() => this.choose(accountId)}
        />
        <span title=${accountId ?? nothing}>${label}</span>
      </label>
    `;
    return html`
      <div class="choices" role="radiogroup" aria-labelledby="identity">
        ${this.players.map(({ accountId }) => choice(accountId, shortAccountId(accountId)))}
        ${choice(null, strings.spectator)}
      </div>
      <p class="hint">${strings.localPlayersHint}</p>
    `;
  }

  private walletChoice(strings: Strings): TemplateResult {
    if (this.caller) {
      return html`
        <p class="account" title=${this.caller.accountId}>${shortAccountId(this.caller.accountId)}</p>
        <button type="button" class="button button--small" @click=${() => this.disconnect()}>${strings.disconnect}</button>
      `;
    }
    return html`
      <p class="hint">${strings.walletHint}</p>
      <button type="button" class="button button--primary" ?disabled=${this.opening} @click=${() => this.connect()}>
        ${this.opening ? strings.openingWallet : strings.connectWallet}
      </button>
      ${this.problem ? html`<p class="field__problem" role="alert">${refusalText(this.problem, strings)}</p>` : nothing}
    `;
  }

  private choose(accountId: string | null): void {
    this.caller = this.players.find((player) => player.accountId === accountId) ?? null;
    remember('player', this.caller?.accountId ?? '');
    this.changed();
  }

  private async connect(): Promise<void> {
    this.opening = true;
    this.problem = null;
    this.changed();
    try {
      this.caller = await (await this.loadWallet()).connect();
      remember('wallet', this.caller.accountId);
    } catch (cause) {
      this.problem = refusalFrom(cause);
    }
    this.opening = false;
    this.changed();
  }

  private async disconnect(): Promise<void> {
    this.caller = null;
    remember('wallet', null);
    this.changed();
    await this.wallet?.disconnect();
  }

  private async loadWallet(): Promise<Wallet> {
    const { loadWallet } = await import('../chain/wallet');
    this.wallet ??= await loadWallet(this.network);
    return this.wallet;
  }
}
