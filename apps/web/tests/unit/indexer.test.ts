/** What the page takes from an indexer: records of games, rules, pages; and what it does without an answer. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Round, Step } from '../../src/contract/indexer';
import { IndexedPages } from '../../src/indexer/indexed';
import { Indexer, rulesFrom, Unknown } from '../../src/indexer/indexer';
import { indexerReader, recordFrom } from '../../src/replay/indexer';
import { eitherOf, type ReplayReader } from '../../src/replay/source';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const PLAYERS = ['alice.near', 'bob.near'];
const AT = { height: 100, time: '1750000000000000000' };
const round = (told: Pick<Round, 'round' | 'result' | 'seat' | 'winner' | 'by'>): Round => ({
  ...told,
  counts: told.result !== null,
  moves: 1,
  started: AT,
  ended: told.result && AT,
});
const ROUNDS = [
  round({ round: 1, result: 'won', seat: 2, winner: 'bob.near', by: 'bob.near' }),
  round({ round: 2, result: null, seat: null, winner: null, by: null }),
];
const LOGGED = { at: AT, receipt: 'FhzJvNnhZbTw' };
const STEPS: Step[] = [
  { ...LOGGED, kind: 'move', number: 1, round: 1, seat: 1, row: 1, col: 1 },
  { ...LOGGED, kind: 'out', after: 1, round: 1, seat: 1, reason: 'timed_out' },
  { ...LOGGED, kind: 'move', number: 1, round: 2, seat: 1, row: 0, col: 2 },
];

describe('rules', () => {
  it('are read as the indexer writes them', () => {
    expect(rulesFrom('15x19:5', 3)).toEqual({ kind: 'grid', rows: 15, cols: 19, inARow: 5, players: 3 });
    expect(rulesFrom('ultimate:closing', 2)).toEqual({ kind: 'ultimate', capture: 'closing' });
    expect(rulesFrom('hexagons:7', 2)).toBeNull();
  });
});

describe('a game', () => {
  const RECORD = {
    gameId: '7',
    players: PLAYERS,
    rules: { kind: 'grid', rows: 3, cols: 3, inARow: 3, players: 2 },
    rounds: [
      {
        round: 1,
        first: 'X',
        steps: [
          { kind: 'move', seat: 'X', cell: 4 },
          { kind: 'out', seat: 'X', reason: 'timed_out' },
        ],
        result: { kind: 'won', winner: 'O' },
      },
      { round: 2, first: 'X', steps: [{ kind: 'move', seat: 'X', cell: 2 }], result: null },
    ],
  };

  it('becomes a record, round by round', () => {
    const game = { rules: '3x3:3', players: PLAYERS, rounds: ROUNDS, steps: STEPS };
    expect(recordFrom('7', { ...game, starts: 'host' })).toEqual(RECORD);
    const { rounds } = recordFrom('7', { ...game, starts: 'rotates' });
    expect(rounds.map(({ first }) => first)).toEqual(['X', 'O']);
  });

  it('is read whole, however many pages it takes', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.pathname + url.search);
      const { pathname, searchParams } = url;
      if (pathname.endsWith('/moves')) {
        const second = searchParams.get('cursor') === 'two';
        const steps = second ? STEPS.slice(2) : STEPS.slice(0, 2);
        return Response.json({ rules: '3x3:3', players: PLAYERS, steps, next: second ? null : 'two' });
      }
      const second = searchParams.get('from_round') === '2';
      return Response.json({
        starts: 'host',
        rounds: [ROUNDS[second ? 1 : 0]],
        next_round: second ? null : 2,
      });
    });
    const reader = indexerReader(new Indexer('http://indexer/'), 'arena.near', '7');
    const watcher = { signal: new AbortController().signal, seating: null, progress: () => {} };
    expect(await reader.read(watcher)).toEqual({ record: RECORD, reached: 'beginning' });
    expect(asked).toEqual([
      '/v1/games/arena.near/7?from_round=1',
      '/v1/games/arena.near/7?from_round=2',
      '/v1/games/arena.near/7/moves?limit=1000',
      '/v1/games/arena.near/7/moves?cursor=two&limit=1000',
    ]);
  });

  it('that the indexer does not know is looked for in blocks', async () => {
    const reading = { record: null, reached: 'limit' } as const;
    const failing: ReplayReader = {
      read: () => Promise.reject(new Unknown('no game')),
      catchUp: async () => null,
    };
    const blocks: ReplayReader = { read: async () => reading, catchUp: async () => null };
    const watcher = { signal: new AbortController().signal, seating: null, progress: () => {} };
    expect(await eitherOf(failing, blocks).read(watcher)).toBe(reading);
    await expect(
      eitherOf(failing, blocks).read({ ...watcher, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});

describe('pages', () => {
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('lead on and back, and are asked for again while somebody looks', async () => {
    vi.useFakeTimers();
    const asked: (string | null)[] = [];
    const pages = new IndexedPages(
      async (cursor) => {
        asked.push(cursor);
        return { next: cursor === null ? 'second' : null };
      },
      1_000,
      () => {},
    );
    pages.start();
    await settle();
    pages.turn(1);
    await settle();
    expect([pages.page, pages.next]).toEqual([2, null]);
    await vi.advanceTimersByTimeAsync(1_000);
    pages.turn(-1);
    await settle();
    pages.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([null, 'second', 'second', null]);
  });

  it('stay as they were when the indexer does not answer', async () => {
    vi.useFakeTimers();
    const answers = [
      Promise.reject(new Error('down')),
      Promise.resolve({ next: null }),
      Promise.reject(new Error('down')),
    ];
    for (const answer of answers) answer.catch(() => {});
    const pages = new IndexedPages(
      () => answers.shift() ?? Promise.reject(new Unknown()),
      1_000,
      () => {},
    );
    pages.start();
    await settle();
    expect(pages.answer.kind).toBe('failed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages.answer.kind).toBe('known');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages.answer.kind).toBe('known');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages.answer.kind).toBe('unknown');
    pages.stop();
  });
});
