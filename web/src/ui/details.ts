/** Where the game lives and what this window has sent. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Network } from '../chain/network';
import type { SentTransaction, Session } from '../chain/session';
import type { Strings } from '../i18n/en';

export interface DetailsProps {
  readonly strings: Strings;
  readonly network: Network;
  readonly session: Session;
}

export function details({ strings, network, session }: DetailsProps): TemplateResult {
  const { game, sent } = session;
  return html`
    <section class="card card--quiet">
      <h2>${strings.details}</h2>
      <dl class="facts">
        <dt>${strings.network}</dt>
        <dd>${strings.networkName[network.id]}</dd>
        <dt>${strings.contract}</dt>
        <dd>${network.contractId}</dd>
        ${
          game
            ? html`<dt>${strings.game}</dt><dd>${game.game_id}</dd><dt>${strings.moves}</dt><dd>${game.moves}</dd>`
            : nothing
        }
      </dl>
      <h3>${strings.transactions}</h3>
      ${
        sent.length === 0
          ? html`<p class="hint">${strings.noTransactions}</p>`
          : html`<ol class="transactions">${sent.map((transaction) => line(transaction, strings))}</ol>`
      }
    </section>
  `;
}

function line({ hash, url, call, succeeded }: SentTransaction, strings: Strings): TemplateResult {
  const short = html`<code title=${hash}>${hash.slice(0, 8)}…</code>`;
  return html`
    <li class=${succeeded ? '' : 'transactions__failed'}>
      ${strings.transaction(call, succeeded)}
      ${url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${short}</a>` : short}
    </li>
  `;
}
