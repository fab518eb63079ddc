/** A game on one device: what each event makes of it. */

import { describe, expect, it } from 'vitest';
import {
  canUndo,
  computerToMove,
  isUnderWay,
  type Match,
  type MatchEvent,
  newMatch,
  playerAt,
  positionOf,
  reduce,
  restoreMatch,
  saveMatch,
} from '../../src/device/match';
import { FIRST_OPTIONS, FIRST_PLAN, type Plan } from '../../src/device/plan';
import { turnOf } from '../../src/rules/game';
import { DRAWN, rules } from './rules';

const CLASSIC_PLAN: Plan = { ...FIRST_PLAN, game: 'classic', names: ['Anna', 'Boris', '', ''] };
const AGAINST_COMPUTER: Plan = { ...CLASSIC_PLAN, opponent: 'computer' };
const classic = newMatch(CLASSIC_PLAN, FIRST_OPTIONS);
const confirmed = newMatch(CLASSIC_PLAN, { ...FIRST_OPTIONS, confirmTurn: true });
const alone = newMatch(AGAINST_COMPUTER, FIRST_OPTIONS);

const following = (match: Match, ...events: MatchEvent[]) =>
  events.reduce((state, event) => reduce(rules, state, event), match);
const press = (...cells: number[]): MatchEvent[] => cells.map((cell) => ({ type: 'pressed', cell }));

describe('a new match', () => {
  it('has the names that were typed', () => {
    expect(classic.players.map(({ name }) => name)).toEqual(['Anna', 'Boris']);
  });

  it('against the computer lets it play every seat but one’s own', () => {
    expect(alone.players).toEqual([
      { name: 'Anna', computer: null },
      { name: '', computer: 'medium' },
    ]);
    const second = newMatch({ ...AGAINST_COMPUTER, computerBegins: true }, FIRST_OPTIONS);
    expect(playerAt(second, 'O')).toEqual({ name: 'Anna', computer: null });
    expect(computerToMove(rules, second)).toBe('medium');
  });
});

describe('pressing a cell', () => {
  it('marks it and passes the turn', () => {
    const match = following(classic, ...press(4));
    expect(match.moves).toEqual([4]);
    expect(turnOf(positionOf(rules, match))).toBe('O');
  });

  it('that is taken changes nothing but says why, until the next move', () => {
    const refused = following(classic, ...press(4, 4));
    expect(refused.moves).toEqual([4]);
    expect(refused.refusal).toBe('CELL_TAKEN');
    expect(following(refused, { type: 'dismissed' }).refusal).toBeNull();
    expect(following(refused, ...press(0)).refusal).toBeNull();
  });

  it('with confirm turn only chooses it, and “Finish turn” makes it count', () => {
    const chosen = following(confirmed, ...press(4, 5));
    expect(chosen.chosen).toBe(5);
    expect(chosen.moves).toEqual([]);
    expect(following(chosen, { type: 'turn_finished' })).toMatchObject({ moves: [5], chosen: null });
    expect(following(confirmed, { type: 'turn_finished' })).toBe(confirmed);
  });

  it('that ends the game opens the result', () => {
    const match = following(classic, ...press(0, 3, 1, 4, 2));
    expect(match.dialog).toBe('result');
    expect(isUnderWay(rules, match)).toBe(false);
    expect(following(match, { type: 'dialog_closed' }).dialog).toBeNull();
    const drawn = following(newMatch(FIRST_PLAN, FIRST_OPTIONS), ...press(...DRAWN));
    expect(drawn.dialog).toBe('result');
  });

  it('does nothing while it is the computer’s turn', () => {
    const waiting = following(alone, ...press(4));
    expect(following(waiting, ...press(0))).toBe(waiting);
  });
});

describe('the computer', () => {
  const waiting = following(alone, ...press(4));

  it('answers', () => {
    expect(following(waiting, { type: 'computer_moved', cell: 0, movesMade: 1 }).moves).toEqual([4, 0]);
  });

  it('does not answer the question whether to leave', () => {
    const answer: MatchEvent = { type: 'computer_moved', cell: 0, movesMade: 1 };
    expect(following(waiting, { type: 'exit_asked' }, answer)).toMatchObject({
      moves: [4, 0],
      dialog: 'exit',
    });
  });

  it('is not heard when the game has changed since it was asked', () => {
    const answer: MatchEvent = { type: 'computer_moved', cell: 0, movesMade: 1 };
    expect(following(waiting, { type: 'undone' }, answer).moves).toEqual([]);
  });

  it('shows a hint until the next move', () => {
    const hinted = following(alone, { type: 'hinted', cell: 4, movesMade: 0 });
    expect(hinted.hint).toBe(4);
    expect(following(hinted, ...press(0)).hint).toBeNull();
    expect(following(waiting, { type: 'hinted', cell: 4, movesMade: 0 }).hint).toBeNull();
  });
});

describe('undo', () => {
  it('takes back one move between people', () => {
    expect(following(classic, ...press(4, 0), { type: 'undone' }).moves).toEqual([4]);
  });

  it('takes back one’s own move and the computer’s answer', () => {
    const answered = following(
      alone,
      ...press(4),
      { type: 'computer_moved', cell: 0, movesMade: 1 },
      ...press(8),
    );
    expect(following(answered, { type: 'undone' }).moves).toEqual([4, 0]);
    expect(following(answered, { type: 'undone' }, { type: 'undone' }).moves).toEqual([]);
  });

  it('takes back the end of a game, too', () => {
    const over = following(classic, ...press(0, 3, 1, 4, 2), { type: 'undone' });
    expect(over.dialog).toBeNull();
    expect(isUnderWay(rules, over)).toBe(true);
  });

  it('is not possible before one’s own first move', () => {
    expect(canUndo(rules, classic)).toBe(false);
    const begun = newMatch({ ...AGAINST_COMPUTER, computerBegins: true }, FIRST_OPTIONS);
    const moved = following(begun, { type: 'computer_moved', cell: 4, movesMade: 0 });
    expect(canUndo(rules, moved)).toBe(false);
    expect(following(moved, { type: 'undone' })).toBe(moved);
  });
});

it('exit asks, and a new game keeps players and rules', () => {
  expect(following(classic, { type: 'exit_asked' }).dialog).toBe('exit');
  expect(following(classic, ...press(0, 3), { type: 'started_again' })).toEqual(classic);
});

describe('a saved match', () => {
  it('comes back with its players, moves and what is chosen', () => {
    const match = following(confirmed, ...press(4), { type: 'turn_finished' }, ...press(0));
    expect(restoreMatch(rules, saveMatch(match))).toEqual(match);
  });

  it.each([
    null,
    '',
    'nonsense',
    '{}',
    '{"rules":{"kind":"chess"},"players":[],"moves":[]}',
    '{"rules":{"kind":"ultimate","capture":"none"},"players":[],"moves":[]}',
    '{"rules":{"kind":"grid","rows":3,"cols":3,"inARow":3,"players":2},"players":[],"moves":[4,4]}',
    '{"rules":{"kind":"grid","rows":99,"cols":3,"inARow":3,"players":2},"players":[],"moves":[]}',
  ])('that reads %s is none', (saved) => {
    expect(restoreMatch(rules, saved)).toBeNull();
  });
});
