/**
 * The moves of a round, as far as they are known, and the positions between them.
 *
 * No input or output happens here.
 */

import type { Board, GameRules, Position, Rules, Step } from '../rules/game';
import { emptyBoard, type Table } from './table';

export interface Moves {
  /** How many steps before are not known one by one. */
  readonly earlier: number;
  /** The board after those. */
  readonly board: Board;
  readonly steps: readonly Step[];
  /** How many steps since are on the board, but not told one by one yet. */
  readonly later: number;
}

const stepsOn = ({ marks, out }: Board): number => marks.filter(Boolean).length + out.length;

/** The moves that a table has told, after those of a record of its round where that leads to the same board. */
export function movesOf(rules: Rules, table: Table, record: readonly Step[] | null): Moves {
  const { board, steps, position } = table;
  const earlier = stepsOn(board);
  const told = record?.slice(0, earlier) ?? [];
  const before = rules.replay(position.rules, told, board.first);
  const leadsThere =
    typeof before !== 'string' && before.cells.every(({ mark }, cell) => mark === board.marks[cell]);
  if (told.length < earlier || !leadsThere) return { earlier, board, steps, later: 0 };
  return { earlier: 0, board: emptyBoard(position, board.first), steps: [...told, ...steps], later: 0 };
}

/** What was known of a round stays while a view shows more than events have told. */
export function keepingKnown(known: Moves, now: Moves): Moves {
  const count = ({ earlier, steps }: Moves) => earlier + steps.length;
  const later = count(now) - count(known);
  return later > 0 && now.earlier > known.earlier ? { ...known, later } : now;
}

/** The position after so many of the known moves; `null` when the rules refuse them. */
export function positionAfter(rules: Rules, game: GameRules, moves: Moves, count: number): Position | null {
  const position = rules.resume(game, moves.board, moves.steps.slice(0, count));
  return typeof position === 'string' ? null : position;
}
