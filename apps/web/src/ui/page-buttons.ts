/** Buttons that turn the pages of a list. One that leads nowhere keeps the keyboard where it is. */

import './page-buttons.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby/en';

export interface PagesProps {
  readonly strings: LobbyStrings;
  /** What is turned. */
  readonly name: string;
  /** Which page is shown, from 1. */
  readonly page: number;
  /** `null` where there is no such page. */
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/** Nothing for a list of one page. */
export function pages({ strings, name, page, previous, next }: PagesProps): TemplateResult | typeof nothing {
  if (!previous && !next) return nothing;
  return html`
    <nav class="pages" aria-label="${name}: ${strings.page(page)}">
      ${softDisabledButton('←', strings.previous, previous)}
      <span>${strings.page(page)}</span>
      ${softDisabledButton('→', strings.next, next)}
    </nav>
  `;
}

/** A button with a sign that can be out of use without losing the focus. */
export function softDisabledButton(sign: string, label: string, press: (() => void) | null): TemplateResult {
  return html`
    <button type="button" class="button button--small" aria-label=${label} title=${label} aria-disabled=${press ? 'false' : 'true'} @click=${() => press?.()}>${sign}</button>
  `;
}
