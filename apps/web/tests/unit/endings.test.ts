/** What people are told and hear when a position becomes another one. */

import { expect, it } from 'vitest';
import { type GameRules, sentToFull } from '../../src/rules/game';
import { cueOf } from '../../src/ui/feedback';
import { CLASSIC, DRAWN, FIRST, replayed } from './rules';

it('says who was sent to a full mini-field, and of no other end', () => {
  expect(sentToFull(replayed(FIRST, ...DRAWN))).toBe('O');
  expect(sentToFull(replayed(FIRST, ...DRAWN.slice(0, -1)))).toBeNull();
  expect(sentToFull(replayed(CLASSIC, 0, 1, 2, 4, 3, 5, 7, 6, 8))).toBeNull();
});

it('lets a mark, a capture and a win be heard, and an undo not', () => {
  const cue = (game: GameRules, ...moves: number[]) =>
    cueOf(replayed(game, ...moves.slice(0, -1)), replayed(game, ...moves));
  expect(cue(FIRST, 0)).toBe('mark');
  expect(cue(FIRST, ...DRAWN.slice(0, 10))).toBe('capture');
  expect(cue(CLASSIC, 0, 3, 1, 4, 2)).toBe('win');
  expect(cueOf(replayed(CLASSIC, 0, 1), replayed(CLASSIC, 0))).toBeNull();
});
