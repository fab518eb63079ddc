/** Where the game lives and what this window has sent. */

import './details.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Network } from '../chain/network';
import type { Strings } from '../i18n/en';
import type { Session } from './one-game-session';

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
      ${transactions(
        strings,
        sent.map(({ call, ...rest }) => ({ ...rest, text: strings.transaction(call, rest.succeeded) })),
      )}
    </section>
  `;
}

export interface ListedTransaction {
  readonly hash: string;
  /** Where people can look at it, if there is such a place. */
  readonly url: string | null;
  readonly text: string;
  readonly succeeded: boolean;
}

export function transactions(strings: Strings, sent: readonly ListedTransaction[]): TemplateResult {
  return html`
    <h3>${strings.transactions}</h3>
    ${
      sent.length === 0
        ? html`<p class="hint">${strings.noTransactions}</p>`
        : html`<ol class="transactions">${sent.map(line)}</ol>`
    }
  `;
}

function line({ hash, url, text, succeeded }: ListedTransaction): TemplateResult {
  const short = html`<code title=${hash}>${hash.slice(0, 8)}…</code>`;
  return html`
    <li class=${succeeded ? '' : 'transactions__failed'}>
      ${text}
      ${url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${short}</a>` : short}
    </li>
  `;
}
