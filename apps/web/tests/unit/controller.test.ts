/** The controller: what is asked of the chain, what is sent, in which order. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../src/chain/one-game';
import { type Reading, Unreachable } from '../../src/chain/reading';
import type { CallOutcome } from '../../src/chain/signer';
import { Controller } from '../../src/table/one-game-controller';
import { ALICE, BOB, EMPTY, gameOf } from './games';

const POLL_MS = 100;
const GAME: Reading = { game: gameOf(EMPTY, { game_id: '7' }), height: 1 };

const succeeded: CallOutcome = { hash: 'hash', url: null, failure: null, value: null, logs: [] };

function callerThat(call: Caller['call']): Caller {
  return { accountId: ALICE, call: vi.fn(call) as Caller['call'] };
}

function watch(read: () => Promise<Reading>) {
  const controller = new Controller({ read, pollMs: POLL_MS, changed: () => {} });
  controller.start();
  return controller;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('following the chain', () => {
  it('asks again and again, so that the opponent’s moves appear by themselves', async () => {
    const read = vi.fn(async () => GAME);
    watch(read);
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('asks nothing after it was stopped', async () => {
    const read = vi.fn(async () => GAME);
    const controller = watch(read);
    await settle();
    controller.stop();
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('goes on through a time without answers', async () => {
    const read = vi.fn(async () => GAME).mockRejectedValueOnce(new Unreachable());
    const controller = watch(read);
    await settle();
    expect(controller.session.link).toBe('offline');
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.link).toBe('online');
  });

  it('says so when the node answers with something that is no game', async () => {
    const controller = watch(async () => Promise.reject(new Error('no contract here')));
    await settle();
    expect(controller.session.notice).toEqual({ kind: 'unreadable', text: 'no contract here' });
  });
});

describe('playing', () => {
  it('sends row, column and the id of the game that is on the screen', async () => {
    const controller = watch(async () => GAME);
    await settle();
    const caller = callerThat(async () => succeeded);
    await controller.play(caller, 5);
    expect(caller.call).toHaveBeenCalledExactlyOnceWith('play', { row: 1, col: 2, game_id: '7' });
  });

  it('sends nothing for a cell that cannot be played', async () => {
    const controller = watch(async () => ({ game: gameOf('X.. ... ...'), height: 1 }));
    await settle();
    const caller = callerThat(async () => succeeded);
    await controller.play(caller, 0);
    expect(caller.call).not.toHaveBeenCalled();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'NOT_YOUR_TURN' } });
  });

  it('asks a spectator to choose an account', async () => {
    const controller = watch(async () => GAME);
    await settle();
    await controller.play(null, 0);
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'SPECTATOR' } });
  });

  it('rolls back and explains what the contract refused', async () => {
    const controller = watch(async () => GAME);
    await settle();
    const panic = 'Smart contract panicked: WRONG_GAME: the game is now 8, not 7; look at it';
    const failure = { ActionError: { index: 0, kind: { FunctionCallError: { ExecutionError: panic } } } };
    await controller.play(
      callerThat(async () => ({ ...succeeded, failure })),
      0,
    );
    expect(controller.session.pending).toBeNull();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'WRONG_GAME' } });
    expect(controller.session.sent).toEqual([{ hash: 'hash', url: null, call: 'move', succeeded: false }]);
  });

  it('leaves it to the board whether a move counted when the connection broke', async () => {
    const controller = watch(async () => GAME);
    await settle();
    await controller.play(
      callerThat(async () => Promise.reject(new TypeError('Failed to fetch'))),
      0,
    );
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'CONNECTION_LOST' } });
  });
});

describe('a new game', () => {
  it('is sent with both players', async () => {
    const controller = watch(async () => GAME);
    await settle();
    const caller = callerThat(async () => succeeded);
    await controller.newGame(caller, ALICE, BOB);
    expect(caller.call).toHaveBeenCalledExactlyOnceWith('new_game', { p1: ALICE, p2: BOB });
  });

  it('is not sent while a move is on its way', async () => {
    const controller = watch(async () => GAME);
    await settle();
    const caller = callerThat(() => new Promise(() => {}));
    void controller.play(caller, 0);
    await controller.newGame(caller, ALICE, BOB);
    expect(caller.call).toHaveBeenCalledTimes(1);
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });
});
