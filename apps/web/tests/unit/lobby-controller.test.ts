/** The lobby's controller: one question at a time, what is sent, and what is told when something goes wrong. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArenaCaller, ArenaReader } from '../../src/chain/arena';
import { Unreachable } from '../../src/chain/caller';
import type { CallOutcome } from '../../src/chain/signer';
import { LobbyController } from '../../src/lobby/controller';
import { FIRST_PLAN, withSeat } from '../../src/lobby/create-plan';

const POLL_MS = 100;
const ALICE = 'alice.near';
const succeeded: CallOutcome = { hash: 'hash', url: null, failure: null, value: '17', logs: [] };
const refused = {
  ...succeeded,
  value: null,
  failure: { kind: 'Smart contract panicked: NO_FREE_SEAT: taken' },
};

/** An arena without games. */
const ANSWERS: Record<string, unknown> = {
  get_games_of: [],
  get_open_games: [],
  get_counts: { open: 0, of_account: 0, last_game_id: '9' },
  get_games: { games: [], next: null },
};

function lobbyOf(accountId: string | null, call = vi.fn(async () => succeeded)) {
  const read = vi.fn(async (method: string) => ({ value: ANSWERS[method], height: 1 }));
  const who: { accountId: string | null } = { accountId };
  const balanceChanged = vi.fn();
  const controller = new LobbyController(
    {
      network: { arenaId: 'arena.near', botId: 'bot.near', pollMs: POLL_MS },
      reader: { read } as unknown as ArenaReader,
      caller: () =>
        who.accountId === null ? null : ({ accountId: who.accountId, call } as unknown as ArenaCaller),
      changed: () => {},
      onMyGames: () => {},
      balanceChanged,
    },
    null,
  );
  return {
    controller,
    read,
    call,
    who,
    balanceChanged,
    asked: () => read.mock.calls.map(([method]) => method),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('asking', () => {
  it('begins with every list at once, then asks one question a tick, and none after it was stopped', async () => {
    const { controller, asked } = lobbyOf(ALICE);
    controller.start();
    await vi.advanceTimersByTimeAsync(POLL_MS - 1);
    expect(asked()).toEqual(['get_games_of', 'get_open_games', 'get_counts', 'get_games']);
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(asked().length).toBe(7);
    controller.stop();
    await vi.advanceTimersByTimeAsync(POLL_MS * 5);
    expect(asked().length).toBe(7);
  });

  it('never asks twice at a time, however often pages are turned or people change', async () => {
    const { controller, read, who } = lobbyOf(ALICE);
    let waiting = 0;
    let most = 0;
    read.mockImplementation(async (method: string) => {
      waiting += 1;
      most = Math.max(most, waiting);
      await new Promise((resolve) => setTimeout(resolve, 30));
      waiting -= 1;
      return { value: ANSWERS[method], height: 1 };
    });
    controller.start();
    who.accountId = 'bob.near';
    controller.follow();
    controller.turnPage('open', 1);
    await vi.advanceTimersByTimeAsync(POLL_MS * 5);
    expect(most).toBe(1);
    expect(read).toHaveBeenCalledWith('get_games_of', expect.objectContaining({ account_id: 'bob.near' }));
  });

  it('tells when the node does not answer, keeps what it knows and goes on', async () => {
    const { controller, read } = lobbyOf(null);
    controller.start();
    await settle();
    read.mockRejectedValueOnce(new Unreachable());
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.offline).toBe(true);
    expect(controller.lobby.open.games).toEqual([]);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.offline).toBe(false);
  });

  it('tells of an answer that is no games, until one is', async () => {
    const { controller, read } = lobbyOf(null);
    read.mockRejectedValueOnce(new Error('no such contract'));
    controller.start();
    await settle();
    expect(controller.problem).toEqual({ kind: 'unreadable', text: 'no such contract' });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.problem).toBeNull();
  });
});

describe('sending', () => {
  it('creates the planned game with exactly the deposit that is missing', async () => {
    const { controller, call, balanceChanged } = lobbyOf(ALICE);
    const plan = { ...withSeat(FIRST_PLAN, 0, { kind: 'bot' }), turnSeconds: 60, starts: 'rotates' } as const;
    expect(await controller.create(plan, 42n)).toBe(succeeded);
    const args = {
      players: [ALICE, 'bot.near'],
      rules: { grid: { rows: 3, cols: 3, in_a_row: 3 } },
      turn_seconds: 60,
      starts: 'rotates',
    };
    expect(call).toHaveBeenCalledExactlyOnceWith('create', args, 42n);
    expect(balanceChanged).toHaveBeenCalledWith(ALICE);
  });

  it('joins, closes, declines and withdraws', async () => {
    const { controller, call } = lobbyOf(ALICE);
    await controller.act('join', '7');
    await controller.act('close', '8');
    await controller.act('decline', '9');
    await controller.withdraw();
    expect(call.mock.calls).toEqual([
      ['join', { game_id: '7' }],
      ['close', { game_id: '8' }],
      ['close', { game_id: '9' }],
      ['storage_withdraw', {}, 1n],
    ]);
  });

  it('explains what the arena refused, until somebody else plays here', async () => {
    const { controller, who } = lobbyOf(
      ALICE,
      vi.fn(async () => refused),
    );
    expect(await controller.act('join', '7')).toBeNull();
    expect(controller.problem).toEqual({ kind: 'refused', refusal: { code: 'NO_FREE_SEAT' } });
    who.accountId = 'bob.near';
    controller.follow();
    expect(controller.problem).toBeNull();
  });

  it('sends one call at a time, and none for somebody who watches', async () => {
    const { controller, call, who } = lobbyOf(ALICE);
    const first = controller.withdraw();
    expect(await controller.act('join', '7')).toBeNull();
    await first;
    who.accountId = null;
    expect(await controller.act('join', '7')).toBeNull();
    expect(call).toHaveBeenCalledOnce();
  });
});
