/** A board of rows and columns: a grid of buttons, for mouse, touch, keyboard and screen reader alike. */

import './grid-board.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Seat } from '../rules/game';
import { CellFocus } from './cell-focus';
import { markPicture } from './marks';

export interface GridBoardProps {
  /** What screen readers call the board. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly marks: readonly (Seat | null)[];
  /** The cell whose mark is not certain yet. */
  readonly pending: number | null;
  readonly lastMove: number | null;
  /** The cell that is advised. */
  readonly advised: number | null;
  /** The winning line; empty without one. */
  readonly line: readonly number[];
  /** Whose mark an empty cell hints at under the pointer. */
  readonly hint: Seat | null;
  label(row: number, col: number, cell: number): string;
  readonly press: (cell: number) => void;
}

/** From so many rows or columns on, cells stand close together with thin lines between them. */
const DENSE = 6;

export class GridBoard {
  private readonly cells: CellFocus;

  constructor(root: () => ParentNode) {
    this.cells = new CellFocus(root);
  }

  /** For when a button that had the focus goes away. */
  focus(): void {
    this.cells.focus();
  }

  template(props: GridBoardProps): TemplateResult {
    const { rows, cols } = props;
    this.cells.fit({ rows, cols });
    const dense = Math.max(rows, cols) >= DENSE;
    return html`
      <div class="board ${dense ? 'board--dense' : ''}" style="--rows: ${rows}; --cols: ${cols}" data-hint=${props.hint ?? nothing}>
        <div class="board__grid" role="grid" aria-label=${props.name} @keydown=${this.cells.moveByKey}>
          ${numbers(rows).map((row) => html`<div class="board__row" role="row">${numbers(cols).map((col) => this.cell(props, row, col))}</div>`)}
        </div>
        ${props.line.length > 0 ? winningLine(props) : nothing}
      </div>
    `;
  }

  private cell(props: GridBoardProps, row: number, col: number): TemplateResult {
    const cell = row * props.cols + col;
    const mark = props.marks[cell] ?? null;
    const classes = [
      'cell',
      mark ? `cell--${mark}` : 'cell--empty',
      props.pending === cell ? 'cell--pending' : '',
      props.lastMove === cell ? 'cell--last' : '',
      props.advised === cell ? 'cell--advised' : '',
      props.line.length > 0 && !props.line.includes(cell) ? 'cell--dimmed' : '',
    ];
    return html`
      <div role="gridcell" class="board__cell">
        <button
          type="button"
          class=${classes.filter(Boolean).join(' ')}
          data-cell=${cell}
          tabindex=${this.cells.tabIndexOf(cell)}
          aria-label=${props.label(row + 1, col + 1, cell)}
          @click=${() => props.press(cell)}
          @focus=${() => this.cells.remember(cell)}
        >${mark ? markPicture(mark) : nothing}</button>
      </div>
    `;
  }
}

/** A band as a highlighter draws it: the strokes of the marks stay visible in it, along a diagonal too. */
function winningLine({ line, marks, rows, cols }: GridBoardProps): TemplateResult {
  const [first, last] = [line[0] ?? 0, line[line.length - 1] ?? 0];
  const centre = (index: number) => index * 100 + 50;
  const [x1, y1] = [centre(first % cols), centre(Math.floor(first / cols))];
  const [x2, y2] = [centre(last % cols), centre(Math.floor(last / cols))];
  const [dx, dy] = [Math.sign(x2 - x1) * 30, Math.sign(y2 - y1) * 30];
  return html`
    <svg class="board__line mark--${marks[first]}" viewBox="0 0 ${cols * 100} ${rows * 100}" aria-hidden="true">
      <line pathLength="1" x1=${x1 - dx} y1=${y1 - dy} x2=${x2 + dx} y2=${y2 + dy} />
    </svg>
  `;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
