/** A board of rows and columns: a grid of buttons, for mouse, touch, keyboard and screen reader alike. */

import './grid-board.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { type GridPosition, turnOf } from '../rules/game';
import { CellFocus } from './cell-focus';
import { cellClasses, markIn, pulse, type ShownBoard, shownMark } from './shown-board';

/** From so many rows or columns on, cells stand close together with thin lines between them. */
const DENSE = 6;

/** From so many on, rows and columns have their numbers beside them. */
const NUMBERED = 10;

export class GridBoard {
  private readonly cells: CellFocus;

  constructor(root: () => ParentNode) {
    this.cells = new CellFocus(root);
  }

  /** For when a button that had the focus goes away. */
  focus(): void {
    this.cells.focus();
  }

  template(shown: ShownBoard<GridPosition>): TemplateResult {
    const { position, name, yours } = shown;
    const { rows, cols } = position.rules;
    this.cells.fit({ rows, cols });
    const largest = Math.max(rows, cols);
    const looks = `${largest >= DENSE ? 'board--dense' : ''} ${largest >= NUMBERED ? 'board--numbered' : ''}`;
    const turn = yours ? turnOf(position) : null;
    return html`
      <div class="board ${looks}" style="--rows: ${rows}; --cols: ${cols}" data-turn=${turn ?? nothing}>
        <div class="board__grid" role="grid" aria-label=${name} @keydown=${this.cells.moveByKey}>
          ${numbers(rows).map((row) => html`<div class="board__row" role="row">${numbers(cols).map((col) => this.cell(shown, row, col))}</div>`)}
        </div>
        ${position.line.length > 0 ? winningLine(position) : nothing}
      </div>
    `;
  }

  private cell(shown: ShownBoard<GridPosition>, row: number, col: number): TemplateResult {
    const { rules, line } = shown.position;
    const cell = row * rules.cols + col;
    const mark = shownMark(shown, cell);
    const dimmed = line.length > 0 && !line.includes(cell) ? 'cell--dimmed' : '';
    return html`
      <div role="gridcell" class="board__cell">
        <button
          type="button"
          class="${cellClasses('cell', shown, cell)} cell--${mark ?? 'empty'} ${dimmed}"
          data-cell=${cell}
          tabindex=${this.cells.tabIndexOf(cell)}
          aria-label=${shown.strings.gridCell(row + 1, col + 1, mark, cell === shown.pending)}
          @click=${(event: Event) => {
            if (mark) pulse(event);
            shown.press(cell);
          }}
          @focus=${() => this.cells.remember(cell)}
        >${markIn(shown, cell)}</button>
      </div>
    `;
  }
}

/** A band as a highlighter draws it: the strokes of the marks stay visible in it, along a diagonal too. */
function winningLine({ line, cells, rules: { rows, cols } }: GridPosition): TemplateResult {
  const [first, last] = [line[0] ?? 0, line[line.length - 1] ?? 0];
  const centre = (index: number) => index * 100 + 50;
  const [x1, y1] = [centre(first % cols), centre(Math.floor(first / cols))];
  const [x2, y2] = [centre(last % cols), centre(Math.floor(last / cols))];
  const [dx, dy] = [Math.sign(x2 - x1) * 30, Math.sign(y2 - y1) * 30];
  return html`
    <svg class="board__line mark--${cells[first]?.mark}" viewBox="0 0 ${cols * 100} ${rows * 100}" aria-hidden="true">
      <line pathLength="1" x1=${x1 - dx} y1=${y1 - dy} x2=${x2 + dx} y2=${y2 + dy} />
    </svg>
  `;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
