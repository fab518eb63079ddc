/** The moves of a round beside its board: what is known of them, and the positions between them. */

import { expect, it } from 'vitest';
import { cellText, movesOf, positionAfter } from '../../src/table/moves';
import { carriedOn, type Table } from '../../src/table/table';
import { AFTER_CENTRE, ALICE, arenaGame, BOB, CAROL, EMPTY } from './games';
import { ANY, CLASSIC, rules } from './rules';

/** A table after these answers of the chain, one after the other. */
const tableAfter = (...answers: Table[]): Table =>
  answers.reduce((known, answer) => carriedOn(answer, known));

const drawnAfter = (table: Table, record: number[] | null, count: number): string | undefined =>
  positionAfter(rules, table.position, movesOf(rules, table, record), count)
    ?.cells.map(({ mark }) => mark ?? '.')
    .join('');

it('are told by the answers of the chain, from the first that was seen', () => {
  const table = tableAfter(arenaGame(EMPTY), arenaGame(AFTER_CENTRE), arenaGame('O.. .XX ...'));
  expect(movesOf(rules, table, null)).toMatchObject({ earlier: 0, steps: [4, 0, 5] });
  expect([0, 1, 2, 3].map((count) => drawnAfter(table, null, count))).toEqual([
    '.........',
    '....X....',
    'O...X....',
    'O...XX...',
  ]);
});

it('pass over a player who is out, and keep who has left', () => {
  const three = { players: [ALICE, BOB, CAROL] };
  const left = tableAfter(
    arenaGame('X.. ... ...', { ...three, turn: 2 }),
    arenaGame('X.. ... ...', { ...three, turn: 3, out: [2] }),
    arenaGame('XXA ... ...', { ...three, turn: 3, out: [2] }),
  );
  expect(movesOf(rules, left, null).steps).toEqual([{ leaves: 'O' }, 2, 1]);
});

it('begin anew where several marks of one player have no certain order', () => {
  const table = tableAfter(arenaGame(EMPTY), arenaGame('OX. .X. ...'), arenaGame('OX. .X. ..O'));
  expect(movesOf(rules, table, null)).toMatchObject({ earlier: 3, steps: [8] });
});

it('are completed by a record of the round, unless it tells of another board', () => {
  const table = tableAfter(arenaGame('OX. .X. ...'), arenaGame('OX. .X. ..O'));
  expect(movesOf(rules, table, [1, 0, 4, 8])).toMatchObject({ earlier: 0, steps: [1, 0, 4, 8] });
  expect(drawnAfter(table, [1, 0, 4], 1)).toBe('.X.......');
  for (const record of [
    [1, 0],
    [1, 0, 5],
    [1, 1, 4],
  ])
    expect(movesOf(rules, table, record)).toMatchObject({ earlier: 3, steps: [8] });
});

it('are written as row and column from 1', () => {
  expect(cellText(CLASSIC, 5)).toBe('2,3');
  expect(cellText(ANY, 80)).toBe('9,9');
});
