/** A table: what the two contracts' views and events make of it, and what may be done at it. */

import { describe, expect, it } from 'vitest';
import type { GameView } from '../../src/contract/arena';
import { TABLE_TEXTS } from '../../src/i18n/table';
import { CLASSIC, type Position } from '../../src/rules/game';
import { arenaEvent, arenaEventOf, arenaTable } from '../../src/table/arena';
import { oneGameEvent } from '../../src/table/one-game';
import {
  actionsFor,
  mayHaveClosed,
  moveRefusal,
  secondsLeft,
  type Table,
  type TableEvent,
  tableAfter,
  turnAt,
} from '../../src/table/table';
import { timeText } from '../../src/table/words';
import {
  AFTER_CENTRE,
  ALICE,
  arenaGame,
  BOB,
  CAROL,
  DRAWN,
  EMPTY,
  gridGame,
  OVER,
  oneGame,
  ultimateGame,
  WAITING,
} from './games';
import { replayed, rules, ultimateMoves } from './rules';

const positionOf = (view: GameView): Position => arenaTable(view, rules).position;

const legalCells = ({ cells }: Position) => cells.flatMap(({ legal }, cell) => (legal ? [cell] : []));

const openFields = (position: Position) =>
  'fields' in position ? position.fields.flatMap(({ open }, field) => (open ? [field] : [])) : [];

/** A game of ultimate after these moves, as the arena shows it. */
function ultimateAfter(
  moves: string,
  capture: 'first' | 'any' | 'closing',
  nextField: number | null,
): GameView {
  const { cells, outcome, ...rest } = replayed({ kind: 'ultimate', capture }, ...ultimateMoves(moves));
  const fields = 'fields' in rest ? rest.fields : [];
  const line = (numbers: readonly number[]) =>
    numbers.map((cell): [number, number] => [Math.floor(cell / 9), cell % 9]);
  return ultimateGame(
    {
      next_field: nextField,
      field_lines: fields.map(({ captures }) =>
        captures.map(({ seat, cells: own }) => ({ seat: seat === 'X' ? 1 : 2, line: line(own) })),
      ),
    },
    {
      board: cells.map(({ mark }) => (mark ? 'XO'.indexOf(mark) + 1 : 0)),
      turn: outcome.kind === 'in_progress' && outcome.next === 'X' ? 1 : 2,
      rules: { ultimate: { capture } },
    },
  );
}

describe('a grid', () => {
  it('shows each seat’s mark, and any empty cell may be played', () => {
    const position = positionOf(gridGame('XO. .A. ...', { players: [ALICE, BOB, CAROL] }));
    expect(position.cells.map(({ mark }) => mark ?? '.').join('')).toBe('XO..A....');
    expect(legalCells(position)).toEqual([2, 3, 5, 6, 7, 8]);
    expect(position.outcome).toEqual({ kind: 'in_progress', next: 'X' });
  });

  it('that waits for players can be played by nobody', () => {
    expect(legalCells(positionOf(gridGame(EMPTY, WAITING)))).toEqual([]);
  });

  it('that is won shows its line and who has it', () => {
    const won = gridGame('XOO .X. ..X', { status: 'won', turn: null, winner: 1 });
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

  it('that no game can look like is refused', () => {
    expect(() => positionOf(gridGame('XXX ... ...'))).toThrow('no game');
  });
});

describe('an ultimate board', () => {
  it('may be played anywhere at first', () => {
    expect(legalCells(positionOf(ultimateGame()))).toHaveLength(81);
  });

  it('may be played in one mini-field when the mark before sends there', () => {
    const sent = ultimateAfter('04', 'first', 4);
    expect(openFields(positionOf(sent))).toEqual([4]);
    expect(legalCells(positionOf(sent))).toEqual([30, 31, 32, 39, 40, 41, 48, 49, 50]);
    expect(moveRefusal(arenaTable(sent, rules), BOB, 0)).toEqual({ code: 'WRONG_FIELD' });
    expect(moveRefusal(arenaTable(ultimateAfter('44', 'first', 4), rules), BOB, 40)).toEqual({
      code: 'CELL_TAKEN',
    });
  });

  it('that closes mini-fields leaves out captured ones where any other may be chosen', () => {
    const closing = ultimateAfter('00 01 10 04 40 07 70', 'closing', null);
    expect(openFields(positionOf(closing))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('that waits for players highlights nothing', () => {
    expect(openFields(positionOf(ultimateGame({}, WAITING)))).toEqual([]);
  });

  it('shows who owns a mini-field, by which lines, and that it may count for both', () => {
    const both = ultimateAfter('00 03 30 04 40 05 51 10 01 12 26 60 02', 'any', 2);
    const position = positionOf(both);
    expect('fields' in position && position.fields[0]).toEqual({
      owners: ['X', 'O'],
      open: false,
      captures: [
        { seat: 'O', cells: [9, 10, 11] },
        { seat: 'X', cells: [0, 1, 2] },
      ],
    });
  });
});

/** A log line of a contract. */
const line = (standard: string, event: string, data: object, version = '1.0.0') =>
  `EVENT_JSON:${JSON.stringify({ standard, version, event, data })}`;
const inArena = (event: string, data: object, version?: string) =>
  line('tic-tac-toe-arena', event, { game_id: '17', ...data }, version);
const inOneGame = (event: string, data: object) => line('tic-tac-toe', event, { game_id: '1', ...data });

const lines = (...logs: string[]): TableEvent[] =>
  logs.flatMap((log) => arenaEventOf('17', log) ?? oneGameEvent(log) ?? []);

const tableWith = (table: Table | null, events: readonly TableEvent[], now = 0) =>
  events.reduce<Table | null | undefined>((known, event) => tableAfter(rules, known, event, now), table);

const drawn = (table: Table | null | undefined) =>
  table?.position.cells.map(({ mark }) => mark ?? '.').join('');

describe('events', () => {
  const byAlice = inArena('move_made', { round: 1, player: ALICE, seat: 1, row: 1, col: 1 });
  const byBob = inArena('move_made', { round: 1, player: BOB, seat: 2, row: 0, col: 0 });

  it('of a move mark a cell and pass the turn on', () => {
    const table = tableWith(arenaGame(EMPTY), lines(byAlice, byBob));
    expect(drawn(table)).toBe('O...X....');
    expect(table).toMatchObject({ last: { cell: 0 }, position: { outcome: { next: 'X' } } });
  });

  it('change nothing when they are repeated, or belong to another game or round', () => {
    const known = tableWith(arenaGame(EMPTY), lines(byAlice)) as Table;
    const elsewhere = inArena('move_made', { round: 2, player: BOB, seat: 2, row: 0, col: 0 });
    const foreign = inArena('move_made', { game_id: '18', round: 1, player: BOB, seat: 2, row: 0, col: 0 });
    expect(tableWith(known, lines(byAlice, elsewhere, foreign))).toBe(known);
    const started = inArena('round_started', { round: 1, seat: 1 });
    expect(tableWith(known, lines(started))).toBe(known);
    expect(tableWith(arenaGame(AFTER_CENTRE), lines(byAlice))).toMatchObject({ steps: [] });
  });

  it('that the rules refuse are left to the next answer of the chain', () => {
    const known = arenaGame(EMPTY);
    expect(tableWith(known, lines(byBob))).toBe(known);
  });

  it.each(['1.0.0', '1.1.0', '1.12.3'])('of version %s are read', (version) => {
    expect(arenaEvent(inArena('round_started', { round: 2, seat: 1 }, version))).not.toBeNull();
  });

  it.each([
    ['another version', inArena('round_started', { round: 2, seat: 1 }, '2.0.0')],
    ['another standard', line('chess', 'round_started', { game_id: '17', round: 2, seat: 1 })],
    ['an event that this page does not know', inArena('round_paused', { round: 2 })],
    ['data that make no sense', inArena('move_made', { round: 'x', seat: 9 })],
    ['no JSON', 'EVENT_JSON:{'],
    ['no event', 'hello'],
  ])('with %s tell nothing', (_what, log) => {
    expect(arenaEvent(log)).toBeNull();
    expect(oneGameEvent(log)).toBeNull();
  });

  it('of the last mark end the round and count once in the score', () => {
    const almost = arenaGame('XX. OO. ...', { score: { wins: [1, 0], draws: 2 } });
    const winning = inArena('move_made', { round: 1, player: ALICE, seat: 1, row: 0, col: 2 });
    const over = inArena('round_over', { round: 1, result: 'won', winner: ALICE, seat: 1, by: ALICE });
    const table = tableWith(almost, lines(winning, over, winning, over));
    expect(table).toMatchObject({
      score: { wins: [2, 0], draws: 2 },
      position: { outcome: { winner: 'X' } },
    });
  });

  it.each([
    ['before two marks were made does not count', AFTER_CENTRE, [0, 0]],
    ['after two marks were made counts', 'O.. .X. ...', [0, 1]],
  ])('of a win because the other is out %s', (_when, board, wins) => {
    const out = inArena('player_out', { round: 1, player: ALICE, seat: 1, reason: 'resigned' });
    expect(tableWith(arenaGame(board), lines(out))).toMatchObject({
      score: { wins, draws: 0 },
      position: { outcome: { winner: 'O', by: 'last_left' } },
    });
  });

  it('of a player who leaves pass over them', () => {
    const out = inArena('player_out', { round: 1, player: ALICE, seat: 1, reason: 'timed_out' });
    const three = arenaGame(EMPTY, { players: [ALICE, BOB, CAROL] });
    expect(tableWith(three, lines(out, out))).toMatchObject({
      position: { out: ['X'], outcome: { next: 'O' } },
    });
  });

  it('of somebody who joins start the first round', () => {
    const joined = inArena('player_joined', { player: BOB, seat: 2 });
    const table = tableWith(
      arenaGame(EMPTY, WAITING),
      lines(joined, inArena('round_started', { round: 1, seat: 1 })),
    );
    expect(table).toMatchObject({ players: [ALICE, BOB] });
    expect(legalCells((table as Table).position)).toHaveLength(9);
  });

  it('of another round empty the board and keep players, score and time limit', () => {
    const score = { wins: [0, 1], draws: 0 };
    const known = arenaGame(DRAWN, { ...OVER, score, turn_seconds: 60 });
    const table = tableWith(known, lines(inArena('round_started', { round: 2, seat: 2 })), 5_000);
    expect(drawn(table)).toBe('.........');
    expect(turnAt(table as Table)).toBe('O');
    const clock = { seconds: 60, since: 5_000 };
    expect(table).toMatchObject({ gameId: '17', round: 2n, players: [ALICE, BOB], score, clock, last: null });
  });

  it('of a game that is closed leave nothing', () => {
    expect(tableWith(arenaGame(EMPTY), lines(inArena('game_closed', { by: ALICE })))).toBeNull();
  });

  it('of the one-game contract start a game with other players, even the first one', () => {
    const created = inOneGame('game_created', { game_id: '18446744073709551615', p1: CAROL, p2: ALICE });
    for (const before of [oneGame(AFTER_CENTRE), null])
      expect(tableWith(before, lines(created))).toMatchObject({
        gameId: null,
        round: 18_446_744_073_709_551_615n,
        players: [CAROL, ALICE],
        position: { rules: CLASSIC },
      });
  });

  it('of the one-game contract mark cells', () => {
    const move = inOneGame('move_made', { player: ALICE, mark: 'X', row: 2, col: 2 });
    expect(drawn(tableWith(oneGame(EMPTY), lines(move, move)))).toBe('........X');
    const over = inOneGame('game_over', { result: 'won', winner: ALICE, mark: 'X' });
    expect(lines(over)).toEqual([{ kind: 'ended', round: 1n, end: { kind: 'won', winner: 'X' } }]);
  });
});

describe('what may be done', () => {
  const at = Number(1_763_300_000_000);

  it('joining, where a seat is free, by whoever has none', () => {
    const open = arenaGame(EMPTY, WAITING);
    expect(actionsFor(open, BOB, at)).toEqual(['join']);
    expect(actionsFor(open, null, at)).toEqual(['join']);
    expect(actionsFor(open, ALICE, at)).toEqual(['close']);
  });

  it('the host may close, a challenger may decline until they have made a mark', () => {
    expect(actionsFor(arenaGame(AFTER_CENTRE), ALICE, at)).toEqual(['restart', 'resign', 'close']);
    expect(actionsFor(arenaGame(AFTER_CENTRE), BOB, at)).toEqual(['restart', 'resign', 'close']);
    expect(actionsFor(arenaGame('O.. .X. ...'), BOB, at)).toEqual(['restart', 'resign']);
  });

  it('nobody may decline who has joined, or has played a round that counted', () => {
    expect(actionsFor(arenaGame(AFTER_CENTRE), BOB, at, true)).toEqual(['restart', 'resign']);
    for (const score of [
      { wins: [0, 0], draws: 1 },
      { wins: [1, 0], draws: 0 },
    ])
      expect(actionsFor(arenaGame(EMPTY, { round: 2, score }), BOB, at)).toEqual(['restart', 'resign']);
    expect(actionsFor(arenaGame(EMPTY, { round: 2 }), BOB, at)).toContain('close');
  });

  it('who may have closed a game: others before oneself, challengers only while they may decline', () => {
    expect(mayHaveClosed(arenaGame('O.. .X. ...'), BOB)).toEqual([ALICE]);
    expect(mayHaveClosed(arenaGame('O.. .X. ...'), ALICE)).toEqual([ALICE]);
    expect(mayHaveClosed(arenaGame(AFTER_CENTRE), ALICE)).toEqual([BOB]);
    expect(mayHaveClosed(arenaGame(AFTER_CENTRE), CAROL)).toEqual([ALICE, BOB]);
  });

  it('after the end another round, and resigning no more', () => {
    expect(actionsFor(arenaGame(DRAWN, { ...OVER, round: 2 }), BOB, at)).toEqual(['restart']);
  });

  describe('in a round against the clock', () => {
    const limited = { turn_seconds: 30 } as const;
    const three = { ...limited, players: [ALICE, BOB, CAROL] };
    const mayRestart = (table: Table, me: string, now: number) =>
      actionsFor(table, me, now).includes('restart');

    it('no other is started while others would play on', () => {
      for (const me of [ALICE, BOB, CAROL])
        expect(mayRestart(arenaGame('XOA ... ...', three), me, at)).toBe(false);
      const two = arenaGame('XOA ... ...', { ...three, out: [3] });
      expect(mayRestart(two, ALICE, at)).toBe(true);
      expect(mayRestart(two, CAROL, at)).toBe(false);
      expect(mayRestart(two, CAROL, at + 30_000)).toBe(true);
    });

    it('no other is started by who never made a mark, until the time is over', () => {
      const opened = arenaGame(AFTER_CENTRE, limited);
      expect(mayRestart(opened, BOB, at)).toBe(false);
      expect(mayRestart(opened, ALICE, at)).toBe(true);
      expect(mayRestart(opened, BOB, at + 30_000)).toBe(true);
    });
  });

  it('anybody may end a turn whose time is over', () => {
    const limited = arenaGame(EMPTY, { turn_seconds: 30 });
    expect(actionsFor(limited, null, at + 29_999)).toEqual([]);
    expect(actionsFor(limited, null, at + 30_000)).toEqual(['claim_timeout']);
  });
});

describe('the clock', () => {
  const left = (turn_seconds: number | null, passed: number) =>
    secondsLeft(arenaGame(EMPTY, { turn_seconds }), 1_763_300_000_000 + passed);

  it('counts down from the limit, and not below nothing', () => {
    expect([left(30, 0), left(30, 500), left(30, 29_001), left(30, 31_000)]).toEqual([30, 30, 1, 0]);
  });

  it('is not shown without a limit', () => {
    expect(left(null, 0)).toBeNull();
  });

  it.each([
    [5, '0:05'],
    [300, '5:00'],
    [3_600, '1 h'],
    [5_430, '1 h 30 min'],
    [93_600, '1 d 2 h'],
  ])('says %i seconds as %s', (seconds, text) => {
    expect(timeText(seconds, TABLE_TEXTS.en.units)).toBe(text);
  });
});
