/** The board: nine buttons in a grid, for mouse, touch, keyboard and screen reader alike. */

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { CELLS, type Cell, cellAt, colOf, type Marks, rowOf, SIZE } from '../cell';
import type { Mark } from '../contract/tic_tac_toe';
import type { Strings } from '../i18n/en';

export interface BoardProps {
  readonly strings: Strings;
  readonly marks: Marks;
  /** The cell whose mark is not certain yet. */
  readonly pending: Cell | null;
  readonly lastMove: Cell | null;
  /** The winning line. */
  readonly line: readonly Cell[] | null;
  /** Whose mark an empty cell hints at under the pointer. */
  readonly hint: Mark | null;
  readonly play: (cell: Cell) => void;
}

export class BoardView {
  /** The one cell that Tab reaches; arrows move on from it. */
  private focused: Cell = 0;

  constructor(private readonly root: () => ParentNode) {}

  /** For when a button that had the focus goes away. */
  focus(): void {
    this.button(this.focused)?.focus({ preventScroll: true });
  }

  /** For when something begins on a board that may be out of sight. */
  scrollIntoSight(): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.root()
      .querySelector('.board')
      ?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
  }

  template(props: BoardProps): TemplateResult {
    const rows = [0, 1, 2];
    return html`
      <div class="board" data-hint=${props.hint ?? nothing}>
        <div class="board__grid" role="grid" aria-label=${props.strings.board} @keydown=${this.moveFocus}>
          ${rows.map((row) => html`<div class="board__row" role="row">${rows.map((col) => this.cell(props, cellAt(row, col)))}</div>`)}
        </div>
        ${props.line ? winningLine(props.line, props.marks) : nothing}
      </div>
    `;
  }

  private cell(props: BoardProps, cell: Cell): TemplateResult {
    const mark = props.marks[cell] ?? null;
    const pending = props.pending === cell;
    const classes = [
      'cell',
      mark ? `cell--${mark}` : 'cell--empty',
      pending ? 'cell--pending' : '',
      props.lastMove === cell ? 'cell--last' : '',
      props.line && !props.line.includes(cell) ? 'cell--dimmed' : '',
    ];
    return html`
      <div role="gridcell" class="board__cell">
        <button
          type="button"
          class=${classes.filter(Boolean).join(' ')}
          data-cell=${cell}
          tabindex=${cell === this.focused ? 0 : -1}
          aria-label=${props.strings.cell(rowOf(cell) + 1, colOf(cell) + 1, mark, pending)}
          @click=${() => props.play(cell)}
          @focus=${() => this.remember(cell)}
        >${mark ? markPicture(mark) : nothing}</button>
      </div>
    `;
  }

  private readonly moveFocus = (event: KeyboardEvent): void => {
    const next = neighbour(this.focused, event.key);
    if (next === null) return;
    event.preventDefault();
    this.button(next)?.focus();
  };

  private remember(cell: Cell): void {
    this.button(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = cell;
    this.button(cell)?.setAttribute('tabindex', '0');
  }

  private button(cell: Cell): HTMLButtonElement | null {
    return this.root().querySelector(`[data-cell="${cell}"]`);
  }
}

/** The cell that an arrow, Home or End leads to; the edges do not wrap. */
export function neighbour(cell: Cell, key: string): Cell | null {
  const [row, col] = [rowOf(cell), colOf(cell)];
  switch (key) {
    case 'ArrowUp':
      return cellAt(Math.max(row - 1, 0), col);
    case 'ArrowDown':
      return cellAt(Math.min(row + 1, SIZE - 1), col);
    case 'ArrowLeft':
      return cellAt(row, Math.max(col - 1, 0));
    case 'ArrowRight':
      return cellAt(row, Math.min(col + 1, SIZE - 1));
    case 'Home':
      return cellAt(row, 0);
    case 'End':
      return cellAt(row, SIZE - 1);
    default:
      return null;
  }
}

/** The cell that a digit key plays, 1 to 9 in reading order. */
export function cellOfKey(key: string): Cell | null {
  return CELLS.find((cell) => key === String(cell + 1)) ?? null;
}

export function markPicture(mark: Mark): TemplateResult {
  const strokes =
    mark === 'X'
      ? svg`<path pathLength="1" d="M26 26 L74 74" /><path pathLength="1" d="M74 26 L26 74" />`
      : svg`<circle pathLength="1" cx="50" cy="50" r="26" transform="rotate(-90 50 50)" />`;
  return html`<svg class="mark mark--${mark}" viewBox="0 0 100 100" aria-hidden="true">${strokes}</svg>`;
}

/** A band as a highlighter draws it: the strokes of the marks stay visible in it, along a diagonal too. */
function winningLine(line: readonly Cell[], marks: Marks): TemplateResult {
  const [first, last] = [line[0] ?? 0, line[line.length - 1] ?? 0];
  const [x1, y1, x2, y2] = [
    centre(colOf(first)),
    centre(rowOf(first)),
    centre(colOf(last)),
    centre(rowOf(last)),
  ];
  const [dx, dy] = [Math.sign(x2 - x1) * 30, Math.sign(y2 - y1) * 30];
  return html`
    <svg class="board__line mark--${marks[first]}" viewBox="0 0 300 300" aria-hidden="true">
      <line pathLength="1" x1=${x1 - dx} y1=${y1 - dy} x2=${x2 + dx} y2=${y2 + dy} />
    </svg>
  `;
}

const centre = (index: number) => index * 100 + 50;
