/** Games for tests, drawn as boards. */

import type { GameView, Mark } from '../../src/contract/tic_tac_toe';

export const ALICE = 'alice.near';
export const BOB = 'bob.near';

/** A game between Alice (X) and Bob (O) with this board: three rows of `X`, `O` and `.`. */
export function gameOf(drawing: string, changes: Partial<GameView> = {}): GameView {
  const marks = drawing.replace(/\s/g, '').split('');
  const cells = marks.map((mark) => (mark === '.' ? null : (mark as Mark)));
  const moves = cells.filter(Boolean).length;
  const mark: Mark = moves % 2 === 0 ? 'X' : 'O';
  return {
    game_id: '1',
    p1: ALICE,
    p2: BOB,
    board: [cells.slice(0, 3), cells.slice(3, 6), cells.slice(6)] as GameView['board'],
    moves,
    status: 'in_progress',
    next: { player: mark === 'X' ? ALICE : BOB, mark },
    winner: null,
    winning_line: null,
    ...changes,
  };
}

export const EMPTY = `
  . . .
  . . .
  . . .`;
