/** Buttons that turn the pages of a list. One that leads nowhere keeps the keyboard where it is. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby/en';

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
      ${softDisabledButton('←', strings.previous, page > 1 ? () => list.turn(-1) : null)}
      <span>${strings.page(page)}</span>
      ${softDisabledButton('→', strings.next, hasNext ? () => list.turn(1) : null)}
    </nav>
  `;
}

/** A button with a sign that can be out of use without losing the focus. */
export function softDisabledButton(sign: string, label: string, press: (() => void) | null): TemplateResult {
  return html`
    <button type="button" class="button button--small" aria-label=${label} title=${label} aria-disabled=${press ? 'false' : 'true'} @click=${() => press?.()}>${sign}</button>
  `;
}
