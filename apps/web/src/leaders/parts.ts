/** Small pieces that the screens with an indexer's answers share. */

import '../ui/list.css';
import './parts.css';
import { html, type TemplateResult } from 'lit-html';
import type { LobbyStrings } from '../i18n/lobby';
import type { Indexed } from '../indexer/indexed';
import { rulesFrom } from '../indexer/indexer';

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

/** What rules are called that the indexer writes as a text; `null` stands for all of them. */
export function rulesName(texts: LobbyStrings, rules: string | null, players = 2): string {
  if (rules === null) return texts.allRules;
  const known = rulesFrom(rules, players);
  return known ? texts.rules(known) : rules;
}

/** What is said instead of an answer that shows nothing. */
export function answerText(texts: LobbyStrings, answer: Indexed<unknown>, empty: string): string {
  if (answer.kind === 'asking') return texts.askingIndexer;
  return answer.kind === 'failed' ? texts.indexerFailed : empty;
}
