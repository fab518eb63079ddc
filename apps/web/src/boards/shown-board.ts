/** What a board shows, whatever its rule set. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { DeviceStrings } from '../i18n/device';
import { type Position, type Seat, turnOf } from '../rules/game';
import { markPicture } from './marks';

/** A mark that nobody has made. */
export interface Ghost {
  readonly cell: number;
  readonly mark: Seat;
}

export interface ShownBoard<P extends Position = Position> {
  readonly strings: Pick<DeviceStrings, 'gridCell' | 'miniCell'>;
  /** What screen readers call the board. */
  readonly name: string;
  readonly position: P;
  /** The cell whose mark is not certain yet: not confirmed, or on its way. */
  readonly pending?: number | null;
  readonly lastMove: number | null;
  readonly advised?: number | null;
  /** What might follow the advised mark, in order. */
  readonly line?: readonly Ghost[];
  /** Whether somebody here may press. */
  readonly yours?: boolean;
  readonly press?: (cell: number) => void;
}

/** The mark that a cell shows, certain or not. */
export function shownMark({ position, pending }: ShownBoard, cell: number): Seat | null {
  return cell === pending ? turnOf(position) : (position.cells[cell]?.mark ?? null);
}

/** The mark of a cell as a picture: made, not certain yet, or just advised. */
export function markIn(shown: ShownBoard, cell: number): TemplateResult | typeof nothing {
  const mark = shownMark(shown, cell);
  if (mark) return markPicture(mark);
  const turn = turnOf(shown.position);
  if (turn && cell === shown.advised) return html`<span class="ghost">${markPicture(turn)}</span>`;
  const later = shown.line?.findIndex((ghost) => ghost.cell === cell) ?? -1;
  const ghost = shown.line?.[later];
  // The advised mark is the first of the line.
  return ghost
    ? html`<span class="ghost ghost--later" data-number=${later + 2}>${markPicture(ghost.mark)}</span>`
    : nothing;
}

/** A press where one may not play shows where one may. */
export function pulse({ currentTarget }: Event): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const board = (currentTarget as Element).closest('.board, .ultimate');
  for (const place of board?.querySelectorAll('.field--open, .cell--empty') ?? [])
    place.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], { duration: 350, iterations: 2 });
}

/** The classes of a cell by what is known of it; each begins with the same name. */
export function cellClasses(block: string, { pending, lastMove, advised }: ShownBoard, cell: number): string {
  const states = { pending, last: lastMove, advised };
  const names = Object.entries(states).filter(([, of]) => of === cell);
  return [block, ...names.map(([name]) => `${block}--${name}`)].join(' ');
}
