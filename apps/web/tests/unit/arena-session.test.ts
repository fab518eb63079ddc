/** What is known of one game of the arena, and how each event changes it. */

import { describe, expect, it } from 'vitest';
import type { GameView } from '../../src/contract/arena';
import { ARENA_TEXTS } from '../../src/i18n/arena';
import {
  actionsFor,
  type GameSession,
  headlineOf,
  moveFor,
  NEW_SESSION,
  type PendingAction,
  type PendingMove,
  pendingCell,
  reduce,
  type SessionEvent,
  secondsLeft,
} from '../../src/table/session';
import { timeText } from '../../src/table/words';
import { ALICE, BOB, CAROL, gridGame, ultimateGame } from './arena-games';

const EMPTY = gridGame('... ... ...');
const AFTER_CENTRE = gridGame('... .X. ...');
const CENTRE = 4;

const sessionAfter = (...events: SessionEvent[]): GameSession => events.reduce(reduce, NEW_SESSION);
const seen = (game: GameView | null, height = 10): SessionEvent => ({ type: 'seen', game, height });
const sending = (pending: PendingMove | PendingAction): SessionEvent => ({ type: 'sending', pending });
const failed = (code: 'WRONG_ROUND' | 'NOT_YOUR_TURN'): SessionEvent => ({
  type: 'failed',
  refusal: { code },
});

const move: PendingMove = { kind: 'move', round: 1, cell: CENTRE, seat: 'X', confirmed: false };
const action = (kind: PendingAction['kind'], account = ALICE): PendingAction => ({
  kind,
  account,
  round: 1,
  turn: 1,
  confirmed: false,
});
const CONFIRMED: SessionEvent = { type: 'confirmed' };

describe('a move', () => {
  it('is shown at once and taken back with the reason when it is refused', () => {
    const sent = sessionAfter(seen(EMPTY), sending(move));
    expect(pendingCell(sent)).toBe(CENTRE);
    const refused = reduce(sent, failed('NOT_YOUR_TURN'));
    expect(pendingCell(refused)).toBeNull();
    expect(refused.notice).toEqual({ kind: 'refused', refusal: { code: 'NOT_YOUR_TURN' } });
  });

  it('stays on its way after it succeeded, until the chain shows it', () => {
    const waiting = sessionAfter(seen(EMPTY), sending(move), CONFIRMED, seen(EMPTY, 11));
    expect(moveFor(waiting, ALICE, 0)).toEqual({ code: 'BUSY' });
    const settled = reduce(waiting, seen(AFTER_CENTRE, 12));
    expect(settled.pending).toBeNull();
    expect(settled.lastMove).toBe(CENTRE);
  });

  it('is never drawn into the round that somebody started instead', () => {
    const restarted = seen({ ...EMPTY, round: 2 }, 11);
    expect(pendingCell(sessionAfter(seen(EMPTY), sending(move), restarted))).toBeNull();
  });

  it('that was answered before the next look leaves the answer as the latest', () => {
    const answered = seen(gridGame('O.. .X. ...'), 11);
    expect(sessionAfter(seen(EMPTY), sending(move), answered).lastMove).toBe(0);
  });

  it('shows nothing of an answer that is older than one already seen', () => {
    expect(sessionAfter(seen(AFTER_CENTRE, 12), seen(EMPTY, 11)).game).toBe(AFTER_CENTRE);
  });
});

describe('a round that somebody restarts', () => {
  const restarted = seen({ ...EMPTY, round: 2 }, 11);

  it('is told to those who were playing', () => {
    expect(sessionAfter(seen(AFTER_CENTRE), restarted).notice).toEqual({ kind: 'restarted', round: 2 });
  });

  it('is told once when the move that it raced was refused', () => {
    const session = sessionAfter(seen(AFTER_CENTRE), failed('WRONG_ROUND'), restarted);
    expect(session.notice).toEqual({ kind: 'refused', refusal: { code: 'WRONG_ROUND' } });
  });

  it('is no news to whoever restarted it, and closes a question about the old one', () => {
    const asked = sessionAfter(seen(AFTER_CENTRE), { type: 'asked', action: 'resign' }, restarted);
    expect(asked.question).toBeNull();
    expect(sessionAfter(seen(AFTER_CENTRE), sending(action('restart')), restarted).notice).toBeNull();
  });
});

describe('what was sent beside moves', () => {
  const pendingAfter = (kind: PendingAction['kind'], game: GameView | null) => {
    const sent = sending(action(kind, kind === 'join' ? CAROL : ALICE));
    return sessionAfter(seen(EMPTY), sent, CONFIRMED, seen(game, 11)).pending;
  };

  it.each([
    ['join', { ...EMPTY, players: [ALICE, CAROL] }],
    ['restart', { ...EMPTY, round: 2 }],
    ['resign', { ...EMPTY, status: 'won' as const, turn: null, winner: 2, out: [1] }],
    ['claim_timeout', { ...EMPTY, turn: 2, out: [1] }],
    ['close', null],
  ] as const)('%s is on its way until the chain shows it', (kind, done) => {
    expect(pendingAfter(kind, EMPTY)).not.toBeNull();
    expect(pendingAfter(kind, done as GameView | null)).toBeNull();
  });
});

describe('a click', () => {
  const at = (game: GameView | null, me: string, cell = CENTRE) =>
    moveFor(sessionAfter(seen(game)), me, cell);

  it('by the player whose turn it is sends the move with its round', () => {
    expect(at({ ...EMPTY, round: 3 }, ALICE)).toEqual({ ...move, round: 3 });
  });

  it.each([
    ['in no game', null, ALICE, 'NO_GAME'],
    ['while a seat is free', { ...EMPTY, status: 'waiting' as const, turn: null }, ALICE, 'WAITING'],
    ['after the end', { ...EMPTY, status: 'draw' as const, turn: null }, ALICE, 'GAME_OVER'],
    ['by a spectator', EMPTY, CAROL, 'NOT_A_PLAYER'],
    ['by somebody who is out', { ...EMPTY, out: [2] }, BOB, 'ALREADY_OUT'],
    ['out of turn', EMPTY, BOB, 'NOT_YOUR_TURN'],
    ['on a marked cell', AFTER_CENTRE, BOB, 'CELL_TAKEN'],
    ['in another mini-field', ultimateGame({ next_field: 4 }), ALICE, 'WRONG_FIELD'],
  ] as const)('%s sends nothing', (_when, game, me, code) => {
    expect(at(game as GameView | null, me)).toEqual({ code });
  });
});

describe('what may be done', () => {
  const at = Number(1_763_300_000_000);

  it('joining, where a seat is free, by whoever has none', () => {
    const open = gridGame('... ... ...', { players: [ALICE, null], status: 'waiting', turn: null });
    expect(actionsFor(open, BOB, at)).toEqual(['join']);
    expect(actionsFor(open, null, at)).toEqual(['join']);
    expect(actionsFor(open, ALICE, at)).toEqual(['close']);
  });

  it('the host may close, a challenger may decline until one of them has moved', () => {
    expect(actionsFor(AFTER_CENTRE, ALICE, at)).toEqual(['restart', 'resign', 'close']);
    expect(actionsFor(AFTER_CENTRE, BOB, at)).toEqual(['restart', 'resign', 'close']);
    expect(actionsFor(gridGame('O.. .X. ...'), BOB, at)).toEqual(['restart', 'resign']);
  });

  it('after the end another round, and resigning no more', () => {
    const over = { ...AFTER_CENTRE, status: 'draw' as const, turn: null, round: 2 };
    expect(actionsFor(over, BOB, at)).toEqual(['restart']);
  });

  it('anybody may end a turn whose time is over', () => {
    const limited = { ...EMPTY, turn_seconds: 30 };
    expect(actionsFor(limited, null, at + 29_999)).toEqual([]);
    expect(actionsFor(limited, null, at + 30_000)).toEqual(['claim_timeout']);
  });
});

describe('the clock', () => {
  const left = (turn_seconds: number | null, passed: number) =>
    secondsLeft({ ...EMPTY, turn_seconds }, 1_763_300_000_000 + passed);

  it('counts down from the limit, and not below nothing', () => {
    expect([left(30, 0), left(30, 500), left(30, 29_001), left(30, 31_000)]).toEqual([30, 30, 1, 0]);
  });

  it('is not shown without a limit', () => {
    expect(left(null, 0)).toBeNull();
  });

  it.each([
    [5, '0:05'],
    [300, '5:00'],
    [3_600, '1 h'],
    [5_430, '1 h 30 min'],
    [93_600, '1 d 2 h'],
  ])('says %i seconds as %s', (seconds, text) => {
    expect(timeText(seconds, ARENA_TEXTS.en.units)).toBe(text);
  });
});

describe('the headline', () => {
  const of = (game: GameView | null, me: string | null) => headlineOf(sessionAfter(seen(game)), me);
  const won = gridGame('XXX OO. ...', { status: 'won', turn: null, winner: 1 });

  it('tells whose turn it is, each in their way', () => {
    expect(of(EMPTY, ALICE)).toEqual({ kind: 'your_turn', seat: 'X' });
    expect(of(EMPTY, BOB)).toEqual({ kind: 'turn_of', player: ALICE, seat: 'X' });
  });

  it('tells the winner, the loser and a spectator the result', () => {
    expect([of(won, ALICE).kind, of(won, BOB).kind, of(won, null).kind]).toEqual([
      'you_won',
      'you_lost',
      'won',
    ]);
  });

  it('tells that a seat is free, and that a game is gone', () => {
    const open = { ...EMPTY, players: [ALICE, null], status: 'waiting' as const, turn: null };
    expect(of(open, BOB)).toEqual({ kind: 'waiting', seated: false });
    expect(of(null, BOB)).toEqual({ kind: 'gone' });
  });
});
