/** The session: what each event does to what the page shows. */

import { describe, expect, it } from 'vitest';
import type { GameView } from '../../src/contract/tic_tac_toe';
import {
  headlineOf,
  moveFor,
  NEW_SESSION,
  type PendingMove,
  type PendingNewGame,
  pendingCell,
  reduce,
  type Session,
  type SessionEvent,
  shownLine,
  shownMarks,
} from '../../src/table/one-game-session';
import { ALICE, BOB, EMPTY, gameOf } from './games';

const CENTRE = 4;
const AFTER_CENTRE = gameOf(`
  . . .
  . X .
  . . .`);

const move: PendingMove = { kind: 'move', gameId: '1', cell: CENTRE, mark: 'X', confirmed: false };
const newGame: PendingNewGame = {
  kind: 'new_game',
  p1: BOB,
  p2: ALICE,
  replaces: '1',
  confirmed: false,
  created: null,
};

const CONFIRMED: SessionEvent = { type: 'confirmed', createdGameId: null };
const UNREACHABLE: SessionEvent = { type: 'unreachable' };

const seen = (game: GameView | null, height = 10): SessionEvent => ({ type: 'seen', game, height });

function sessionAfter(...events: SessionEvent[]): Session {
  return events.reduce(reduce, NEW_SESSION);
}

function drawn(session: Session): string {
  return shownMarks(session)
    .map((mark) => mark ?? '.')
    .join('');
}

describe('what the chain says', () => {
  it('is shown as it is', () => {
    expect(drawn(sessionAfter(seen(AFTER_CENTRE)))).toBe('....X....');
  });

  it('is an empty board when there was never a game', () => {
    const session = sessionAfter(seen(null));
    expect(drawn(session)).toBe('.........');
    expect(headlineOf(session, ALICE)).toEqual({ kind: 'no_game' });
  });

  it('does not go back to an older answer of a node that lags behind', () => {
    expect(drawn(sessionAfter(seen(AFTER_CENTRE, 10), seen(gameOf(EMPTY), 9)))).toBe('....X....');
  });

  it('is believed when the third answer in a row is older, because then the chain was restarted', () => {
    const twice = sessionAfter(seen(AFTER_CENTRE, 10), seen(null, 1), seen(null, 2));
    expect(drawn(twice)).toBe('....X....');
    expect(reduce(twice, seen(null, 3)).game).toBeNull();
  });

  it('is not taken for a restart when newer answers come between the older ones', () => {
    const old = seen(gameOf(EMPTY), 9);
    const session = sessionAfter(seen(AFTER_CENTRE, 10), old, old, seen(AFTER_CENTRE, 10), old, old);
    expect(drawn(session)).toBe('....X....');
  });

  it('does not go back to an older answer after the connection was lost either', () => {
    const session = sessionAfter(
      seen(gameOf(EMPTY), 9),
      seen(AFTER_CENTRE, 10),
      UNREACHABLE,
      seen(gameOf(EMPTY), 9),
    );
    expect(session.link).toBe('online');
    expect(drawn(session)).toBe('....X....');
    expect(session.lastMove).toBe(CENTRE);
  });

  it('is believed after a restart although some questions went unanswered in between', () => {
    const session = sessionAfter(
      seen(AFTER_CENTRE, 10),
      UNREACHABLE,
      seen(null, 1),
      UNREACHABLE,
      seen(null, 1),
      UNREACHABLE,
    );
    expect(drawn(session)).toBe('....X....');
    expect(reduce(session, seen(null, 1)).game).toBeNull();
  });

  it('never announces an older game as a new one', () => {
    const older = seen(gameOf(EMPTY, { game_id: '1' }), 9);
    const game = seen(gameOf(EMPTY, { game_id: '2' }), 10);
    expect(sessionAfter(game, UNREACHABLE, older).notice).toBeNull();
    expect(sessionAfter(game, older, older, older).notice).toBeNull();
  });

  it('tells which cell the opponent has just marked', () => {
    expect(sessionAfter(seen(gameOf(EMPTY)), seen(AFTER_CENTRE, 11)).lastMove).toBe(CENTRE);
  });

  it('forgets the last move when a new game starts', () => {
    const session = sessionAfter(
      seen(gameOf(EMPTY)),
      seen(AFTER_CENTRE, 11),
      seen(gameOf(EMPTY, { game_id: '2' }), 12),
    );
    expect(session.lastMove).toBeNull();
  });
});

describe('a move', () => {
  const game = gameOf(EMPTY);

  it('is on the board as soon as it is sent', () => {
    const session = sessionAfter(seen(game), { type: 'sending', pending: move });
    expect(drawn(session)).toBe('....X....');
    expect(pendingCell(session)).toBe(CENTRE);
    expect(headlineOf(session, ALICE)).toEqual({ kind: 'sending', mark: 'X' });
  });

  it('is rolled back with the reason when it fails', () => {
    const refusal = { code: 'NOT_YOUR_TURN' } as const;
    const session = sessionAfter(seen(game), { type: 'sending', pending: move }, { type: 'failed', refusal });
    expect(drawn(session)).toBe('.........');
    expect(session.notice).toEqual({ kind: 'refused', refusal });
  });

  it('stays on the board after it succeeded, until the chain shows it', () => {
    const sent = sessionAfter(seen(game), { type: 'sending', pending: move }, CONFIRMED, seen(game, 11));
    expect(drawn(sent)).toBe('....X....');
    const settled = reduce(sent, seen(AFTER_CENTRE, 12));
    expect(settled.pending).toBeNull();
    expect(drawn(settled)).toBe('....X....');
  });

  it('is settled at once when the chain showed it before the call returned', () => {
    const session = sessionAfter(
      seen(game),
      { type: 'sending', pending: move },
      seen(AFTER_CENTRE, 11),
      CONFIRMED,
    );
    expect(session.pending).toBeNull();
  });

  it('cannot be sent again while nodes that lag behind still show the board without it', () => {
    const session = sessionAfter(
      seen(game, 10),
      { type: 'sending', pending: move },
      CONFIRMED,
      ...[11, 8, 8, 8].map((height) => seen(game, height)),
    );
    expect(moveFor(session, ALICE, CENTRE)).toEqual({ code: 'BUSY' });
  });

  it('is never drawn into another game that replaced the one it was meant for', () => {
    const replaced = seen(gameOf(EMPTY, { game_id: '2' }), 11);
    expect(drawn(sessionAfter(seen(game), { type: 'sending', pending: move }, replaced))).toBe('.........');
  });

  it('is refused without being sent, and an earlier one stays on its way', () => {
    const refused: SessionEvent = { type: 'refused', refusal: { code: 'BUSY' } };
    const session = sessionAfter(seen(game), { type: 'sending', pending: move }, refused);
    expect(session.pending).toEqual(move);
    expect(session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });
});

describe('a raced overwrite', () => {
  const overwritten = seen(gameOf(EMPTY, { game_id: '2', p1: 'carol.near' }), 11);

  it('is explained to somebody who was looking at the old game', () => {
    expect(sessionAfter(seen(AFTER_CENTRE), overwritten).notice).toEqual({
      kind: 'replaced',
      gameId: '2',
      p1: 'carol.near',
      p2: BOB,
    });
  });

  it('is explained by the refused move rather than twice', () => {
    const refusal = { code: 'WRONG_GAME' } as const;
    const session = sessionAfter(seen(AFTER_CENTRE), { type: 'failed', refusal }, overwritten);
    expect(session.notice).toEqual({ kind: 'refused', refusal });
  });

  it('is no surprise to the one who started the new game', () => {
    const session = sessionAfter(seen(AFTER_CENTRE), { type: 'sending', pending: newGame }, overwritten);
    expect(session.notice).toBeNull();
  });

  it('is not reported when the old game was over', () => {
    const over = gameOf('XXX OO. ...', { status: 'won', next: null, winner: { player: ALICE, mark: 'X' } });
    expect(sessionAfter(seen(over), overwritten).notice).toBeNull();
  });
});

describe('a new game', () => {
  const won = gameOf('XXX OO. ...', {
    status: 'won',
    next: null,
    winner: { player: ALICE, mark: 'X' },
    winning_line: [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
  });

  it('clears the board and the winning line as soon as it is sent', () => {
    const session = sessionAfter(seen(won), { type: 'sending', pending: newGame });
    expect(drawn(session)).toBe('.........');
    expect(shownLine(session)).toBeNull();
    expect(headlineOf(session, ALICE)).toEqual({ kind: 'starting', p1: BOB, p2: ALICE });
  });

  it('brings the old result back when it is refused', () => {
    const failed: SessionEvent = { type: 'failed', refusal: { code: 'PLAYER_IS_CONTRACT' } };
    const session = sessionAfter(seen(won), { type: 'sending', pending: newGame }, failed);
    expect(shownLine(session)).toEqual([0, 1, 2]);
  });

  it('is awaited until the chain shows a game other than the one it replaces', () => {
    const waiting = sessionAfter(seen(won), { type: 'sending', pending: newGame }, CONFIRMED, seen(won, 11));
    expect(waiting.pending?.kind).toBe('new_game');
    expect(reduce(waiting, seen(gameOf(EMPTY, { game_id: '2' }), 12)).pending).toBeNull();
  });

  it('is awaited by its own id when the call told it: somebody else’s in between is not it', () => {
    const waiting = sessionAfter(
      seen(won),
      { type: 'sending', pending: newGame },
      { type: 'confirmed', createdGameId: '10' },
      seen(gameOf(EMPTY, { game_id: '9' }), 11),
    );
    expect(moveFor(waiting, ALICE, CENTRE)).toEqual({ code: 'BUSY' });
    const settled = reduce(waiting, seen(gameOf(EMPTY, { game_id: '10' }), 12));
    expect(moveFor(settled, ALICE, CENTRE)).toMatchObject({ gameId: '10' });
  });

  it('is awaited on a chain without games until the chain shows one', () => {
    const first: PendingNewGame = { ...newGame, replaces: null };
    const waiting = sessionAfter(seen(null), { type: 'sending', pending: first }, CONFIRMED, seen(null, 11));
    expect(waiting.pending?.kind).toBe('new_game');
    expect(reduce(waiting, seen(gameOf(EMPTY), 12)).pending).toBeNull();
  });
});

describe('a chain that restarts empty after a call succeeded', () => {
  const restarted = [CONFIRMED, UNREACHABLE, seen(null, 1), seen(null, 1), seen(null, 1)];

  it.each([move, newGame])('takes the $kind with it, so that the page can go on', (pending) => {
    const session = sessionAfter(seen(gameOf(EMPTY)), { type: 'sending', pending }, ...restarted);
    expect(session.pending).toBeNull();
    expect(headlineOf(session, ALICE)).toEqual({ kind: 'no_game' });
    expect(moveFor(session, ALICE, 0)).toEqual({ code: 'NO_GAME' });
  });
});

describe('a click', () => {
  const at = (game: GameView | null, me: string, cell: 0 | 4 = CENTRE) =>
    moveFor(sessionAfter(seen(game)), me, cell);

  it('by the player whose turn it is sends the move with the id of the game they look at', () => {
    expect(at(gameOf(EMPTY, { game_id: '7' }), ALICE)).toEqual({ ...move, gameId: '7' });
  });

  it('plays O for the second player', () => {
    expect(at(AFTER_CENTRE, BOB, 0)).toMatchObject({ mark: 'O', cell: 0 });
  });

  it('on an occupied cell sends nothing', () => {
    expect(at(AFTER_CENTRE, BOB)).toEqual({ code: 'CELL_TAKEN' });
  });

  it('out of turn sends nothing', () => {
    expect(at(AFTER_CENTRE, ALICE, 0)).toEqual({ code: 'NOT_YOUR_TURN' });
  });

  it('by somebody who does not play sends nothing', () => {
    expect(at(AFTER_CENTRE, 'carol.near')).toEqual({ code: 'NOT_A_PLAYER' });
  });

  it('before any game sends nothing', () => {
    expect(at(null, ALICE)).toEqual({ code: 'NO_GAME' });
  });

  it('after the end sends nothing', () => {
    expect(at(gameOf('XOX XXO OXO', { status: 'draw', next: null }), ALICE)).toEqual({ code: 'GAME_OVER' });
  });

  it('while a move is on its way sends nothing', () => {
    const session = sessionAfter(seen(gameOf(EMPTY)), { type: 'sending', pending: move });
    expect(moveFor(session, ALICE, 0)).toEqual({ code: 'BUSY' });
  });
});

describe('the headline', () => {
  const won = (player: string) =>
    sessionAfter(seen(gameOf('XXX OO. ...', { status: 'won', next: null, winner: { player, mark: 'X' } })));

  it('tells a player that it is their turn', () => {
    expect(headlineOf(sessionAfter(seen(gameOf(EMPTY))), ALICE)).toEqual({ kind: 'your_turn', mark: 'X' });
  });

  it('tells everybody else whose turn it is', () => {
    const expected = { kind: 'turn_of', player: ALICE, mark: 'X' };
    expect(headlineOf(sessionAfter(seen(gameOf(EMPTY))), BOB)).toEqual(expected);
    expect(headlineOf(sessionAfter(seen(gameOf(EMPTY))), null)).toEqual(expected);
  });

  it('tells somebody who plays both sides which mark is next', () => {
    const alone = gameOf(EMPTY, { p1: ALICE, p2: ALICE });
    expect(headlineOf(sessionAfter(seen(alone)), ALICE)).toEqual({ kind: 'own_turn', mark: 'X' });
  });

  it('tells the winner, the loser and a spectator the result, each in their way', () => {
    expect(headlineOf(won(ALICE), ALICE).kind).toBe('you_won');
    expect(headlineOf(won(ALICE), BOB).kind).toBe('you_lost');
    expect(headlineOf(won(ALICE), null).kind).toBe('won');
  });

  it('tells of a draw', () => {
    const draw = gameOf('XOX XXO OXO', { status: 'draw', next: null });
    expect(headlineOf(sessionAfter(seen(draw)), ALICE)).toEqual({ kind: 'draw' });
  });
});

describe('a message', () => {
  const refused: SessionEvent = { type: 'refused', refusal: { code: 'CELL_TAKEN' } };

  it('goes away when the game goes on', () => {
    expect(sessionAfter(seen(gameOf(EMPTY)), refused, seen(AFTER_CENTRE, 11)).notice).toBeNull();
  });

  it('stays while nothing happens', () => {
    expect(sessionAfter(seen(gameOf(EMPTY)), refused, seen(gameOf(EMPTY), 11)).notice).not.toBeNull();
  });

  it('can be dismissed', () => {
    expect(sessionAfter(seen(gameOf(EMPTY)), refused, { type: 'dismissed' }).notice).toBeNull();
  });

  it('that the game cannot be read goes away when it can', () => {
    const unreadable: SessionEvent = { type: 'unreadable', text: 'no contract here' };
    expect(sessionAfter(unreadable).notice).toEqual({ kind: 'unreadable', text: 'no contract here' });
    expect(sessionAfter(unreadable, seen(null)).notice).toBeNull();
  });
});

it('only the latest five transactions are kept', () => {
  const events = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (hash): SessionEvent => ({
      type: 'transaction',
      sent: { hash, url: null, call: 'move', succeeded: true },
    }),
  );
  expect(sessionAfter(...events).sent.map(({ hash }) => hash)).toEqual(['f', 'e', 'd', 'c', 'b']);
});
