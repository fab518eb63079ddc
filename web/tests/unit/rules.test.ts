/** The rules as the page uses them: the very wasm that it loads. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell';
import { NEW_HOT_SEAT, playHotSeat, restoreHotSeat } from '../../src/rules/hot-seat';
import { EMPTY_BOARD, marksOf, rulesFrom } from '../../src/rules/rules';

const wasm = readFileSync(new URL('../../src/rules/rules.wasm', import.meta.url));
const rules = rulesFrom(new WebAssembly.Instance(new WebAssembly.Module(wasm)));

const played = (...cells: Cell[]) =>
  cells.reduce((game, cell) => playHotSeat(rules, game, cell), NEW_HOT_SEAT);
const outcomeAfter = (...cells: Cell[]) => rules.outcome(played(...cells).board);

describe('hot-seat', () => {
  it('starts with nine empty cells and X', () => {
    expect(marksOf(EMPTY_BOARD)).toEqual(Array(9).fill(null));
    expect(rules.outcome(EMPTY_BOARD)).toEqual({ kind: 'in_progress', next: 'X' });
  });

  it('switches turns', () => {
    expect(outcomeAfter(4)).toEqual({ kind: 'in_progress', next: 'O' });
    expect(outcomeAfter(4, 0)).toEqual({ kind: 'in_progress', next: 'X' });
    expect(marksOf(played(4, 0).board)).toEqual(['O', null, null, null, 'X', null, null, null, null]);
  });

  it('refuses an occupied cell and leaves the board as it was', () => {
    const game = played(4, 4);
    expect(game.refusal).toBe('CELL_TAKEN');
    expect(game.board).toBe(played(4).board);
  });

  it('forgets the refusal with the next move', () => {
    expect(played(4, 4, 0).refusal).toBeNull();
  });

  it('declares rows, columns and diagonals for either player', () => {
    expect(outcomeAfter(0, 3, 1, 4, 2)).toEqual({ kind: 'won', winner: 'X', line: [0, 1, 2] });
    expect(outcomeAfter(0, 1, 3, 4, 8, 7)).toEqual({ kind: 'won', winner: 'O', line: [1, 4, 7] });
    expect(outcomeAfter(0, 1, 4, 2, 8)).toEqual({ kind: 'won', winner: 'X', line: [0, 4, 8] });
    expect(outcomeAfter(0, 2, 1, 4, 8, 6)).toEqual({ kind: 'won', winner: 'O', line: [2, 4, 6] });
  });

  it('is over after a win', () => {
    expect(played(0, 3, 1, 4, 2, 8).refusal).toBe('GAME_OVER');
  });

  it('is a draw when the board is full', () => {
    expect(outcomeAfter(0, 1, 2, 4, 3, 5, 7, 6, 8)).toEqual({ kind: 'draw' });
  });
});

describe('a saved game', () => {
  it('comes back', () => {
    const { board } = played(4, 0, 8);
    expect(restoreHotSeat(rules, String(board)).board).toBe(board);
  });

  it.each([null, '', 'nonsense', '-1', '1.5', '3', '99999999999'])('that reads %s is a new game', (saved) => {
    expect(restoreHotSeat(rules, saved)).toEqual(NEW_HOT_SEAT);
  });
});
