/** A game's view as the boards show it. */

import { describe, expect, it } from 'vitest';
import { positionOf } from '../../src/table/position';
import { ALICE, BOB, CAROL, gridGame, ultimateGame } from './arena-games';

const legalCells = (position: ReturnType<typeof positionOf>) =>
  position.cells.flatMap(({ legal }, cell) => (legal ? [cell] : []));

const openFields = (position: ReturnType<typeof positionOf>) =>
  'fields' in position ? position.fields.flatMap(({ open }, field) => (open ? [field] : [])) : [];

describe('a grid', () => {
  it('shows each seat’s mark, and any empty cell may be played', () => {
    const position = positionOf(gridGame('XO. .A. ...', { players: [ALICE, BOB, CAROL] }));
    expect(position.cells.map(({ mark }) => mark ?? '.').join('')).toBe('XO..A....');
    expect(legalCells(position)).toEqual([2, 3, 5, 6, 7, 8]);
    expect(position.outcome).toEqual({ kind: 'in_progress', next: 'X' });
  });

  it('that waits for players can be played by nobody', () => {
    const waiting = gridGame('... ... ...', { players: [ALICE, null], status: 'waiting', turn: null });
    expect(legalCells(positionOf(waiting))).toEqual([]);
  });

  it('that is won shows its line and who has it', () => {
    const line: [number, number][] = [
      [0, 0],
      [1, 1],
      [2, 2],
    ];
    const won = gridGame('XOO .X. ..X', { status: 'won', turn: null, winner: 1, winning_line: line });
    expect(positionOf(won)).toMatchObject({ line: [0, 4, 8], outcome: { winner: 'X', by: 'line' } });
  });

  it('whose last player left has won without a line', () => {
    const won = gridGame('X.. ... ...', { status: 'won', turn: null, winner: 2, out: [1] });
    expect(positionOf(won)).toMatchObject({
      line: [],
      out: ['X'],
      outcome: { kind: 'won', winner: 'O', by: 'last_left' },
    });
  });
});

describe('an ultimate board', () => {
  it('may be played anywhere at first', () => {
    expect(legalCells(positionOf(ultimateGame()))).toHaveLength(81);
  });

  it('may be played in one mini-field when the mark before sends there', () => {
    const position = positionOf(ultimateGame({ next_field: 4 }));
    expect(openFields(position)).toEqual([4]);
    expect(legalCells(position)).toEqual([30, 31, 32, 39, 40, 41, 48, 49, 50]);
  });

  it('that closes mini-fields leaves out captured and full ones where any other may be chosen', () => {
    const rows = [...Array(3).fill('......XXX'), ...Array(6).fill('.........')];
    const { board } = gridGame(rows.join(' '));
    const closing = ultimateGame(
      { fields: [1, 0, 0, 0, 0, 0, 0, 0, 0] },
      { board, rules: { ultimate: { capture: 'closing' } } },
    );
    expect(openFields(positionOf(closing))).toEqual([1, 3, 4, 5, 6, 7, 8]);
  });

  it('tells who owns a mini-field, by which lines, and that it may count for both', () => {
    const line: [number, number][] = [
      [0, 0],
      [0, 1],
      [0, 2],
    ];
    const field_lines = [[{ seat: 2, line }], ...Array(8).fill([])];
    const position = positionOf(ultimateGame({ fields: [2, 3, 0, 0, 0, 0, 0, 0, 0], field_lines }));
    expect('fields' in position && position.fields.slice(0, 2)).toEqual([
      { owners: ['O'], open: true, captures: [{ seat: 'O', cells: [0, 1, 2] }] },
      { owners: ['X', 'O'], open: true, captures: [] },
    ]);
  });
});
