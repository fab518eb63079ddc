/** The ultimate board: 81 buttons in one grid, with the nine mini-fields drawn around and over them. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { type Seat, turnOf, type UltimatePosition } from '../rules/game';
import { CellFocus, numberOfKey } from './cell-focus';
import { markPicture } from './marks';
import { BORDER, CELL, cellOf, fieldOf, GAP, ground, overlay, ownerClass, SIDE } from './ultimate-picture';

export interface UltimateBoardProps {
  readonly name: string;
  readonly position: UltimatePosition;
  /** The cell whose mark does not count yet. */
  readonly pending: number | null;
  readonly lastMove: number | null;
  /** The cell that is advised. */
  readonly advised: number | null;
  /** Whether somebody at this device may press. */
  readonly yours: boolean;
  label(cell: number): string;
  readonly press: (cell: number) => void;
}

const ROWS = 9;
const BETWEEN = `${GAP / CELL}fr`;
const TRACKS = `repeat(3, 1fr) ${BETWEEN} repeat(3, 1fr) ${BETWEEN} repeat(3, 1fr)`;

export class UltimateBoard {
  private readonly cells: CellFocus;
  /** The mini-field that a digit has named where any may be chosen; the next digit names the cell in it. */
  private named: number | null = null;

  constructor(root: () => ParentNode) {
    this.cells = new CellFocus(root);
  }

  focus(): void {
    this.cells.focus();
  }

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
    this.cells.focus(free);
    return null;
  }

  template(props: UltimateBoardProps): TemplateResult {
    const { position } = props;
    this.cells.fit({ rows: ROWS, cols: ROWS });
    const turn = turnOf(position);
    return html`
      <div class="ultimate" data-turn=${turn ?? nothing} style="--border: ${(BORDER / SIDE) * 100}%; --tracks: ${TRACKS}">
        ${ground(position)}
        <div class="ultimate__grid" role="grid" aria-label=${props.name} @keydown=${this.cells.moveByKey}>
          ${numbers.map((row) => html`<div class="ultimate__row" role="row">${numbers.map((col) => this.cell(props, turn, row * ROWS + col))}</div>`)}
        </div>
        ${overlay(position)}
      </div>
    `;
  }

  private cell(props: UltimateBoardProps, turn: Seat | null, cell: number): TemplateResult {
    const { position, pending } = props;
    const { mark, legal } = position.cells[cell] ?? { mark: null, legal: false };
    const shown = pending === cell ? turn : mark;
    const may = legal && props.yours;
    const field = position.fields[fieldOf(cell)];
    const classes = [
      'mini',
      may ? 'mini--legal' : '',
      pending === cell ? 'mini--pending' : '',
      props.lastMove === cell ? 'mini--last' : '',
      props.advised === cell ? 'mini--advised' : '',
      field && ownerClass(field) ? 'mini--captured' : '',
    ];
    const [row, col] = [Math.floor(cell / ROWS), cell % ROWS];
    return html`
      <div role="gridcell" class="ultimate__cell" style="grid-area: ${track(row)} / ${track(col)}">
        <button
          type="button"
          class=${classes.filter(Boolean).join(' ')}
          data-cell=${cell}
          tabindex=${this.cells.tabIndexOf(cell)}
          aria-label=${props.label(cell)}
          aria-disabled=${may ? 'false' : 'true'}
          @click=${() => may && props.press(cell)}
          @focus=${() => this.cells.remember(cell)}
        >${shown ? markPicture(shown) : nothing}</button>
      </div>
    `;
  }
}

/** Which track of the grid a row or column is in: the space between mini-fields has tracks of its own. */
const track = (index: number) => index + Math.floor(index / 3) + 1;

const numbers = Array.from({ length: ROWS }, (_, index) => index);
