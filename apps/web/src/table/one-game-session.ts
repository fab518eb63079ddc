/**
 * What the page knows about the game on chain, as one value, and how each event changes it.
 *
 * No input or output happens here: the controller feeds events in, the user interface draws what comes out.
 */

import { type Freshness, judge, NOTHING_SEEN } from '../chain/freshness';
import type { Refusal } from '../chain/refusal';
import type { GameView, Mark } from '../contract/tic_tac_toe';
import { CELLS, type Cell, cellAt, colOf, type Marks, rowOf } from './cell';

export interface Session extends Freshness {
  readonly link: 'connecting' | 'online' | 'offline';
  /** `undefined` until the chain has answered once, `null` when no game was ever created. */
  readonly game: GameView | null | undefined;
  /** What was sent and cannot be seen on chain yet. */
  readonly pending: Pending | null;
  readonly notice: Notice | null;
  readonly lastMove: Cell | null;
  /** The latest transactions, newest first. */
  readonly sent: readonly SentTransaction[];
}

export type Pending = PendingMove | PendingNewGame;

export interface PendingMove {
  readonly kind: 'move';
  readonly gameId: string;
  readonly cell: Cell;
  readonly mark: Mark;
  /** The call has succeeded; the next answer of the chain will show it. */
  readonly confirmed: boolean;
}

export interface PendingNewGame {
  readonly kind: 'new_game';
  readonly p1: string;
  readonly p2: string;
  /** The game that it replaces. */
  readonly replaces: string | null;
  readonly confirmed: boolean;
  /** The game that the call created, once the call has told. */
  readonly created: string | null;
}

export type Notice =
  | { kind: 'refused'; refusal: Refusal }
  /** Somebody started another game while this one was going on. */
  | { kind: 'replaced'; gameId: string; p1: string; p2: string }
  /** The node answers, but not with a game. */
  | { kind: 'unreadable'; text: string };

export interface SentTransaction {
  readonly hash: string;
  readonly url: string | null;
  readonly call: 'move' | 'new_game';
  readonly succeeded: boolean;
}

export type SessionEvent =
  | { type: 'seen'; game: GameView | null; height: number }
  | { type: 'unreachable' }
  | { type: 'unreadable'; text: string }
  | { type: 'sending'; pending: Pending }
  /** What was sent has happened; a new game's id comes with it if the outcome tells. */
  | { type: 'confirmed'; createdGameId: string | null }
  /** What was sent did not happen. */
  | { type: 'failed'; refusal: Refusal }
  /** What was asked for was never sent. */
  | { type: 'refused'; refusal: Refusal }
  | { type: 'transaction'; sent: SentTransaction }
  | { type: 'dismissed' };

export const NEW_SESSION: Session = {
  link: 'connecting',
  game: undefined,
  ...NOTHING_SEEN,
  pending: null,
  notice: null,
  lastMove: null,
  sent: [],
};

const TRANSACTIONS_SHOWN = 5;

export function reduce(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'seen':
      return seen(session, event.game, event.height);
    case 'unreachable':
      return { ...session, link: 'offline' };
    case 'unreadable':
      return unreadable(session, event.text);
    case 'sending':
      return { ...session, pending: event.pending, notice: null };
    case 'confirmed':
      return confirmed(session, event.createdGameId);
    case 'failed':
      return { ...session, pending: null, notice: { kind: 'refused', refusal: event.refusal } };
    case 'refused':
      return { ...session, notice: { kind: 'refused', refusal: event.refusal } };
    case 'transaction':
      return { ...session, sent: [event.sent, ...session.sent].slice(0, TRANSACTIONS_SHOWN) };
    case 'dismissed':
      return { ...session, notice: null };
  }
}

function unreadable(session: Session, text: string): Session {
  const known = session.notice?.kind === 'unreadable' && session.notice.text === text;
  return { ...session, link: 'online', notice: known ? session.notice : { kind: 'unreadable', text } };
}

function confirmed(session: Session, createdGameId: string | null): Session {
  const { pending, game } = session;
  if (!pending) return session;
  const done: Pending =
    pending.kind === 'move'
      ? { ...pending, confirmed: true }
      : { ...pending, confirmed: true, created: createdGameId };
  return { ...session, pending: stillPending(done, game) };
}

function seen(session: Session, game: GameView | null, height: number): Session {
  const { kind, freshness } = judge(session, height);
  if (kind === 'outdated') return { ...session, ...freshness, link: 'online' };
  return {
    ...session,
    ...freshness,
    link: 'online',
    game,
    pending: stillPending(session.pending, game),
    notice: kind === 'restarted' ? null : noticeAfter(session, game),
    lastMove: moveBetween(session.game, game) ?? (isSameGame(session.game, game) ? session.lastMove : null),
  };
}

/** What was sent stays pending until its call has succeeded and the chain's answer shows it. */
function stillPending(pending: Pending | null, game: GameView | null | undefined): Pending | null {
  if (!pending?.confirmed || game === undefined) return pending;
  // A chain that has no game any more was restarted, and what was sent to it is gone.
  if (game === null) return pending.kind === 'new_game' && pending.replaces === null ? pending : null;
  if (pending.kind === 'new_game') return isBefore(game, pending) ? pending : null;
  return game.game_id === pending.gameId && !markAt(game, pending.cell) ? pending : null;
}

/** Whether the game is one from before the new one. */
function isBefore({ game_id }: GameView, { created, replaces }: PendingNewGame): boolean {
  return created === null ? game_id === replaces : BigInt(game_id) < BigInt(created);
}

function noticeAfter({ game: before, notice, pending }: Session, game: GameView | null): Notice | null {
  const replaced = before?.status === 'in_progress' && game !== null && before.game_id !== game.game_id;
  if (replaced && pending?.kind !== 'new_game') {
    const lost = notice?.kind === 'refused' && notice.refusal.code === 'WRONG_GAME';
    return lost ? notice : { kind: 'replaced', gameId: game.game_id, p1: game.p1, p2: game.p2 };
  }
  if (notice?.kind === 'unreadable') return null;
  const wentOn = isSameGame(before, game) && before?.moves !== game?.moves;
  return wentOn && notice?.kind === 'refused' ? null : notice;
}

function isSameGame(a: GameView | null | undefined, b: GameView | null): boolean {
  return a?.game_id === b?.game_id;
}

/** The cell that was marked between two views of one game, if exactly one was. */
function moveBetween(before: GameView | null | undefined, after: GameView | null): Cell | null {
  if (!before || !after || !isSameGame(before, after)) return null;
  const changed = CELLS.filter((cell) => markAt(before, cell) !== markAt(after, cell));
  return changed.length === 1 ? (changed[0] ?? null) : null;
}

function markAt(game: GameView, cell: Cell): Mark | null {
  return game.board[rowOf(cell)]?.[colOf(cell)] ?? null;
}

/** The board as it is shown: what the chain says, with what was sent on top. */
export function shownMarks({ game, pending }: Session): Marks {
  if (pending?.kind === 'new_game' || !game) return CELLS.map(() => null);
  const move = pendingMoveIn(game, pending);
  return CELLS.map((cell) => (move?.cell === cell ? move.mark : markAt(game, cell)));
}

/** The cell whose mark is sent but not yet on chain. */
export function pendingCell({ game, pending }: Session): Cell | null {
  return (game && pendingMoveIn(game, pending)?.cell) ?? null;
}

function pendingMoveIn(game: GameView, pending: Pending | null): PendingMove | null {
  return pending?.kind === 'move' && pending.gameId === game.game_id ? pending : null;
}

/** The winning line as it is shown, if somebody has won. */
export function shownLine({ game, pending }: Session): Cell[] | null {
  if (pending?.kind === 'new_game') return null;
  return game?.winning_line?.map(([row, col]) => cellAt(row, col)) ?? null;
}

/** The move that a click would send, or why it sends nothing. The checks run in the contract's order. */
export function moveFor(session: Session, me: string, cell: Cell): PendingMove | Refusal {
  const { game, pending } = session;
  if (pending) return { code: 'BUSY' };
  if (!game) return { code: 'NO_GAME' };
  if (!game.next) return { code: 'GAME_OVER' };
  if (me !== game.p1 && me !== game.p2) return { code: 'NOT_A_PLAYER' };
  if (me !== game.next.player) return { code: 'NOT_YOUR_TURN' };
  if (markAt(game, cell)) return { code: 'CELL_TAKEN' };
  return { kind: 'move', gameId: game.game_id, cell, mark: game.next.mark, confirmed: false };
}

/** The one sentence above the board, before it is put into a language. */
export type Headline =
  | { kind: 'connecting' }
  | { kind: 'no_game' }
  | { kind: 'starting'; p1: string; p2: string }
  | { kind: 'sending'; mark: Mark }
  | { kind: 'your_turn'; mark: Mark }
  | { kind: 'own_turn'; mark: Mark }
  | { kind: 'turn_of'; player: string; mark: Mark }
  | { kind: 'you_won'; mark: Mark }
  | { kind: 'you_lost'; player: string; mark: Mark }
  | { kind: 'won'; player: string; mark: Mark }
  | { kind: 'draw' };

export function headlineOf({ game, pending }: Session, me: string | null): Headline {
  if (pending?.kind === 'new_game') return { kind: 'starting', p1: pending.p1, p2: pending.p2 };
  if (pending?.kind === 'move') return { kind: 'sending', mark: pending.mark };
  if (game === undefined) return { kind: 'connecting' };
  if (game === null) return { kind: 'no_game' };
  const selfPlay = game.p1 === game.p2;
  if (game.next) {
    if (game.next.player !== me) return { kind: 'turn_of', ...game.next };
    return { kind: selfPlay ? 'own_turn' : 'your_turn', mark: game.next.mark };
  }
  if (!game.winner) return { kind: 'draw' };
  const playing = !selfPlay && (me === game.p1 || me === game.p2);
  if (!playing) return { kind: 'won', ...game.winner };
  return game.winner.player === me
    ? { kind: 'you_won', mark: game.winner.mark }
    : { kind: 'you_lost', ...game.winner };
}
