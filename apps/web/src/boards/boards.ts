/** Each rule set's board: the one place that knows which rule set looks how. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { DeviceStrings } from '../i18n/device';
import {
  type GameRules,
  isClassic,
  type Position,
  type Rules,
  type Seat,
  turnOf,
  type UltimatePosition,
} from '../rules/game';
import { CellFocus, numberOfKey } from './cell-focus';
import { gridBoard } from './grid-board';
import { gridPicture } from './grid-picture';
import type { ShownBoard } from './shown-board';
import { UltimateBoard } from './ultimate-board';
import { fieldOf, innerOf, ultimatePicture } from './ultimate-picture';

/** A board so wide does not fit a phone with cells that a finger can hit. */
const WIDE = 10;

export class Boards {
  private readonly cells: CellFocus;
  private readonly ultimate: UltimateBoard;
  private zoomed = isSmallWindow();

  constructor(private readonly root: () => ParentNode) {
    this.cells = new CellFocus(root);
    this.ultimate = new UltimateBoard(this.cells);
  }

  template(shown: ShownBoard): TemplateResult {
    const { position } = shown;
    const board =
      'fields' in position
        ? this.ultimate.template({ ...shown, position })
        : gridBoard({ ...shown, position }, this.cells);
    return html`<div class="board-frame">${board}</div>`;
  }

  /** Shows a wide board in part on a phone, and whole elsewhere. */
  resetZoom(): void {
    this.zoomed = isSmallWindow();
  }

  /** Whether only a part of the board is shown. */
  isZoomed(position: Position): boolean {
    return this.zoomed && canZoom(position);
  }

  /** The button for a board that may be shown in part; `zoomed` is called after it was pressed. */
  zoomButton(
    { zoomIn, zoomOut }: Pick<DeviceStrings, 'zoomIn' | 'zoomOut'>,
    position: Position,
    zoomed: () => void,
  ): TemplateResult | typeof nothing {
    if (!canZoom(position)) return nothing;
    const press = () => {
      this.zoomed = !this.zoomed;
      zoomed();
    };
    return html`<button type="button" class="button button--small" aria-pressed=${this.zoomed} @click=${press}>${this.zoomed ? zoomOut : zoomIn}</button>`;
  }

  /** For when a button that had the focus goes away. */
  focus(): void {
    this.cells.focus();
  }

  /** For when something begins on a board that may be out of sight. */
  scrollIntoSight(): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.root()
      .querySelector('.board')
      ?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
  }

  /** Brings a cell, or else the middle of the board, to the middle of a frame that shows only a part of the board. */
  centreOn(cell: number | null): void {
    const frame = this.root().querySelector('.play--zoomed .board-frame');
    const target = frame?.querySelector(cell === null ? '[role=grid]' : `[data-cell="${cell}"]`);
    if (!frame || !target) return;
    const [outer, inner] = [frame.getBoundingClientRect(), target.getBoundingClientRect()];
    frame.scrollBy(
      inner.x + inner.width / 2 - (outer.x + outer.width / 2),
      inner.y + inner.height / 2 - (outer.y + outer.height / 2),
    );
  }

  /** The cell that a digit key plays, if it plays one. */
  cellOfKey(position: Position, key: string): number | null {
    if ('fields' in position) return this.ultimate.cellOfKey(position, key);
    return isClassic(position.rules) ? numberOfKey(key) : null;
  }
}

/** A board as a picture that nobody presses. */
export const boardPicture = (position: Position, description: string): TemplateResult =>
  'fields' in position ? ultimatePicture(position, description) : gridPicture(position, description);

/** A position to draw: what is played and which cells were marked in turn. */
export interface Example {
  readonly game: GameRules;
  readonly moves: readonly number[];
}

export function examplePicture(rules: Rules, { game, moves }: Example, description: string): TemplateResult {
  const position = rules.replay(game, moves);
  if (typeof position === 'string') throw new RangeError(`the rules refuse an example: ${position}`);
  return boardPicture(position, description);
}

/** What people call a rule set. */
export type GameName = keyof DeviceStrings['games'];

export function gameNameOf(rules: GameRules): GameName {
  if (rules.kind === 'ultimate') return 'ultimate';
  return isClassic(rules) ? 'classic' : 'boards';
}

/** Whether a phone shows the board in part, with a way to see all of it. */
function canZoom({ rules }: Position): boolean {
  return rules.kind === 'grid' && Math.max(rules.rows, rules.cols) >= WIDE;
}

/** A phone, upright or on its side. */
function isSmallWindow(): boolean {
  return matchMedia('(max-width: 40rem), (max-height: 34rem)').matches;
}

export function keysOf({ rules }: Position, strings: DeviceStrings): string {
  return rules.kind === 'ultimate' ? strings.ultimateKeys : strings.gridKeys;
}

/** What screen readers hear of the latest move. */
export function moveText(strings: DeviceStrings, before: Position, after: Position, cell: number): string {
  const seat = turnOf(before);
  if (!seat) return '';
  if (after.rules.kind === 'grid') {
    const { cols } = after.rules;
    return strings.gridMove(seat, Math.floor(cell / cols) + 1, (cell % cols) + 1);
  }
  return 'fields' in before && 'fields' in after ? miniMoveText(strings, before, after, seat, cell) : '';
}

/** What screen readers hear of a hint. */
export function hintText(strings: DeviceStrings, { rules }: Position, cell: number): string {
  if (rules.kind === 'ultimate') return strings.miniHint(fieldOf(cell), innerOf(cell));
  return strings.gridHint(Math.floor(cell / rules.cols) + 1, (cell % rules.cols) + 1);
}

function miniMoveText(
  strings: DeviceStrings,
  before: UltimatePosition,
  after: UltimatePosition,
  seat: Seat,
  cell: number,
): string {
  const field = fieldOf(cell);
  const owners = after.fields[field]?.owners ?? [];
  const changed = owners.length !== before.fields[field]?.owners.length;
  const open = after.fields.flatMap(({ open: isOpen }, index) => (isOpen ? [index] : []));
  return strings.miniMove({
    seat,
    field,
    inner: innerOf(cell),
    captured: changed ? (owners.length > 1 ? 'both' : seat) : null,
    next: open.length === 1 ? (open[0] ?? null) : null,
    over: turnOf(after) === null,
  });
}
