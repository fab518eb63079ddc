/** A new game in the arena: what the form chooses, and what must be attached. */

import { describe, expect, it } from 'vitest';
import {
  FIRST_PLAN,
  playersOf,
  rulesOf,
  seatProblem,
  withGame,
  withGrid,
  withoutSeat,
  withSeat,
  withSeatAdded,
} from '../../src/lobby/create-plan';
import { lockedIn, missingDeposit, nearText } from '../../src/lobby/storage-cost';

const NAMES = { host: 'alice.near', arenaId: 'arena.near', botId: 'bot.near' };
const named = (name: string) => withSeat(FIRST_PLAN, 0, { kind: 'named', name });

describe('seats', () => {
  it('are for anybody, a named account or the bot', () => {
    const plan = withSeat(withSeatAdded(withSeatAdded(named('bob.near'))), 2, { kind: 'bot' });
    expect(playersOf(plan, NAMES)).toEqual(['alice.near', 'bob.near', null, 'bot.near']);
    expect(withSeatAdded(plan)).toBe(plan);
    expect(playersOf(withoutSeat(plan, 0), NAMES)).toEqual(['alice.near', null, 'bot.near']);
  });

  it('are two in ultimate, and at least two', () => {
    const plan = withGame(withSeatAdded(FIRST_PLAN), 'ultimate');
    expect(plan.seats).toHaveLength(1);
    expect(withSeatAdded(plan)).toBe(plan);
    expect(withoutSeat(plan, 0)).toBe(plan);
  });

  it.each([
    ['', 'empty'],
    ['b', 'too_short'],
    ['Bob', 'malformed'],
    ['alice.near', 'twice'],
    ['arena.near', 'is_contract'],
  ])('refuse %j', (name, problem) => {
    expect(seatProblem(named(name), 0, NAMES)).toBe(problem);
  });

  it('refuse the same account twice, the bot too', () => {
    const twice = withSeat(withSeatAdded(named('bot.near')), 1, { kind: 'bot' });
    expect(seatProblem(twice, 0, NAMES)).toBeNull();
    expect(seatProblem(twice, 1, NAMES)).toBe('twice');
  });

  it('may be of contracts, and anybody’s', () => {
    expect(seatProblem(named(`0s${'a'.repeat(40)}`), 0, NAMES)).toBeNull();
    expect(seatProblem(withSeatAdded(FIRST_PLAN), 1, NAMES)).toBeNull();
  });
});

describe('rules', () => {
  it('are those of the game that was chosen', () => {
    expect(rulesOf(FIRST_PLAN)).toEqual({ grid: { rows: 3, cols: 3, in_a_row: 3 } });
    expect(rulesOf({ ...FIRST_PLAN, game: 'ultimate', capture: 'any' })).toEqual({
      ultimate: { capture: 'any' },
    });
  });

  it('of one’s own board stay within what the arena allows', () => {
    const plan = withGrid({ ...FIRST_PLAN, game: 'own' }, { rows: 99, cols: 1 });
    expect(rulesOf(plan)).toEqual({ grid: { rows: 19, cols: 3, in_a_row: 5 } });
    expect(rulesOf(withGrid(withGrid(plan, { rows: 4 }), { inARow: 9 }))).toEqual({
      grid: { rows: 4, cols: 3, in_a_row: 4 },
    });
  });
});

describe('storage', () => {
  const bounds = { min: '100', max: null };

  it('takes cost and registration from somebody new', () => {
    expect(missingDeposit(500n, { balance: null, bounds })).toBe(600n);
  });

  it('takes exactly what the balance lacks, and nothing if it lacks nothing', () => {
    const balance = { total: '900', available: '200' };
    expect(missingDeposit(500n, { balance, bounds })).toBe(300n);
    expect(missingDeposit(200n, { balance, bounds })).toBe(0n);
    expect(missingDeposit(100n, { balance, bounds })).toBe(0n);
    expect(lockedIn(balance)).toBe(700n);
  });

  it('is told in NEAR, never too little', () => {
    expect(nearText(7_030_000_000_000_000_000_000n, 'en')).toBe('0.00703 NEAR');
    expect(nearText(1n, 'en')).toBe('0.00001 NEAR');
    expect(nearText(12_500_000_000_000_000_000_000_000n, 'ru')).toBe('12,5 NEAR');
  });
});
