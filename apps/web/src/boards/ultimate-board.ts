/** The ultimate board: 81 buttons in one grid, with the nine mini-fields drawn around and over them. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { turnOf, type UltimatePosition } from '../rules/game';
import { type CellFocus, numberOfKey } from './cell-focus';
import { cellClasses, markIn, pulse, type ShownBoard, shownMark } from './shown-board';
import {
  BORDER,
  CELL,
  cellOf,
  fieldOf,
  GAP,
  ground,
  innerOf,
  overlay,
  ownerClass,
  SIDE,
} from './ultimate-picture';

const ROWS = 9;
const BETWEEN = `${GAP / CELL}fr`;
const TRACKS = `repeat(3, 1fr) ${BETWEEN} repeat(3, 1fr) ${BETWEEN} repeat(3, 1fr)`;

export class UltimateBoard {
  /** The mini-field that a digit has named where any may be chosen; the next digit names the cell in it. */
  private named: number | null = null;

  constructor(private readonly focus: CellFocus) {}

  /** The cell that a digit plays: in the mini-field that must be played, else a first digit names one. */
  cellOfKey({ fields, cells }: UltimatePosition, key: string): number | null {
    const number = numberOfKey(key);
    if (number === null) return null;
    const open = fields.flatMap((field, index) => (field.open ? [index] : []));
    const field = open.length === 1 ? open[0] : this.named;
    if (field !== null && field !== undefined && open.includes(field)) {
      this.named = null;
      return cellOf(field, number);
    }
    if (!open.includes(number)) return null;
    this.named = number;
    const free = cells.findIndex(({ legal }, cell) => legal && fieldOf(cell) === number);
    this.focus.focus(free);
    return null;
  }

  template(shown: ShownBoard<UltimatePosition>): TemplateResult {
    const { position } = shown;
    this.focus.fit({ rows: ROWS, cols: ROWS });
    return html`
      <div class="ultimate" data-turn=${turnOf(position) ?? nothing} style="--border: ${(BORDER / SIDE) * 100}%; --tracks: ${TRACKS}">
        ${ground(position)}
        <div class="ultimate__grid" role="grid" aria-label=${shown.name} @keydown=${this.focus.moveByKey}>
          ${numbers.map((row) => html`<div class="ultimate__row" role="row">${numbers.map((col) => this.cell(shown, row * ROWS + col))}</div>`)}
        </div>
        ${overlay(position)}
      </div>
    `;
  }

  private cell(shown: ShownBoard<UltimatePosition>, cell: number): TemplateResult {
    const { position, strings } = shown;
    const mark = shownMark(shown, cell);
    const may = shown.yours === true && position.cells[cell]?.legal === true;
    const field = position.fields[fieldOf(cell)];
    const captured = field && ownerClass(field) ? 'mini--captured' : '';
    const label = strings.miniCell(fieldOf(cell), innerOf(cell), mark, may, cell === shown.pending);
    const [row, col] = [Math.floor(cell / ROWS), cell % ROWS];
    return html`
      <div role="gridcell" style="grid-area: ${track(row)} / ${track(col)}">
        <button
          type="button"
          class="${cellClasses('mini', shown, cell)} ${may ? 'mini--legal' : ''} ${captured}"
          data-cell=${cell}
          tabindex=${this.focus.tabIndexOf(cell)}
          aria-label=${label}
          aria-disabled=${may ? 'false' : 'true'}
          @click=${(event: Event) => (may ? shown.press?.(cell) : pulse(event))}
          @focus=${() => this.focus.remember(cell)}
        >${markIn(shown, cell)}</button>
      </div>
    `;
  }
}

/** Which track of the grid a row or column is in: the space between mini-fields has tracks of its own. */
const track = (index: number) => index + Math.floor(index / 3) + 1;

const numbers = Array.from({ length: ROWS }, (_, index) => index);
