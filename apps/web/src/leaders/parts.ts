/** Small pieces that the screens with an indexer's answers share. */

import '../ui/list.css';
import './parts.css';
import { html, type nothing, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby/en';
import type { Indexed, IndexedPages } from '../indexer/indexed';
import { pages } from '../ui/page-buttons';

type Cell = string | number | TemplateResult;

/** A table of numbers, apart from the column that names each row. */
export function table(
  name: string,
  columns: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  nameColumn = 0,
): TemplateResult {
  const numeric = (column: number) => (column === nameColumn ? '' : 'table__number');
  const cell = (value: Cell, column: number) =>
    column === nameColumn
      ? html`<th scope="row">${value}</th>`
      : html`<td class="table__number">${value}</td>`;
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${name}>
      <table>
        <thead>
          <tr>${columns.map((title, column) => html`<th scope="col" class=${numeric(column)}>${title}</th>`)}</tr>
        </thead>
        <tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody>
      </table>
    </div>
  `;
}

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
  return pages({
    strings: texts,
    name,
    page,
    previous: page > 1 ? () => shown.turn(-1) : null,
    next: next === null ? null : () => shown.turn(1),
  });
}
