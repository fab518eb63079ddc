/** The controller of one game of the arena: what is asked of the chain, what is sent, with which arguments. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArenaCaller, ArenaReader } from '../../src/chain/arena';
import { Unreachable } from '../../src/chain/reading';
import type { CallOutcome } from '../../src/chain/signer';
import type { GameView } from '../../src/contract/arena';
import { GameController } from '../../src/table/controller';
import type { Action } from '../../src/table/session';
import { ALICE, gridGame, ultimateGame } from './arena-games';

const POLL_MS = 100;
const succeeded: CallOutcome = { hash: 'hash', url: null, failure: null, value: null, logs: [] };

/** Follows a game that stays as it is. */
async function watch(game: GameView | null) {
  const read = vi.fn(async () => ({ value: game, height: 1 }));
  const reader = { read } as unknown as ArenaReader;
  const controller = new GameController({ gameId: '17', reader, pollMs: POLL_MS, changed: () => {} });
  controller.start();
  await vi.advanceTimersByTimeAsync(0);
  return { controller, read };
}

function aliceWho(call: () => Promise<CallOutcome> = async () => succeeded) {
  const spy = vi.fn(call);
  return { caller: { accountId: ALICE, call: spy } as unknown as ArenaCaller, call: spy };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('following a game', () => {
  it('asks for it by its id, again and again, until it is stopped', async () => {
    const { controller, read } = await watch(gridGame('... ... ...'));
    await vi.advanceTimersByTimeAsync(POLL_MS * 2);
    controller.stop();
    await vi.advanceTimersByTimeAsync(POLL_MS * 2);
    expect(read).toHaveBeenCalledTimes(3);
    expect(read).toHaveBeenCalledWith('get_game', { game_id: '17' });
  });

  it('keeps what it knows through a time without answers', async () => {
    const { controller, read } = await watch(gridGame('... .X. ...'));
    read.mockRejectedValueOnce(new Unreachable());
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session).toMatchObject({ link: 'offline', game: { moves: 1 } });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.link).toBe('online');
  });
});

describe('playing', () => {
  it('sends game, round, row and column', async () => {
    const { controller } = await watch(gridGame('.... .... ....', { round: 3 }));
    const { caller, call } = aliceWho();
    await controller.play(caller, 6);
    expect(call).toHaveBeenCalledExactlyOnceWith('play', { game_id: '17', row: 1, col: 2, round: 3 });
  });

  it('counts rows and columns of the whole ultimate board', async () => {
    const { controller } = await watch(ultimateGame());
    const { caller, call } = aliceWho();
    await controller.play(caller, 80);
    expect(call).toHaveBeenCalledExactlyOnceWith('play', { game_id: '17', row: 8, col: 8, round: 1 });
  });

  it('asks a spectator to choose an account, and sends nothing', async () => {
    const { controller } = await watch(gridGame('... ... ...'));
    await controller.play(null, 0);
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'SPECTATOR' } });
  });

  it('explains what the arena refused', async () => {
    const { controller } = await watch(gridGame('... ... ...'));
    const panic = 'Smart contract panicked: WRONG_ROUND: round 4 has begun; look at it';
    const failure = { ActionError: { kind: { FunctionCallError: { ExecutionError: panic } } } };
    const { caller } = aliceWho(async () => ({ ...succeeded, failure }));
    await controller.play(caller, 0);
    expect(controller.session.pending).toBeNull();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'WRONG_ROUND' } });
    expect(controller.session.sent).toEqual([{ hash: 'hash', url: null, call: 'move', succeeded: false }]);
  });
});

describe('whatever else is done', () => {
  const limited = { game_id: '17', round: 2 };
  it.each([
    ['join', { game_id: '17' }],
    ['close', { game_id: '17' }],
    ['restart', limited],
    ['resign', limited],
    ['claim_timeout', limited],
  ] as [Action, object][])(
    '%s is sent with what keeps it from hitting another round',
    async (action, args) => {
      const { controller } = await watch(gridGame('... ... ...', { round: 2 }));
      const { caller, call } = aliceWho();
      await controller.act(caller, action);
      expect(call).toHaveBeenCalledExactlyOnceWith(action, args);
    },
  );

  it('is asked first, and not while something is on its way', async () => {
    const { controller } = await watch(gridGame('... ... ...'));
    const { caller } = aliceWho(() => new Promise(() => {}));
    controller.ask(caller, 'resign');
    expect(controller.session.question).toBe('resign');
    controller.closeQuestion();
    void controller.play(caller, 0);
    controller.ask(caller, 'resign');
    expect(controller.session.question).toBeNull();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });
});
