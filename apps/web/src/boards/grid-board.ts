/** A board of rows and columns: a grid of buttons, for mouse, touch, keyboard and screen reader alike. */

import './grid-board.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { type GridPosition, turnOf } from '../rules/game';
import type { CellFocus } from './cell-focus';
import { pathThrough } from './marks';
import { cellClasses, markIn, pulse, type ShownBoard, shownMark } from './shown-board';

/** From so many rows or columns on, cells stand close together with thin lines between them. */
const DENSE = 6;

/** From so many on, rows and columns have their numbers beside them. */
const NUMBERED = 10;

export function gridBoard(shown: ShownBoard<GridPosition>, focus: CellFocus): TemplateResult {
  const { position, name, yours } = shown;
  const { rows, cols } = position.rules;
  focus.fit({ rows, cols });
  const largest = Math.max(rows, cols);
  const looks = `${largest >= DENSE ? 'board--dense' : ''} ${largest >= NUMBERED ? 'board--numbered' : ''}`;
  const turn = yours ? turnOf(position) : null;
  const row = (number: number) => numbers(cols).map((col) => cellOf(shown, focus, number, col));
  return html`
    <div class="board ${looks}" style="--rows: ${rows}; --cols: ${cols}" data-turn=${turn ?? nothing}>
      <div class="board__grid" role="grid" aria-label=${name} @keydown=${focus.moveByKey}>
        ${numbers(rows).map((number) => html`<div class="board__row" role="row">${row(number)}</div>`)}
      </div>
      ${position.line.length > 0 ? winningLine(position) : nothing}
    </div>
  `;
}

function cellOf(shown: ShownBoard<GridPosition>, focus: CellFocus, row: number, col: number): TemplateResult {
  const { rules, line } = shown.position;
  const cell = row * rules.cols + col;
  const mark = shownMark(shown, cell);
  const dimmed = line.length > 0 && !line.includes(cell) ? 'cell--dimmed' : '';
  const press = (event: Event) => {
    if (mark) pulse(event);
    shown.press?.(cell);
  };
  return html`
    <div role="gridcell" class="board__cell">
      <button
        type="button"
        class="${cellClasses('cell', shown, cell)} cell--${mark ?? 'empty'} ${dimmed}"
        data-cell=${cell}
        tabindex=${focus.tabIndexOf(cell)}
        aria-label=${shown.strings.gridCell(row + 1, col + 1, mark, cell === shown.pending)}
        @click=${press}
        @focus=${() => focus.remember(cell)}
      >${markIn(shown, cell)}</button>
    </div>
  `;
}

/** A band as a highlighter draws it: the strokes of the marks stay visible in it, along a diagonal too. */
function winningLine({ line, cells, rules: { rows, cols } }: GridPosition): TemplateResult {
  const [first, last] = [line[0] ?? 0, line[line.length - 1] ?? 0];
  const centre = (cell: number) => ({ x: (cell % cols) * 100 + 50, y: Math.floor(cell / cols) * 100 + 50 });
  return html`
    <svg class="board__line mark--${cells[first]?.mark}" viewBox="0 0 ${cols * 100} ${rows * 100}" aria-hidden="true">
      <path pathLength="1" d=${pathThrough(centre(first), centre(last), 30)} />
    </svg>
  `;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
