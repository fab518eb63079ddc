/** The storage balance of who plays here: what it is, and taking out what is free. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { StorageBalance } from '../contract/arena';
import type { Language } from '../i18n/languages';
import type { LobbyStrings } from '../i18n/lobby';
import type { ScreenContext } from '../ui/screen';
import { type Account, lockedIn, nearText } from './storage-cost';

export class Storage {
  /** `null` until it has been read. */
  account: Account | null = null;
  private accountId: string | null = null;

  constructor(private readonly context: ScreenContext) {}

  /** Reads the balance; what cannot be read stays as it was known. */
  async read(accountId: string | null): Promise<void> {
    if (accountId !== this.accountId) this.account = null;
    this.accountId = accountId;
    if (accountId === null) return;
    const { reader, changed } = this.context;
    try {
      const [balance, bounds] = await Promise.all([
        reader.read('storage_balance_of', { account_id: accountId }),
        this.account?.bounds ?? reader.read('storage_balance_bounds', {}).then(({ value }) => value),
      ]);
      if (this.accountId === accountId) this.account = { balance: balance.value, bounds };
    } catch {
      // The lists tell that the node does not answer.
    }
    changed();
  }

  /** `withdraw` is the button that takes out what is free. */
  template(
    strings: LobbyStrings,
    language: Language,
    withdraw: TemplateResult,
  ): TemplateResult | typeof nothing {
    if (!this.account) return nothing;
    const { balance } = this.account;
    return html`
      <section class="card stack" aria-labelledby="storage">
        <h2 id="storage">${strings.storage}</h2>
        ${balance ? this.facts(balance, strings, language) : html`<p class="hint">${strings.notRegistered}</p>`}
        ${balance && BigInt(balance.available) > 0n ? withdraw : nothing}
        <p class="hint">${strings.storageHint}</p>
      </section>
    `;
  }

  private facts(balance: StorageBalance, strings: LobbyStrings, language: Language): TemplateResult {
    const free = BigInt(balance.available) > 0n;
    const needsWallet = this.context.network.id !== 'localnet';
    return html`
      <dl class="facts">
        <dt>${strings.total}</dt>
        <dd data-storage="total">${nearText(BigInt(balance.total), language)}</dd>
        <dt>${strings.locked}</dt>
        <dd data-storage="locked">${nearText(lockedIn(balance), language)}</dd>
        <dt>${strings.available}</dt>
        <dd data-storage="available">${nearText(BigInt(balance.available), language)}</dd>
      </dl>
      ${free && needsWallet ? html`<p class="hint">${strings.walletSigns}</p>` : nothing}
    `;
  }
}
