/** Small pieces that the screens with an indexer's answers share. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/arena-lobby/en';
import type { Indexed, IndexedPages } from './indexed';

/** What is said instead of an answer that shows nothing. */
export function answerText(texts: LobbyStrings, answer: Indexed<unknown>, empty: string): string {
  switch (answer.kind) {
    case 'asking':
      return texts.askingIndexer;
    case 'failed':
      return texts.indexerFailed;
    case 'unknown':
    case 'known':
      return empty;
  }
}

export function pageButtons<T extends { readonly next: string | null }>(
  texts: LobbyStrings,
  name: string,
  pages: IndexedPages<T>,
): TemplateResult | typeof nothing {
  const { page, next } = pages;
  if (page === 1 && next === null) return nothing;
  return html`
    <nav class="pages" aria-label="${name}: ${texts.page(page)}">
      <button type="button" class="button button--small" aria-label=${texts.previous} ?disabled=${page === 1} @click=${() => pages.turn(-1)}>←</button>
      <span>${texts.page(page)}</span>
      <button type="button" class="button button--small" aria-label=${texts.next} ?disabled=${next === null} @click=${() => pages.turn(1)}>→</button>
    </nav>
  `;
}
