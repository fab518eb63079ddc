/** The key that a wallet has allowed: what it signs, what the wallet still signs, and when it is forgotten. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY_METHODS, MoveKey } from '../../src/arena/move-key';
import type { PageKeys } from '../../src/chain/page-key';
import { type Call, type CallOutcome, KeyRefused, type Signer } from '../../src/chain/signer';
import { ALICE, BOB } from './games';

const ARENA = 'arena.near';
const done: CallOutcome = { hash: 'hash', url: null, failure: null, value: null, logs: [] };
const play: Call = { contractId: ARENA, method: 'play', args: {}, gas: 1n, deposit: 0n };

/** What this browser remembers. */
const memory = new Map<string, string>();
const storage = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => memory.set(key, value),
  removeItem: (key: string) => memory.delete(key),
};

const byWallet = vi.fn(async (_call: Call) => done);
const byKey = vi.fn(async (_call: Call) => done);

const wallet = (accountId: string): Signer => ({
  accountId,
  send: byWallet,
  keys: { allow: async () => done, remove: async () => done },
});

const keys: PageKeys = {
  make: async () => ({ publicKey: 'public', secretKey: 'secret' }),
  settle: async () => {},
  signer: (accountId) => ({ accountId, send: byKey, keys: null }),
};

const keyKeptFor = (accountId: string) =>
  memory.set(
    'tic-tac-toe.arena-key',
    JSON.stringify({ accountId, arenaId: ARENA, publicKey: 'public', secretKey: 'secret' }),
  );

const newKey = () => new MoveKey({ arenaId: ARENA, keys, changed: () => {} });

beforeEach(() => {
  memory.clear();
  byWallet.mockClear();
  byKey.mockClear();
  vi.stubGlobal('localStorage', storage);
});

describe('a key that was allowed', () => {
  beforeEach(() => keyKeptFor(ALICE));

  it.each(KEY_METHODS)('signs %s', async (method) => {
    await newKey()
      .signerFor(wallet(ALICE))
      .send({ ...play, method });
    expect(byKey).toHaveBeenCalledOnce();
    expect(byWallet).not.toHaveBeenCalled();
  });

  it.each([
    ['takes money out', { method: 'storage_withdraw', deposit: 1n }],
    ['puts money in', { method: 'create', deposit: 1n }],
    ['it was not allowed', { method: 'storage_unregister' }],
    ['is for another contract', { contractId: 'game.near' }],
  ])('leaves to the wallet what %s', async (_what, change) => {
    await newKey()
      .signerFor(wallet(ALICE))
      .send({ ...play, ...change });
    expect(byWallet).toHaveBeenCalledExactlyOnceWith({ ...play, ...change });
    expect(byKey).not.toHaveBeenCalled();
  });

  it('plays for nobody else', async () => {
    await newKey().signerFor(wallet(BOB)).send(play);
    expect(byKey).not.toHaveBeenCalled();
  });

  it('is forgotten when the chain does not take it, and the wallet is asked instead', async () => {
    byKey.mockRejectedValueOnce(new KeyRefused());
    const key = newKey();
    await key.signerFor(wallet(ALICE)).send(play);
    await key.signerFor(wallet(ALICE)).send(play);
    expect(byKey).toHaveBeenCalledOnce();
    expect(byWallet).toHaveBeenCalledTimes(2);
    expect(memory.size).toBe(0);
  });

  it('is kept when the node does not answer, and nothing is sent twice', async () => {
    byKey.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(newKey().signerFor(wallet(ALICE)).send(play)).rejects.toThrow('Failed to fetch');
    expect(byWallet).not.toHaveBeenCalled();
    expect(memory.size).toBe(1);
  });
});

it.each(['', 'null', '{"accountId": 7}', 'nonsense'])('what is remembered as %j is no key', async (saved) => {
  memory.set('tic-tac-toe.arena-key', saved);
  await newKey().signerFor(wallet(ALICE)).send(play);
  expect(byWallet).toHaveBeenCalledOnce();
});
