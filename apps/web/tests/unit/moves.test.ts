/** The moves of a round beside its board: what is known of them, and the positions between them. */

import { expect, it } from 'vitest';
import { cellText, type Seat } from '../../src/rules/game';
import { keepingKnown, movesOf, positionAfter } from '../../src/table/moves';
import { type Table, type TableEvent, tableAfter } from '../../src/table/table';
import { AFTER_CENTRE, ALICE, arenaGame, BOB, CAROL, EMPTY } from './games';
import { ANY, CLASSIC, rules } from './rules';

const moved = (seat: Seat, row: number, col: number): TableEvent => ({
  kind: 'moved',
  round: 1n,
  seat,
  row,
  col,
});

/** A table after these events. */
const tableOf = (shown: Table, ...events: TableEvent[]): Table =>
  events.reduce<Table>((table, event) => tableAfter(rules, table, event, 0) ?? table, shown);

const drawnAfter = (table: Table, record: number[] | null, count: number): string | undefined =>
  positionAfter(rules, table.position.rules, movesOf(rules, table, record), count)
    ?.cells.map(({ mark }) => mark ?? '.')
    .join('');

it('are told by events, from the first board that was seen', () => {
  const table = tableOf(arenaGame(EMPTY), moved('X', 1, 1), moved('O', 0, 0), moved('X', 1, 2));
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
  const shown = arenaGame('X.. ... ...', { ...three, turn: 2 });
  const resigned: TableEvent = { kind: 'left', round: 1n, seat: 'O', reason: 'resigned' };
  const left = tableOf(shown, resigned, moved('A', 0, 2), moved('X', 0, 1));
  expect(movesOf(rules, left, null).steps).toEqual([{ leaves: 'O' }, 2, 1]);
});

it('count those before the first board that was seen', () => {
  const table = tableOf(arenaGame(AFTER_CENTRE), moved('O', 2, 2));
  expect(movesOf(rules, table, null)).toMatchObject({ earlier: 1, steps: [8] });
});

it('are completed by a record of the round, unless it tells of another board', () => {
  const table = tableOf(arenaGame('OX. .X. ...'), moved('O', 2, 2));
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

it('stay as they were known while a view shows more than events have told', () => {
  const told = tableOf(arenaGame(EMPTY), moved('X', 1, 1));
  const known = movesOf(rules, told, null);
  const now = movesOf(rules, arenaGame('O.. .X. ...'), null);
  expect(now).toMatchObject({ earlier: 2, steps: [] });
  expect(keepingKnown(known, now)).toEqual({ ...known, later: 1 });
  const all = movesOf(rules, tableOf(told, moved('O', 0, 0)), null);
  expect(keepingKnown(known, all)).toBe(all);
});
