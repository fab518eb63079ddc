/** What a board shows, whatever its rule set. */

import type { DeviceStrings } from '../i18n/device/en';
import { type Position, type Seat, turnOf } from '../rules/game';

export interface ShownBoard<P extends Position = Position> {
  readonly strings: Pick<DeviceStrings, 'gridCell' | 'miniCell'>;
  /** What screen readers call the board. */
  readonly name: string;
  readonly position: P;
  /** The cell whose mark is not certain yet: not confirmed, or on its way. */
  readonly pending: number | null;
  readonly lastMove: number | null;
  readonly advised: number | null;
  /** Whether somebody here may press. */
  readonly yours: boolean;
  readonly press: (cell: number) => void;
}

/** The mark that a cell shows, certain or not. */
export function shownMark({ position, pending }: ShownBoard, cell: number): Seat | null {
  return cell === pending ? turnOf(position) : (position.cells[cell]?.mark ?? null);
}

/** The classes of a cell by what is known of it; each begins with the same name. */
export function cellClasses(block: string, { pending, lastMove, advised }: ShownBoard, cell: number): string {
  const states = { pending, last: lastMove, advised };
  const names = Object.entries(states).filter(([, of]) => of === cell);
  return [block, ...names.map(([name]) => `${block}--${name}`)].join(' ');
}
