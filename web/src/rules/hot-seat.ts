/** Two people on one device: the state of their game and what a click does to it. */

import type { Cell } from '../cell';
import { type Board, EMPTY_BOARD, type MoveRefusal, type Rules } from './rules';

export interface HotSeat {
  readonly board: Board;
  /** Why the latest click placed nothing. */
  readonly refusal: MoveRefusal | null;
  readonly lastMove: Cell | null;
}

export const NEW_HOT_SEAT: HotSeat = { board: EMPTY_BOARD, refusal: null, lastMove: null };

export function playHotSeat(rules: Rules, game: HotSeat, cell: Cell): HotSeat {
  const answer = rules.play(game.board, cell);
  if (typeof answer === 'string') return { ...game, refusal: answer };
  return { board: answer, refusal: null, lastMove: cell };
}

/** The game as it was saved; a saved text that is no board gives a new game. */
export function restoreHotSeat(rules: Rules, saved: string | null): HotSeat {
  const integer = saved === null || saved === '' ? Number.NaN : Number(saved);
  const board = Number.isInteger(integer) && integer >= 0 ? rules.parse(integer) : null;
  return board === null ? NEW_HOT_SEAT : { ...NEW_HOT_SEAT, board };
}
