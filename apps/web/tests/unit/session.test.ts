/** The session of a table: what each event does to what the page shows, whichever contract keeps the table. */

import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/languages';
import { CLASSIC, turnOf } from '../../src/rules/game';
import {
  NEW_SESSION,
  pendingCell,
  reduce,
  refusalOf,
  type Session,
  type SessionEvent,
  shownTable,
} from '../../src/table/session';
import { type Action, type ArenaAction, type Table, tableAfter } from '../../src/table/table';
import { headlineOf, textsIn } from '../../src/table/words';
import {
  AFTER_CENTRE,
  ALICE,
  arenaGame,
  BOB,
  CAROL,
  CENTRE,
  DRAWN,
  EMPTY,
  OVER,
  oneGame,
  WAITING,
  WON,
} from './games';
import { rules } from './rules';

const ONE_GAME = textsIn(LANGUAGES.en, 'en', 'one_game');
const ARENA = textsIn(LANGUAGES.en, 'en', 'arena');
const { strings, texts } = ARENA;

const moveTo = (cell: number): Action => ({ kind: 'move', cell });
const move = moveTo(CENTRE);
const newGame: Action = { kind: 'new_game', p1: BOB, p2: ALICE };

/** The call has succeeded, but a wallet has left out what it logged. */
const SUCCEEDED: SessionEvent = { type: 'succeeded', table: undefined };
const UNREACHABLE: SessionEvent = { type: 'unreachable' };

const seen = (table: Table | null, height = 10): SessionEvent => ({ type: 'seen', table, height });
/** The events of the blocks end with a mark in this cell. */
const replayed = (table: Table, cell: number): SessionEvent => ({
  type: 'replayed',
  table: { ...table, last: { cell, before: table.position } },
});
const sending = (action: Action): SessionEvent => ({ type: 'sending', action });
const failed = (code: 'WRONG_GAME' | 'WRONG_ROUND' | 'NOT_YOUR_TURN'): SessionEvent => ({
  type: 'failed',
  refusal: { code },
});

const sessionAfter = (...events: SessionEvent[]): Session => events.reduce(reduce, NEW_SESSION);

const lastMove = ({ table }: Session) => table?.last?.cell ?? null;

function drawn(session: Session): string {
  const position = shownTable(session, rules)?.position;
  if (!position) return '.........';
  const sent = pendingCell(session);
  return position.cells.map(({ mark }, cell) => (cell === sent ? turnOf(position) : mark) ?? '.').join('');
}

describe('what the chain says', () => {
  it('is shown as it is', () => {
    expect(drawn(sessionAfter(seen(oneGame(AFTER_CENTRE))))).toBe('....X....');
  });

  it('is an empty board when there was never a game', () => {
    const session = sessionAfter(seen(null));
    expect(drawn(session)).toBe('.........');
    expect(headlineOf(session, ALICE, ONE_GAME)).toEqual({ text: strings.noGame, tone: 'plain' });
  });

  it.each([
    ['one-game', oneGame],
    ['arena', arenaGame],
  ])('does not go back to an older answer of a node that lags behind: %s', (_contract, game) => {
    const known = game(AFTER_CENTRE);
    const session = sessionAfter(seen(known, 10), seen(game(EMPTY), 9));
    expect(drawn(session)).toBe('....X....');
    expect(session.table?.position).toBe(known.position);
  });

  it('does not go back to an answer that shows less than was known, whatever its block', () => {
    expect(drawn(sessionAfter(seen(oneGame(AFTER_CENTRE), 10), seen(oneGame(EMPTY), 12)))).toBe('....X....');
    expect(drawn(sessionAfter(seen(oneGame(AFTER_CENTRE), 10), seen(null, 12)))).toBe('....X....');
  });

  it('is believed when it keeps showing less for longer than any node lags behind', () => {
    const lagging = sessionAfter(seen(oneGame(AFTER_CENTRE), 10), seen(oneGame(EMPTY), 200));
    expect(drawn(lagging)).toBe('....X....');
    expect(drawn(reduce(lagging, seen(oneGame(EMPTY), 300)))).toBe('....X....');
    expect(drawn(reduce(lagging, seen(oneGame(EMPTY), 301)))).toBe('.........');
  });

  it('is believed when the third answer in a row is older, because then the chain was restarted', () => {
    const twice = sessionAfter(seen(oneGame(AFTER_CENTRE), 10), seen(null, 1), seen(null, 2));
    expect(drawn(twice)).toBe('....X....');
    expect(reduce(twice, seen(null, 3)).table).toBeNull();
  });

  it('is not taken for a restart when newer answers come between the older ones', () => {
    const old = seen(oneGame(EMPTY), 9);
    const game = seen(oneGame(AFTER_CENTRE), 10);
    expect(drawn(sessionAfter(game, old, old, game, old, old))).toBe('....X....');
  });

  it('does not go back to an older answer after the connection was lost either', () => {
    const old = seen(oneGame(EMPTY), 9);
    const known = [seen(oneGame(AFTER_CENTRE), 10), replayed(oneGame(AFTER_CENTRE), CENTRE)];
    const session = sessionAfter(old, ...known, UNREACHABLE, old);
    expect(session.link).toBe('online');
    expect(drawn(session)).toBe('....X....');
    expect(lastMove(session)).toBe(CENTRE);
  });

  it('is believed after a restart although some questions went unanswered in between', () => {
    const session = sessionAfter(
      seen(oneGame(AFTER_CENTRE), 10),
      UNREACHABLE,
      seen(null, 1),
      UNREACHABLE,
      seen(null, 1),
      UNREACHABLE,
    );
    expect(drawn(session)).toBe('....X....');
    expect(reduce(session, seen(null, 1)).table).toBeNull();
  });

  it('is believed when the node was away and the third answer in a row shows less, however high the new chain is', () => {
    const game = seen(oneGame(AFTER_CENTRE), 10);
    const back = sessionAfter(game, UNREACHABLE, seen(null, 12), seen(null, 13));
    expect(drawn(back)).toBe('....X....');
    expect(reduce(back, seen(null, 14)).table).toBeNull();
    expect(drawn(sessionAfter(game, seen(null, 12), seen(null, 13), seen(null, 14)))).toBe('....X....');
    expect(drawn(reduce(reduce(back, game), seen(null, 14)))).toBe('....X....');
  });

  it('never announces an older game as a new one', () => {
    const older = seen(oneGame(EMPTY, { game_id: '1' }), 9);
    const game = seen(oneGame(EMPTY, { game_id: '2' }), 10);
    expect(sessionAfter(game, UNREACHABLE, older).notice).toBeNull();
    expect(sessionAfter(game, older, older, older).notice).toBeNull();
  });

  it('does not guess which cell the opponent has just marked; events tell it, and it stays known', () => {
    const shown = sessionAfter(seen(oneGame(EMPTY)), seen(oneGame(AFTER_CENTRE), 11));
    expect(lastMove(shown)).toBeNull();
    const told = reduce(shown, replayed(oneGame(AFTER_CENTRE), CENTRE));
    expect(lastMove(told)).toBe(CENTRE);
    expect(lastMove(reduce(told, seen(oneGame(AFTER_CENTRE), 12)))).toBe(CENTRE);
  });

  it('is not changed by events of a board that was shown before or comes after it', () => {
    const shown = sessionAfter(seen(oneGame(EMPTY)), seen(oneGame('O.. .X. ...'), 11));
    expect(reduce(shown, replayed(oneGame(AFTER_CENTRE), CENTRE))).toBe(shown);
    expect(reduce(shown, replayed(oneGame('O.. .XX ...'), 5))).toBe(shown);
  });

  it('forgets the last move when a new game starts', () => {
    const session = sessionAfter(
      seen(oneGame(EMPTY)),
      seen(oneGame(AFTER_CENTRE), 11),
      replayed(oneGame(AFTER_CENTRE), CENTRE),
      seen(oneGame(EMPTY, { game_id: '2' }), 12),
    );
    expect(lastMove(session)).toBeNull();
  });
});

describe.each([
  ['one-game', oneGame],
  ['arena', arenaGame],
])('a move: %s', (_contract, game) => {
  it('is on the board as soon as it is sent', () => {
    const session = sessionAfter(seen(game(EMPTY)), sending(move));
    expect(drawn(session)).toBe('....X....');
    expect(pendingCell(session)).toBe(CENTRE);
    expect(headlineOf(session, ALICE, ARENA)).toEqual({ text: texts.sending('X'), tone: 'busy' });
  });

  it('is rolled back with the reason when it fails', () => {
    const session = sessionAfter(seen(game(EMPTY)), sending(move), failed('NOT_YOUR_TURN'));
    expect(drawn(session)).toBe('.........');
    expect(pendingCell(session)).toBeNull();
    expect(session.notice).toEqual({ kind: 'refused', refusal: { code: 'NOT_YOUR_TURN' } });
  });

  it('is on the board for good with the events of its receipt, and older answers change nothing', () => {
    const sent = sessionAfter(seen(game(EMPTY)), sending(move));
    const event = { kind: 'moved', round: 1n, seat: 'X', row: 1, col: 1 } as const;
    const table = tableAfter(rules, sent.table, event, 0);
    const settled = [{ type: 'succeeded', table } as const, seen(game(EMPTY), 11)].reduce(reduce, sent);
    expect(settled.pending).toBeNull();
    expect(drawn(settled)).toBe('....X....');
    expect(lastMove(settled)).toBe(CENTRE);
    expect(lastMove(reduce(settled, seen(game(AFTER_CENTRE), 12)))).toBe(CENTRE);
    const answered = reduce(settled, seen(game('O.. .X. ...'), 12));
    expect(lastMove(reduce(answered, replayed(game('O.. .X. ...'), 0)))).toBe(0);
  });

  it('stays on its way after it succeeded without telling, until the chain shows it', () => {
    const sent = sessionAfter(seen(game(EMPTY)), sending(move), SUCCEEDED, seen(game(EMPTY), 11));
    expect(drawn(sent)).toBe('....X....');
    expect(refusalOf(sent, ALICE, moveTo(0))).toEqual({ code: 'BUSY' });
    const settled = reduce(sent, seen(game(AFTER_CENTRE), 12));
    expect(settled.pending).toBeNull();
    expect(drawn(settled)).toBe('....X....');
    expect(lastMove(reduce(settled, replayed(game(AFTER_CENTRE), CENTRE)))).toBe(CENTRE);
  });

  it('is settled at once when the chain showed it before the call returned', () => {
    const shown = seen(game(AFTER_CENTRE), 11);
    expect(sessionAfter(seen(game(EMPTY)), sending(move), shown, SUCCEEDED).pending).toBeNull();
  });

  it('cannot be sent again while nodes that lag behind still show the board without it', () => {
    const session = sessionAfter(
      seen(game(EMPTY), 10),
      sending(move),
      SUCCEEDED,
      ...[11, 8, 8, 8].map((height) => seen(game(EMPTY), height)),
    );
    expect(refusalOf(session, ALICE, move)).toEqual({ code: 'BUSY' });
  });

  it('is never drawn into another round that replaced the one it was meant for', () => {
    const replaced = seen(game(EMPTY, { game_id: '2', round: 2 } as object), 11);
    const session = sessionAfter(seen(game(EMPTY)), sending(move), replaced);
    expect(drawn(session)).toBe('.........');
    expect(pendingCell(session)).toBeNull();
  });

  it('is refused without being sent, and an earlier one stays on its way', () => {
    const refused: SessionEvent = { type: 'refused', refusal: { code: 'BUSY' } };
    const session = sessionAfter(seen(game(EMPTY)), sending(move), refused);
    expect(session.pending?.action).toEqual(move);
    expect(session.notice).toEqual({ kind: 'refused', refusal: { code: 'BUSY' } });
  });

  it('that was answered before the next look leaves the answer as the latest', () => {
    const answered = [seen(game('O.. .X. ...'), 11), replayed(game('O.. .X. ...'), 0)];
    expect(lastMove(sessionAfter(seen(game(EMPTY)), sending(move), ...answered))).toBe(0);
  });
});

describe('a round that somebody else starts', () => {
  const replaced = seen(oneGame(EMPTY, { game_id: '2', p1: CAROL }), 11);
  const restarted = seen(arenaGame(EMPTY, { round: 2 }), 11);

  it('is explained to those who were looking at the one before', () => {
    expect(sessionAfter(seen(oneGame(AFTER_CENTRE)), replaced).notice).toMatchObject({
      kind: 'replaced',
      table: { round: 2n, players: [CAROL, BOB] },
    });
    expect(sessionAfter(seen(arenaGame(AFTER_CENTRE)), restarted).notice).toMatchObject({
      kind: 'replaced',
      table: { round: 2n },
    });
  });

  it('is explained by the refused move rather than twice', () => {
    const raced = sessionAfter(seen(oneGame(AFTER_CENTRE)), failed('WRONG_GAME'), replaced);
    expect(raced.notice).toEqual({ kind: 'refused', refusal: { code: 'WRONG_GAME' } });
    const racedInArena = sessionAfter(seen(arenaGame(AFTER_CENTRE)), failed('WRONG_ROUND'), restarted);
    expect(racedInArena.notice).toEqual({ kind: 'refused', refusal: { code: 'WRONG_ROUND' } });
  });

  it('is no surprise to the one who started it', () => {
    expect(sessionAfter(seen(oneGame(AFTER_CENTRE)), sending(newGame), replaced).notice).toBeNull();
    const restart = sending({ kind: 'restart' });
    expect(sessionAfter(seen(arenaGame(AFTER_CENTRE)), restart, restarted).notice).toBeNull();
  });

  it('closes a question about the old one', () => {
    const asked = sessionAfter(seen(arenaGame(AFTER_CENTRE)), { type: 'asked', action: 'resign' }, restarted);
    expect(asked.question).toBeNull();
  });

  it('is not reported when the old one was over', () => {
    expect(sessionAfter(seen(oneGame(WON)), replaced).notice).toBeNull();
  });
});

describe('a new game', () => {
  const won = oneGame(WON);

  it('clears the board and the winning line as soon as it is sent', () => {
    const session = sessionAfter(seen(won), sending(newGame));
    expect(drawn(session)).toBe('.........');
    expect(shownTable(session, rules)).toMatchObject({ players: [BOB, ALICE], position: { line: [] } });
    expect(headlineOf(session, ALICE, ONE_GAME)).toEqual({
      text: strings.starting(BOB, ALICE),
      tone: 'busy',
    });
  });

  it('brings the old result back when it is refused', () => {
    const refused: SessionEvent = { type: 'failed', refusal: { code: 'PLAYER_IS_CONTRACT' } };
    const session = sessionAfter(seen(won), sending(newGame), refused);
    expect(shownTable(session, rules)?.position.line).toEqual([0, 1, 2]);
  });

  it('is awaited until the chain shows a game other than the one it replaces', () => {
    const waiting = sessionAfter(seen(won), sending(newGame), SUCCEEDED, seen(won, 11));
    expect(waiting.pending?.action.kind).toBe('new_game');
    expect(reduce(waiting, seen(oneGame(EMPTY, { game_id: '2' }), 12)).pending).toBeNull();
  });

  it('is played at once with the events of its receipt: somebody else’s in between is not it', () => {
    const sent = sessionAfter(seen(won), sending(newGame));
    const seating = { players: [BOB, ALICE], rules: CLASSIC };
    const table = tableAfter(rules, sent.table, { kind: 'started', round: 10n, first: 'X', seating }, 0);
    const between = seen(oneGame(EMPTY, { game_id: '9' }), 11);
    const settled = [{ type: 'succeeded', table } as const, between].reduce(reduce, sent);
    expect(settled).toMatchObject({
      pending: null,
      notice: null,
      table: { round: 10n, players: [BOB, ALICE] },
    });
    const shown = reduce(settled, seen(oneGame(EMPTY, { game_id: '10', p1: BOB, p2: ALICE }), 12));
    expect(refusalOf(shown, BOB, move)).toBeNull();
    expect(shown.table?.round).toBe(10n);
  });

  it('is awaited on a chain without games until the chain shows one', () => {
    const waiting = sessionAfter(seen(null), sending(newGame), SUCCEEDED, seen(null, 11));
    expect(waiting.pending?.action.kind).toBe('new_game');
    expect(reduce(waiting, seen(oneGame(EMPTY), 12)).pending).toBeNull();
  });
});

describe('a chain that restarts empty after a call succeeded', () => {
  const restarted = [SUCCEEDED, UNREACHABLE, seen(null, 1), seen(null, 1), seen(null, 1)];

  it.each([move, newGame])('takes the $kind with it, so that the page can go on', (action) => {
    const session = sessionAfter(seen(oneGame(EMPTY)), sending(action), ...restarted);
    expect(session.pending).toBeNull();
    expect(headlineOf(session, ALICE, ONE_GAME)).toEqual({ text: strings.noGame, tone: 'plain' });
    expect(refusalOf(session, ALICE, moveTo(0))).toEqual({ code: 'NO_GAME' });
  });
});

describe('what was sent beside moves', () => {
  const pendingAfter = (kind: ArenaAction, before: Table, after: Table | null) =>
    sessionAfter(seen(before), sending({ kind }), SUCCEEDED, seen(after, 11)).pending;
  const playing = arenaGame(EMPTY);

  it.each([
    ['join', arenaGame(EMPTY, WAITING), arenaGame(EMPTY, { players: [ALICE, CAROL] })],
    ['restart', playing, arenaGame(EMPTY, { round: 2 })],
    ['resign', playing, arenaGame(EMPTY, { status: 'won', turn: null, winner: 2, out: [1] })],
    ['claim_timeout', playing, arenaGame(EMPTY, { status: 'won', turn: null, winner: 2, out: [1] })],
    ['close', playing, null],
  ] as const)('%s is on its way until the chain shows it', (kind, before, done) => {
    expect(pendingAfter(kind, before, before)).not.toBeNull();
    expect(pendingAfter(kind, before, done)).toBeNull();
  });

  it('a game that is gone before the receipt comes, or that the receipt does not tell of, was closed from here', () => {
    const closing = [seen(playing), sending({ kind: 'close' })];
    const gone = { type: 'succeeded', table: null } as const;
    expect(sessionAfter(...closing, seen(null), gone)).toMatchObject({ closed: true, pending: null });
    expect(sessionAfter(...closing, SUCCEEDED, seen(null, 11))).toMatchObject({
      closed: true,
      pending: null,
    });
    expect(sessionAfter(seen(playing), seen(null, 11))).toMatchObject({ table: null, closed: false });
  });

  it('a game that a receipt has closed does not come back with an older answer', () => {
    const closing = sessionAfter(seen(playing), sending({ kind: 'close' }), {
      type: 'succeeded',
      table: null,
    });
    expect(reduce(closing, seen(playing, 11)).table).toBeNull();
  });
});

describe('a click', () => {
  const at = (table: Table | null, me: string, cell = CENTRE) =>
    refusalOf(sessionAfter(seen(table)), me, moveTo(cell));

  it('by the player whose turn it is sends the move for the round they look at', () => {
    const session = sessionAfter(seen(oneGame(EMPTY, { game_id: '7' })));
    expect(refusalOf(session, ALICE, move)).toBeNull();
    expect(reduce(session, sending(move)).pending).toMatchObject({ action: move, table: { round: 7n } });
    expect(at(arenaGame(EMPTY, { round: 3 }), ALICE)).toBeNull();
  });

  it('plays O for the second player', () => {
    const session = sessionAfter(seen(oneGame(AFTER_CENTRE)));
    expect(refusalOf(session, BOB, moveTo(0))).toBeNull();
    const sent = reduce(session, sending(moveTo(0)));
    expect(headlineOf(sent, BOB, ONE_GAME).text).toBe(texts.sending('O'));
  });

  it('by somebody who plays against themselves is asked by turn', () => {
    const alone = { p1: ALICE, p2: ALICE };
    expect(at(oneGame(EMPTY, alone), ALICE)).toBeNull();
    expect(at(oneGame(AFTER_CENTRE, alone), ALICE, 0)).toBeNull();
  });

  it.each([
    ['before any game', null, ALICE, 'NO_GAME'],
    ['while a seat is free', arenaGame(EMPTY, WAITING), ALICE, 'WAITING'],
    ['after the end', oneGame(DRAWN), ALICE, 'GAME_OVER'],
    ['after the end, in the arena', arenaGame(DRAWN, OVER), ALICE, 'GAME_OVER'],
    ['by somebody who does not play', oneGame(AFTER_CENTRE), CAROL, 'NOT_A_PLAYER'],
    ['by a spectator of the arena', arenaGame(EMPTY), CAROL, 'NOT_A_PLAYER'],
    [
      'by somebody who is out',
      arenaGame(EMPTY, { players: [ALICE, BOB, CAROL], out: [2] }),
      BOB,
      'ALREADY_OUT',
    ],
    ['out of turn', oneGame(AFTER_CENTRE), ALICE, 'NOT_YOUR_TURN'],
    ['out of turn, in the arena', arenaGame(EMPTY), BOB, 'NOT_YOUR_TURN'],
    ['on a marked cell', oneGame(AFTER_CENTRE), BOB, 'CELL_TAKEN'],
    ['on a marked cell of the arena', arenaGame(AFTER_CENTRE), BOB, 'CELL_TAKEN'],
  ] as const)('%s sends nothing', (_when, table, me, code) => {
    expect(at(table, me)).toEqual({ code });
  });

  it('while a move is on its way sends nothing', () => {
    const session = sessionAfter(seen(oneGame(EMPTY)), sending(move));
    expect(refusalOf(session, ALICE, moveTo(0))).toEqual({ code: 'BUSY' });
  });
});

describe('the headline', () => {
  const of = (table: Table | null, me: string | null) => headlineOf(sessionAfter(seen(table)), me, ARENA);

  it.each([
    ['one-game', oneGame],
    ['arena', arenaGame],
  ])('says whose turn it is, to each in their way: %s', (_contract, game) => {
    expect(of(game(EMPTY), ALICE)).toEqual({ text: texts.yourTurn('X'), tone: 'X' });
    const expected = { text: texts.turnOf(ALICE, 'X'), tone: 'X' };
    expect(of(game(EMPTY), BOB)).toEqual(expected);
    expect(of(game(EMPTY), null)).toEqual(expected);
  });

  it('says to somebody who plays both sides which mark is next', () => {
    const alone = { p1: ALICE, p2: ALICE };
    expect(of(oneGame(EMPTY, alone), ALICE)).toEqual({ text: texts.turn('X'), tone: 'X' });
    expect(of(oneGame(AFTER_CENTRE, alone), ALICE)).toEqual({ text: texts.turn('O'), tone: 'O' });
    expect(of(oneGame(WON, alone), ALICE).text).toBe(texts.won(ALICE, 'X'));
  });

  it.each([
    ['one-game', oneGame(WON)],
    ['arena', arenaGame(WON, { status: 'won', turn: null, winner: 1 })],
  ])('says the result to the winner, the loser and a spectator, each in their way: %s', (_contract, won) => {
    expect([ALICE, BOB, null].map((me) => of(won, me).text)).toEqual([
      texts.youWon('X'),
      texts.youLost(ALICE, 'X'),
      texts.won(ALICE, 'X'),
    ]);
  });

  it('says that it is a draw', () => {
    expect(of(oneGame(DRAWN), ALICE)).toEqual({ text: texts.draw, tone: 'plain' });
  });

  it('says that a seat is free, and that a game is gone', () => {
    expect(of(arenaGame(EMPTY, WAITING), BOB).text).toBe(texts.seatFree);
    expect(of(arenaGame(EMPTY, WAITING), ALICE).text).toBe(texts.waiting);
    expect(of(null, BOB)).toEqual({ text: texts.gone, tone: 'plain' });
  });
});

describe('a message', () => {
  const refused: SessionEvent = { type: 'refused', refusal: { code: 'CELL_TAKEN' } };
  const empty = oneGame(EMPTY);

  it('goes away when the game goes on', () => {
    expect(sessionAfter(seen(empty), refused, seen(oneGame(AFTER_CENTRE), 11)).notice).toBeNull();
  });

  it('stays while nothing happens', () => {
    expect(sessionAfter(seen(empty), refused, seen(empty, 11)).notice).not.toBeNull();
  });

  it('can be dismissed', () => {
    expect(sessionAfter(seen(empty), refused, { type: 'dismissed' }).notice).toBeNull();
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
