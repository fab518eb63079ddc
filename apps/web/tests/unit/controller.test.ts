/** The controller of a table: what is asked of the chain, what is sent, in which order, and what receipts tell. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArenaReader } from '../../src/chain/arena';
import { type Answer, Unreachable } from '../../src/chain/caller';
import type { Call, CallOutcome, Signer } from '../../src/chain/signer';
import type { GameView as ArenaView } from '../../src/contract/arena';
import type { GameView as OneGameView } from '../../src/contract/tic_tac_toe';
import { arenaAdapter } from '../../src/table/arena';
import { TableController } from '../../src/table/controller';
import { oneGameAdapter } from '../../src/table/one-game';
import type { ArenaAction } from '../../src/table/table';
import { AFTER_CENTRE, ALICE, BOB, EMPTY, gridGame, oneGameView, ultimateGame } from './games';
import { rules } from './rules';

const POLL_MS = 100;
const SERVERS = { rpcUrl: 'http://node', blocksUrl: 'http://blocks' };
const succeeded: CallOutcome = { hash: 'hash', url: null, failure: null, value: null, logs: [] };

/** Who signs as Alice, and what was sent. */
function aliceWho(answer: () => Promise<CallOutcome> = async () => succeeded) {
  const send = vi.fn((_call: Call) => answer());
  return { alice: { accountId: ALICE, keys: null, send } as Signer, send };
}

const sentOnce = (send: ReturnType<typeof aliceWho>['send'], method: string, args: object) =>
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ method, args }));

const settle = () => vi.advanceTimersByTimeAsync(0);

/** Follows the one-game contract's table, which stays as it is. */
async function followOneGame(view: OneGameView | null = oneGameView(EMPTY, { game_id: '7' })) {
  const read = vi.fn(async (): Promise<Answer<unknown>> => ({ value: view, height: 1 }));
  const network = { ...SERVERS, contractId: 'game.near' };
  const adapter = oneGameAdapter(() => ({ view: read, network }), rules);
  const controller = new TableController({ adapter, rules, pollMs: () => POLL_MS, changed: () => {} });
  controller.start();
  await settle();
  return { controller, read };
}

/** Follows a game of the arena, which stays as it is. */
async function followArena(view: ArenaView | null) {
  const read = vi.fn(async () => ({ value: view, height: 1 }));
  const network = { ...SERVERS, arenaId: 'arena.near' };
  const adapter = arenaAdapter({ read } as unknown as ArenaReader, network, '17', rules);
  const controller = new TableController({ adapter, rules, pollMs: () => POLL_MS, changed: () => {} });
  controller.start();
  await settle();
  return { controller, read };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * A node that remembers how the game stood at each height, in bytes of JSON, and a server with the logs of its blocks.
 * Gives the heights whose blocks were asked for.
 */
function serve(views: Record<number, object>, logs: Record<number, readonly [string, object][]>): number[] {
  const asked: number[] = [];
  const outcome = (contract: string, name: string, data: object) => {
    const standard = contract === 'game.near' ? 'tic-tac-toe' : 'tic-tac-toe-arena';
    const line = `EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event: name, data })}`;
    const status = { SuccessValue: '' };
    return { execution_outcome: { outcome: { executor_id: contract, logs: [line], status } } };
  };
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url === SERVERS.rpcUrl) {
      const height = JSON.parse(body ?? '').params.block_id;
      return Response.json({
        result: { result: [...new TextEncoder().encode(JSON.stringify(views[height]))] },
      });
    }
    const height = Number(url.split('/').at(-1));
    asked.push(height);
    const contract = 'p1' in (views[height] ?? {}) ? 'game.near' : 'arena.near';
    const outcomes = (logs[height] ?? []).map(([name, data]) => outcome(contract, name, data));
    const header = { height };
    return Response.json({ block: { header }, shards: [{ receipt_execution_outcomes: outcomes }] });
  });
  return asked;
}

describe('moves of others', () => {
  const moved = (mark: 'X' | 'O', row: number, col: number): [string, object] => [
    'move_made',
    { game_id: '7', player: mark === 'X' ? ALICE : BOB, mark, row, col },
  ];
  const at = (drawn: string, moves: number) => oneGameView(drawn, { game_id: '7', moves });
  const [empty, centre, answered] = [at(EMPTY, 0), at(AFTER_CENTRE, 1), at('O.. .X. ...', 2)];

  it('are taken from the events of the blocks in which the game changed, in their order', async () => {
    const { controller, read } = await followOneGame(empty);
    const asked = serve(
      { 1: empty, 2: empty, 3: centre, 4: centre, 5: answered, 6: answered },
      { 3: [moved('X', 1, 1)], 5: [moved('O', 0, 0)] },
    );
    read.mockResolvedValue({ value: answered, height: 6 });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.table?.last).toMatchObject({ cell: 0, before: { outcome: { next: 'O' } } });
    expect(asked).toEqual([3, 5]);

    // What is known is not read again.
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(asked).toEqual([3, 5]);
  });

  it('are known in the arena, also to somebody who came when the game was under way', async () => {
    const [before, after] = [gridGame(AFTER_CENTRE, { moves: 1 }), gridGame('O.. .X. ...', { moves: 2 })];
    const { controller, read } = await followArena(before);
    const data = { game_id: '17', round: 1, player: BOB, seat: 2, row: 0, col: 0 };
    serve({ 1: before, 2: after }, { 2: [['move_made', data]] });
    read.mockResolvedValue({ value: after, height: 2 });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.table?.last?.cell).toBe(0);
  });

  it('are shown without a latest one while nobody serves blocks, and the link is fine', async () => {
    const { controller, read } = await followOneGame(empty);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    read.mockResolvedValue({ value: centre, height: 2 });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session).toMatchObject({ link: 'online', notice: null, table: { last: null } });
    expect(controller.session.table?.position.cells[4]?.mark).toBe('X');

    serve({ 1: empty, 2: centre, 3: centre }, { 2: [moved('X', 1, 1)] });
    read.mockResolvedValue({ value: centre, height: 3 });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.table?.last?.cell).toBe(4);
  });
});

describe('following a table', () => {
  it('asks again and again, so that the opponent’s moves appear by themselves', async () => {
    const { read } = await followOneGame();
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('asks for a game of the arena by its id, until it is stopped', async () => {
    const { controller, read } = await followArena(gridGame(EMPTY));
    await vi.advanceTimersByTimeAsync(POLL_MS * 2);
    controller.stop();
    await vi.advanceTimersByTimeAsync(POLL_MS * 2);
    expect(read).toHaveBeenCalledTimes(3);
    expect(read).toHaveBeenCalledWith('get_game', { game_id: '17' });
  });

  it('asks nothing after it was stopped', async () => {
    const { controller, read } = await followOneGame();
    controller.stop();
    await vi.advanceTimersByTimeAsync(POLL_MS * 3);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('keeps what it knows through a time without answers', async () => {
    const { controller, read } = await followArena(gridGame(AFTER_CENTRE));
    read.mockRejectedValueOnce(new Unreachable());
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session).toMatchObject({
      link: 'offline',
      table: { position: { outcome: { next: 'O' } } },
    });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.link).toBe('online');
  });

  it('says so when the node answers with something that is no game', async () => {
    const { controller, read } = await followOneGame();
    read.mockRejectedValueOnce(new Error('no contract here'));
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.notice).toEqual({ kind: 'unreadable', text: 'no contract here' });
  });
});

describe('playing', () => {
  it('sends row, column and the id of the game that is on the screen', async () => {
    const { controller } = await followOneGame();
    const { alice, send } = aliceWho();
    await controller.act(alice, { kind: 'move', cell: 5 });
    sentOnce(send, 'play', { row: 1, col: 2, game_id: '7' });
  });

  it('sends game, round, row and column to the arena', async () => {
    const { controller } = await followArena(gridGame('.... .... ....', { round: 3 }));
    const { alice, send } = aliceWho();
    await controller.act(alice, { kind: 'move', cell: 6 });
    sentOnce(send, 'play', { game_id: '17', row: 1, col: 2, round: 3 });
  });

  it('counts rows and columns of the whole ultimate board', async () => {
    const { controller } = await followArena(ultimateGame());
    const { alice, send } = aliceWho();
    await controller.act(alice, { kind: 'move', cell: 80 });
    sentOnce(send, 'play', { game_id: '17', row: 8, col: 8, round: 1 });
  });

  it('applies the events of the receipt, and reads nothing again before the next poll', async () => {
    const { controller, read } = await followArena(gridGame(EMPTY));
    const data = { game_id: '17', round: 1, player: ALICE, seat: 1, row: 1, col: 1 };
    const event = { standard: 'tic-tac-toe-arena', version: '1.0.0', event: 'move_made', data };
    const { alice } = aliceWho(async () => ({ ...succeeded, logs: [`EVENT_JSON:${JSON.stringify(event)}`] }));
    await controller.act(alice, { kind: 'move', cell: 4 });
    await vi.advanceTimersByTimeAsync(POLL_MS - 1);
    expect(read).toHaveBeenCalledTimes(1);
    expect(controller.session).toMatchObject({ pending: null, table: { last: { cell: 4 } } });
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(controller.session.table?.last?.cell).toBe(4);
  });

  it('asks the chain at once when a wallet has left out what was logged', async () => {
    const { controller, read } = await followOneGame();
    await controller.act(aliceWho().alice, { kind: 'move', cell: 4 });
    await settle();
    expect(controller.session.pending).toMatchObject({ confirmed: true });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('sends nothing for a cell that cannot be played', async () => {
    const { controller } = await followOneGame(oneGameView('X.. ... ...'));
    const { alice, send } = aliceWho();
    await controller.act(alice, { kind: 'move', cell: 0 });
    expect(send).not.toHaveBeenCalled();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'NOT_YOUR_TURN' } });
  });

  it.each([
    ['one-game', () => followOneGame()],
    ['arena', () => followArena(gridGame(EMPTY))],
  ])('asks a spectator to choose an account, and sends nothing: %s', async (_contract, follow) => {
    const { controller } = await follow();
    await controller.act(null, { kind: 'move', cell: 0 });
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'SPECTATOR' } });
  });

  it.each([
    ['WRONG_GAME', 'the game is now 8, not 7; look at it', () => followOneGame()],
    ['WRONG_ROUND', 'round 4 has begun; look at it', () => followArena(gridGame(EMPTY))],
  ])('rolls back and explains what the contract refused: %s', async (code, sentence, follow) => {
    const { controller } = await follow();
    const panic = `Smart contract panicked: ${code}: ${sentence}`;
    const failure = { ActionError: { index: 0, kind: { FunctionCallError: { ExecutionError: panic } } } };
    const { alice } = aliceWho(async () => ({ ...succeeded, failure }));
    await controller.act(alice, { kind: 'move', cell: 0 });
    expect(controller.session.pending).toBeNull();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code } });
    expect(controller.session.sent).toEqual([{ hash: 'hash', url: null, call: 'move', succeeded: false }]);
  });

  it('leaves it to the board whether a move counted when the connection broke', async () => {
    const { controller } = await followOneGame();
    const { alice } = aliceWho(async () => Promise.reject(new TypeError('Failed to fetch')));
    await controller.act(alice, { kind: 'move', cell: 0 });
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'CONNECTION_LOST' } });
  });
});

describe('a new game', () => {
  it('is sent with both players', async () => {
    const { controller } = await followOneGame();
    const { alice, send } = aliceWho();
    await controller.act(alice, { kind: 'new_game', p1: ALICE, p2: BOB });
    sentOnce(send, 'new_game', { p1: ALICE, p2: BOB });
  });

  it('is not sent while a move is on its way', async () => {
    const { controller } = await followOneGame();
    const { alice, send } = aliceWho(() => new Promise(() => {}));
    void controller.act(alice, { kind: 'move', cell: 0 });
    await controller.act(alice, { kind: 'new_game', p1: ALICE, p2: BOB });
    expect(send).toHaveBeenCalledTimes(1);
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });
});

describe('whatever else is done in the arena', () => {
  const limited = { game_id: '17', round: 2 };
  it.each([
    ['join', { game_id: '17' }],
    ['close', { game_id: '17' }],
    ['restart', limited],
    ['resign', limited],
    ['claim_timeout', limited],
  ] as [ArenaAction, object][])(
    '%s is sent with what keeps it from hitting another round',
    async (kind, args) => {
      const { controller } = await followArena(gridGame(EMPTY, { round: 2 }));
      const { alice, send } = aliceWho();
      await controller.act(alice, { kind });
      sentOnce(send, kind, args);
    },
  );

  it('is asked first, and not while something is on its way', async () => {
    const { controller } = await followArena(gridGame(EMPTY));
    const { alice } = aliceWho(() => new Promise(() => {}));
    controller.ask(alice, 'resign');
    expect(controller.session.question).toBe('resign');
    controller.closeQuestion();
    void controller.act(alice, { kind: 'move', cell: 0 });
    controller.ask(alice, 'resign');
    expect(controller.session.question).toBeNull();
    expect(controller.session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });
});
