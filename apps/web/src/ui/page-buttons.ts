/** Buttons that turn the pages of a list. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby';
import { softDisabledButton } from './controls';

/** A list that is shown page by page. */
export interface Paged {
  /** Which page is shown, from 1. */
  readonly page: number;
  readonly hasNext: boolean;
  turn(by: -1 | 1): void;
}

/** Nothing for a list of one page. */
export function pageButtons(
  strings: LobbyStrings,
  name: string,
  list: Paged,
): TemplateResult | typeof nothing {
  const { page, hasNext } = list;
  if (page === 1 && !hasNext) return nothing;
  return html`
    <nav class="actions flow" aria-label="${name}: ${strings.page(page)}">
      ${softDisabledButton('←', page > 1 ? () => list.turn(-1) : null, strings.previous)}
      <span>${strings.page(page)}</span>
      ${softDisabledButton('→', hasNext ? () => list.turn(1) : null, strings.next)}
    </nav>
  `;
}
