/** Replays: the record that events make, stepping through it, and finding the events in blocks. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GameView } from '../../src/contract/arena';
import { LOBBY_TEXTS } from '../../src/i18n/lobby';
import { BlockReader } from '../../src/replay/blocks';
import { arenaSource } from '../../src/replay/open';
import { isBehind, recordOf } from '../../src/replay/record';
import { newReplay, positionAt, type Replay, reduce } from '../../src/replay/replay';
import { replayText } from '../../src/replay/text';
import { arenaEventOf } from '../../src/table/arena';
import type { Seating } from '../../src/table/table';
import { stepByKey } from '../../src/ui/stepping';
import { rules } from './rules';

/** An event as the arena logs it. */
interface LoggedEvent {
  readonly event: string;
  readonly data: object;
}

const log = (event: LoggedEvent) =>
  `EVENT_JSON:${JSON.stringify({ standard: 'tic-tac-toe-arena', version: '1.0.0', ...event })}`;

/** The record of game 7 that these events make. */
const recordFrom = (events: readonly LoggedEvent[], seating: Seating | null) =>
  recordOf(
    '7',
    events.flatMap((event) => arenaEventOf('7', log(event)) ?? []),
    seating,
  );

const CREATED = {
  event: 'game_created',
  data: {
    game_id: '7',
    players: ['alice.near', null, 'carol.near'],
    rules: { grid: { rows: 3, cols: 4, in_a_row: 3 } },
  },
};
const JOINED = {
  event: 'player_joined',
  data: { game_id: '7', player: 'bob.near', seat: 2 },
};
const started = (round: number): LoggedEvent => ({
  event: 'round_started',
  data: { game_id: '7', round, seat: 1 },
});
const move = (round: number, seat: number, row: number, col: number): LoggedEvent => ({
  event: 'move_made',
  data: { game_id: '7', round, seat, row, col },
});
const out = (round: number, seat: number): LoggedEvent => ({
  event: 'player_out',
  data: { game_id: '7', round, seat, reason: 'resigned' },
});
const over = (round: number, seat: number): LoggedEvent => ({
  event: 'round_over',
  data: { game_id: '7', round, result: 'won', seat },
});

const ALICE = 'alice.near';

/** Round 1: X and △ leave; round 2 has one mark so far. */
const EVENTS = [
  CREATED,
  JOINED,
  started(1),
  move(1, 1, 0, 0),
  move(1, 2, 2, 3),
  out(1, 1),
  out(1, 3),
  over(1, 2),
  started(2),
  move(2, 1, 1, 1),
];

function replayOf(events: readonly LoggedEvent[]): Replay {
  const record = recordFrom(events, null);
  const replay = record && newReplay(record);
  if (!replay) throw new Error('there is no replay');
  return replay;
}

const marksAt = (replay: Replay) =>
  positionAt(rules, replay)
    ?.cells.map(({ mark }) => mark ?? '.')
    .join('');

describe('a record', () => {
  it('has the players with those who joined, and what happened in each round', () => {
    const record = recordFrom(EVENTS, null);
    expect(record?.players).toEqual(['alice.near', 'bob.near', 'carol.near']);
    expect(record?.rules).toEqual({ kind: 'grid', rows: 3, cols: 4, inARow: 3, players: 3 });
    expect(record?.rounds.map(({ steps }) => steps.length)).toEqual([4, 1]);
    expect(record?.rounds[0]?.result).toEqual({ kind: 'won', winner: 'O' });
    expect(record?.rounds[1]?.result).toBeNull();
  });

  it('leaves out a round whose beginning was not seen', () => {
    const seating = {
      players: ['alice.near', 'bob.near', 'carol.near'],
      rules: replayOf(EVENTS).record.rules,
    };
    const record = recordFrom(EVENTS.slice(4), seating);
    expect(record?.rounds.map(({ round }) => round)).toEqual([2]);
    expect(recordFrom(EVENTS.slice(4), null)).toBeNull();
  });
});

it('a record is behind a view with another round, more marks or more players who are out', () => {
  const { record } = replayOf(EVENTS);
  const view = { round: 2, moves: 1, out: [] as number[] } as GameView;
  expect(isBehind(record, view)).toBe(false);
  expect(isBehind(record, { ...view, moves: 2 })).toBe(true);
  expect(isBehind(record, { ...view, out: [3] })).toBe(true);
  expect(isBehind(record, { ...view, round: 3, moves: 0 })).toBe(true);
});

it('a round becomes plain text that counts rows and columns from one', () => {
  const first = reduce(replayOf(EVENTS), { type: 'round_chosen', round: 0 });
  expect(replayText(first, LOBBY_TEXTS.en)).toBe(`Game 7, 3×4, 3 in a row
X alice.near
O bob.near
△ carol.near
Round 1
1. X 1,1
2. O 3,4
3. X resigned
4. △ resigned
O won
`);
});

describe('a replay', () => {
  const first = reduce(replayOf(EVENTS), { type: 'round_chosen', round: 0 });

  it('begins with the last round that is over, or else the last, before its first step', () => {
    expect(replayOf(EVENTS)).toMatchObject({ round: 0, at: 0 });
    expect(marksAt(replayOf(EVENTS))).toBe('............');
    const unfinished = EVENTS.filter(({ event }) => event !== 'round_over');
    expect(replayOf(unfinished)).toMatchObject({ round: 1, at: 0 });
  });

  it('steps forwards and backwards, past players who leave', () => {
    const end = reduce(first, { type: 'went', to: 4 });
    expect(marksAt(end)).toBe('X..........O');
    expect(positionAt(rules, end)?.out).toEqual(['X', 'A']);
    expect(positionAt(rules, end)?.outcome).toEqual({ kind: 'won', winner: 'O', by: 'last_left' });
    expect(marksAt(reduce(end, { type: 'went', to: 1 }))).toBe('X...........');
  });

  it('stays within the round', () => {
    expect(reduce(first, { type: 'went', to: 99 }).at).toBe(4);
    expect(reduce(first, { type: 'went', to: -1 }).at).toBe(0);
    expect(reduce(first, { type: 'round_chosen', round: 5 })).toBe(first);
  });

  it('is led by arrows, Home and End', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'];
    expect(keys.map((key) => stepByKey(key, 2, 4))).toEqual([1, 3, 0, 4, null]);
  });

  it('stays where it is when older rounds are found', () => {
    const later = { ...first.record, rounds: first.record.rounds.slice(1) };
    const replay = reduce({ record: later, round: 0, at: 1 }, { type: 'record_grew', record: first.record });
    expect(replay).toMatchObject({ round: 1, at: 1 });
  });
});

describe('blocks', () => {
  afterEach(() => vi.unstubAllGlobals());

  const executed = (executor_id: string, logs: string[], status: object = { SuccessValue: '' }) => ({
    execution_outcome: { outcome: { executor_id, logs, status } },
  });
  const block = (height: number, ...receipt_execution_outcomes: object[]) => ({
    block: { header: { height } },
    shards: [{ receipt_execution_outcomes }],
  });
  const [early, late] = [EVENTS.slice(0, 4), EVENTS.slice(4)];
  const chain: Record<number, object | null> = {
    3: block(3, executed('arena.near', early.map(log))),
    4: null,
    5: block(
      5,
      executed('forger.near', [log(move(1, 2, 2, 2))]),
      executed('arena.near', [log(move(1, 2, 2, 1))], { Failure: {} }),
      executed('arena.near', [
        'just a line',
        'EVENT_JSON:{broken',
        log({ ...over(1, 2), data: { ...over(1, 2).data, game_id: '8' } }),
      ]),
    ),
    6: block(6, executed('arena.near', late.map(log))),
  };

  /** The node's answer: the game is made in block 3 and goes on in block 6; 4 was skipped. */
  function viewIn({
    params: { block_id: height, method_name },
  }: {
    params: { block_id: number; method_name: string };
  }) {
    if (height === 4) return { error: { cause: { name: 'UNKNOWN_BLOCK' } } };
    const view = { players: [ALICE], round: 1, moves: height < 6 ? 1 : 2, out: [] };
    const value =
      method_name === 'get_counts' ? { last_game_id: height < 3 ? '6' : '7' } : height < 3 ? null : view;
    return { result: { result: [...new TextEncoder().encode(JSON.stringify(value))] } };
  }

  /** Serves the chain from block `first` on; gives the paths that were asked for. */
  function serve(first: number, newest = 40, remembers = false): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { signal, body }: { signal: AbortSignal; body: string }) => {
      signal.throwIfAborted();
      if (url === 'http://node') return Response.json(remembers ? viewIn(JSON.parse(body)) : { error: {} });
      asked.push(url.slice('http://blocks/v0/'.length));
      if (url.endsWith('last_block/final')) return Response.json(block(newest));
      const height = Number(url.split('/').at(-1));
      if (height < first) return Response.json({ type: 'BLOCK_HEIGHT_TOO_LOW' }, { status: 404 });
      return Response.json(height in chain ? chain[height] : block(height));
    });
    return asked;
  }

  const seating = { players: ['alice.near', 'bob.near', 'carol.near'], rules: replayOf(EVENTS).record.rules };
  const watcher = (signal = new AbortController().signal) => ({ signal, seating, progress: vi.fn() });
  const whole = recordFrom(EVENTS, null);
  const part = recordFrom(late, seating);
  const NETWORK = { blocksUrl: 'http://blocks', rpcUrl: 'http://node', arenaId: 'arena.near' };
  const open = (most: number) => new BlockReader(arenaSource(NETWORK, '7'), '7', most);

  it('are read backwards until the game was created: only its own events, of successful receipts', async () => {
    const asked = serve(0, 42);
    const watching = watcher();
    expect(await open(1_000).read(watching)).toEqual({ record: whole, reached: 'beginning' });
    expect(asked).toHaveLength(1 + 42);
    expect(asked).not.toContain('block/0');
    expect(watching.progress).toHaveBeenLastCalledWith(36, 43, { ...whole, rounds: [] });
  });

  it('are read up to a limit, and further if somebody asks for it', async () => {
    serve(0);
    const reader = open(36);
    expect(await reader.read(watcher())).toEqual({ record: part, reached: 'limit' });
    expect(await reader.read(watcher())).toEqual({ record: whole, reached: 'beginning' });
  });

  it('that came since are read on, in order', async () => {
    serve(0, 5);
    const reader = open(1_000);
    await reader.read(watcher());
    serve(0, 20);
    expect(await reader.catchUp(watcher())).toEqual(whole);
  });

  it('are only those in which something steps, if the node remembers how the game stood', async () => {
    const asked = serve(0, 40, true);
    expect(await open(1_000).read(watcher())).toEqual({ record: whole, reached: 'beginning' });
    expect(asked).toEqual(['last_block/final', 'block/6', 'block/3']);
  });

  it('that came since are found the same way', async () => {
    serve(0, 5, true);
    const reader = open(1_000);
    expect(await reader.read(watcher())).toMatchObject({ reached: 'beginning' });
    const asked = serve(0, 4_000, true);
    expect(await reader.catchUp(watcher())).toEqual(whole);
    expect(asked).toEqual(['last_block/final', 'block/6']);
  });

  it('that the server no longer has end the search', async () => {
    serve(6);
    expect(await open(1_000).read(watcher())).toEqual({ record: part, reached: 'forgotten' });
  });

  it('are waited for when the server has too many questions', async () => {
    vi.useFakeTimers();
    serve(0);
    const answer = globalThis.fetch;
    let refused = 0;
    vi.stubGlobal('fetch', (async (url: string, init: RequestInit) => {
      if (url.endsWith('/40') && refused < 2) {
        refused += 1;
        return new Response('', { status: 429 });
      }
      return answer(url, init);
    }) as typeof fetch);
    const reading = open(1_000).read(watcher());
    await vi.runAllTimersAsync();
    expect(await reading).toEqual({ record: whole, reached: 'beginning' });
    expect(refused).toBe(2);
    vi.useRealTimers();
  });

  it('before the first one do not exist', async () => {
    serve(0, 2);
    expect(await open(1_000).read(watcher())).toEqual({
      record: { ...whole, rounds: [] },
      reached: 'forgotten',
    });
  });

  it('are read no further once somebody cancels', async () => {
    serve(0);
    const cancelled = new AbortController();
    cancelled.abort();
    await expect(open(1_000).read(watcher(cancelled.signal))).rejects.toThrow(/abort/);
  });
});
