/** What is chosen before a game, and what is remembered of it. */

import { describe, expect, it } from 'vitest';
import {
  FIRST_OPTIONS,
  FIRST_PLAN,
  PRESETS,
  presetOf,
  restoreOptions,
  restorePlan,
  rulesOf,
} from '../../src/device/plan';
import { changeBoard } from '../../src/rules/board-choice';

describe('a board', () => {
  it('keeps within 3 to 19 and 2 to 4 players', () => {
    expect(changeBoard(PRESETS.gomoku, { rows: 20, cols: 2, players: 9 })).toEqual({
      rows: 19,
      cols: 3,
      inARow: 5,
      players: 4,
    });
  });

  it('that shrinks takes the length of its line along', () => {
    expect(changeBoard({ rows: 5, cols: 5, inARow: 5, players: 2 }, { rows: 3 }).inARow).toBe(5);
    expect(changeBoard({ rows: 3, cols: 5, inARow: 5, players: 2 }, { cols: 4 }).inARow).toBe(4);
  });

  it('is known as a preset only when everything is as there', () => {
    expect(presetOf(PRESETS.three)).toBe('three');
    expect(presetOf({ ...PRESETS.three, players: 2 })).toBeNull();
  });
});

it('the rules follow from the game that is chosen', () => {
  expect(rulesOf(FIRST_PLAN, { ...FIRST_OPTIONS, capture: 'any' })).toEqual({
    kind: 'ultimate',
    capture: 'any',
  });
  expect(rulesOf({ ...FIRST_PLAN, game: 'classic' }, FIRST_OPTIONS)).toMatchObject({ rows: 3, inARow: 3 });
  expect(rulesOf({ ...FIRST_PLAN, game: 'boards' }, FIRST_OPTIONS)).toEqual({
    kind: 'grid',
    ...PRESETS.gomoku,
  });
});

describe('what is remembered', () => {
  it('comes back', () => {
    const plan = { ...FIRST_PLAN, game: 'boards', opponent: 'computer', level: 'strong' } as const;
    expect(restorePlan(JSON.stringify(plan))).toEqual(plan);
    const options = { capture: 'closing', confirmTurn: true } as const;
    expect(restoreOptions(JSON.stringify(options))).toEqual(options);
  });

  it.each([null, '', 'nonsense', '7', 'null', '{"game":"chess","board":{"rows":"many"},"names":[1]}'])(
    'and reads %s is as on the first visit',
    (saved) => {
      expect(restorePlan(saved)).toEqual(FIRST_PLAN);
      expect(restoreOptions(saved)).toEqual(FIRST_OPTIONS);
    },
  );

  it('keeps names short', () => {
    expect(restorePlan(JSON.stringify({ names: ['x'.repeat(99)] })).names[0]).toHaveLength(20);
  });
});
