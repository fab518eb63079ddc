/** Small pieces that the screens with an indexer's answers share. */

import '../ui/list.css';
import './parts.css';
import { html, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby';
import type { Indexed } from '../indexer/indexed';

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
    <div class="card table" tabindex="0" role="region" aria-label=${name}>
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
