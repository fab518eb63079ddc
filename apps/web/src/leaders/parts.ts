/** Small pieces that the screens with an indexer's answers share. */

import '../ui/list.css';
import './parts.css';
import { nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/arena-lobby/en';
import type { Indexed, IndexedPages } from '../indexer/indexed';
import { pages } from '../ui/page-buttons';

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
  shown: IndexedPages<T>,
): TemplateResult | typeof nothing {
  const { page, next } = shown;
  if (page === 1 && next === null) return nothing;
  return pages({
    strings: texts,
    name,
    page,
    previous: page > 1 ? () => shown.turn(-1) : null,
    next: next === null ? null : () => shown.turn(1),
  });
}
