/**
 * What the page knows about one game of the arena, as one value, and how each event changes it.
 *
 * No input or output happens here: the controller feeds events in, the screen draws what comes out.
 */

import { fieldOf } from '../boards/ultimate-picture';
import type { ArenaRefusal } from '../chain/arena';
import { type Freshness, judge, NOTHING_SEEN } from '../chain/freshness';
import type { GameView } from '../contract/arena';
import { type Seat, turnOf } from '../rules/game';
import { positionOf, seatAt } from './position';

/** What can be done with a game beside moving. */
export type Action = 'join' | 'restart' | 'resign' | 'claim_timeout' | 'close';

export interface GameSession extends Freshness {
  readonly link: 'connecting' | 'online' | 'offline';
  /** `undefined` until the chain has answered once, `null` when there is no such game (any more). */
  readonly game: GameView | null | undefined;
  /** What was sent and cannot be seen on chain yet. */
  readonly pending: Pending | null;
  /** What somebody is asked before it is sent. */
  readonly question: Action | null;
  readonly notice: Notice | null;
  readonly lastMove: number | null;
  /** The latest transactions, newest first. */
  readonly sent: readonly SentTransaction[];
}

export type Pending = PendingMove | PendingAction;

interface Sent {
  /** The round that it was sent in. */
  readonly round: number;
  /** The call has succeeded; the next answer of the chain will show it. */
  readonly confirmed: boolean;
}

export interface PendingMove extends Sent {
  readonly kind: 'move';
  readonly cell: number;
  readonly seat: Seat;
}

export interface PendingAction extends Sent {
  readonly kind: Action;
  readonly account: string;
  /** Whose turn it was. */
  readonly turn: number | null;
}

export type Notice =
  | { kind: 'refused'; refusal: ArenaRefusal }
  /** Somebody began another round while this one was going on. */
  | { kind: 'restarted'; round: number }
  /** The node answers, but not with a game. */
  | { kind: 'unreadable'; text: string };

export interface SentTransaction {
  readonly hash: string;
  readonly url: string | null;
  readonly call: Pending['kind'];
  readonly succeeded: boolean;
}

export type SessionEvent =
  | { type: 'seen'; game: GameView | null; height: number }
  | { type: 'unreachable' }
  | { type: 'unreadable'; text: string }
  | { type: 'asked'; action: Action }
  | { type: 'question_closed' }
  | { type: 'sending'; pending: Pending }
  /** What was sent has happened. */
  | { type: 'confirmed' }
  /** What was sent did not happen. */
  | { type: 'failed'; refusal: ArenaRefusal }
  /** What was asked for was never sent. */
  | { type: 'refused'; refusal: ArenaRefusal }
  | { type: 'transaction'; sent: SentTransaction }
  | { type: 'dismissed' };

export const NEW_SESSION: GameSession = {
  ...NOTHING_SEEN,
  link: 'connecting',
  game: undefined,
  pending: null,
  question: null,
  notice: null,
  lastMove: null,
  sent: [],
};

const TRANSACTIONS_SHOWN = 5;

export function reduce(session: GameSession, event: SessionEvent): GameSession {
  switch (event.type) {
    case 'seen':
      return seen(session, event.game, event.height);
    case 'unreachable':
      return { ...session, link: 'offline' };
    case 'unreadable':
      return unreadable(session, event.text);
    case 'asked':
      return { ...session, question: event.action, notice: null };
    case 'question_closed':
      return { ...session, question: null };
    case 'sending':
      return { ...session, pending: event.pending, question: null, notice: null };
    case 'confirmed':
      return confirmed(session);
    case 'failed':
      return { ...session, pending: null, notice: { kind: 'refused', refusal: event.refusal } };
    case 'refused':
      return { ...session, question: null, notice: { kind: 'refused', refusal: event.refusal } };
    case 'transaction':
      return { ...session, sent: [event.sent, ...session.sent].slice(0, TRANSACTIONS_SHOWN) };
    case 'dismissed':
      return { ...session, notice: null };
  }
}

function unreadable(session: GameSession, text: string): GameSession {
  const known = session.notice?.kind === 'unreadable' && session.notice.text === text;
  return { ...session, link: 'online', notice: known ? session.notice : { kind: 'unreadable', text } };
}

function confirmed(session: GameSession): GameSession {
  const { pending, game } = session;
  if (!pending) return session;
  return { ...session, pending: stillPending({ ...pending, confirmed: true }, game) };
}

function seen(session: GameSession, game: GameView | null, height: number): GameSession {
  const { kind, freshness } = judge(session, height);
  if (kind === 'outdated') return { ...session, ...freshness, link: 'online' };
  return {
    ...session,
    ...freshness,
    link: 'online',
    game,
    pending: stillPending(session.pending, game),
    question: game && isSameRound(session.game, game) ? session.question : null,
    notice: kind === 'restarted' ? null : noticeAfter(session, game),
    lastMove: lastMoveAfter(session, game),
  };
}

/** What was sent stays pending until its call has succeeded and the chain's answer shows it. */
function stillPending(pending: Pending | null, game: GameView | null | undefined): Pending | null {
  if (!pending?.confirmed || game === undefined) return pending;
  return game === null || isShown(pending, game) ? null : pending;
}

function isShown(pending: Pending, game: GameView): boolean {
  if (game.round !== pending.round) return true;
  switch (pending.kind) {
    case 'move':
      return game.board[pending.cell] !== 0;
    case 'join':
      return game.players.includes(pending.account);
    case 'resign':
      return game.status !== 'in_progress' || game.out.includes(seatNumberOf(game, pending.account) ?? 0);
    case 'claim_timeout':
      return game.turn !== pending.turn;
    case 'restart':
    case 'close':
      return false;
  }
}

function noticeAfter({ game: before, notice, pending }: GameSession, game: GameView | null): Notice | null {
  const begunAnew = before?.status === 'in_progress' && game !== null && before.round !== game.round;
  if (begunAnew && pending?.kind !== 'restart') {
    const lost = notice?.kind === 'refused' && notice.refusal.code === 'WRONG_ROUND';
    return lost ? notice : { kind: 'restarted', round: game.round };
  }
  if (notice?.kind === 'unreadable') return null;
  const wentOn = isSameRound(before, game) && before?.moves !== game?.moves;
  return wentOn ? null : notice;
}

function isSameRound(a: GameView | null | undefined, b: GameView | null): boolean {
  return a?.round === b?.round;
}

/** The cell that was marked since the last look; of one's own and the answer to it, the answer. */
function lastMoveAfter(
  { game: before, lastMove, pending }: GameSession,
  game: GameView | null,
): number | null {
  if (!before || !game || !isSameRound(before, game)) return null;
  const own = pending?.kind === 'move' ? pending.cell : null;
  const marked = game.board.flatMap((seat, cell) => (seat === before.board[cell] ? [] : [cell]));
  if (marked.length === 0) return lastMove;
  const others = marked.filter((cell) => cell !== own);
  return (others.length === 1 ? others[0] : marked.length === 1 ? marked[0] : null) ?? null;
}

/** The number of somebody's seat, from 1; `null` for somebody without one. */
export function seatNumberOf({ players }: GameView, account: string | null): number | null {
  const index = account === null ? -1 : players.indexOf(account);
  return index < 0 ? null : index + 1;
}

/** The cell whose mark is sent but not yet on chain. */
export function pendingCell({ game, pending }: GameSession): number | null {
  const shown = pending?.kind === 'move' && pending.round === game?.round && game.board[pending.cell] === 0;
  return shown ? pending.cell : null;
}

/** The move that a click would send, or why it sends nothing. The checks run in the contract's order. */
export function moveFor(
  { game, pending }: GameSession,
  me: string,
  cell: number,
): PendingMove | ArenaRefusal {
  if (pending) return { code: 'BUSY' };
  if (!game) return { code: 'NO_GAME' };
  if (game.status === 'waiting') return { code: 'WAITING' };
  if (game.turn === null) return { code: 'GAME_OVER' };
  const seat = seatNumberOf(game, me);
  if (seat === null) return { code: 'NOT_A_PLAYER' };
  if (game.out.includes(seat)) return { code: 'ALREADY_OUT' };
  if (game.turn !== seat) return { code: 'NOT_YOUR_TURN' };
  const position = positionOf(game);
  const pressed = position.cells[cell];
  if (!pressed) return { code: 'OUT_OF_BOUNDS' };
  if ('fields' in position && !position.fields[fieldOf(cell)]?.open) return { code: 'WRONG_FIELD' };
  if (pressed.mark) return { code: 'CELL_TAKEN' };
  return { kind: 'move', round: game.round, cell, seat: seatAt(seat), confirmed: false };
}

/** What somebody may do with the game as it is, at this time (in milliseconds). */
export function actionsFor(game: GameView, me: string | null, now: number): Action[] {
  const seat = seatNumberOf(game, me);
  const playing = game.status === 'in_progress';
  const may: Record<Action, boolean> = {
    join: game.status === 'waiting' && seat === null,
    restart: seat !== null && game.status !== 'waiting',
    resign: seat !== null && playing && !game.out.includes(seat),
    claim_timeout: secondsLeft(game, now) === 0,
    close: seat === 1 || (seat !== null && mayDecline(game)),
  };
  return (Object.keys(may) as Action[]).filter((action) => may[action]);
}

/** A challenger may, until any challenger has made a move; the arena knows better, the view tells this much. */
function mayDecline({ round, board }: GameView): boolean {
  return round === 1 && board.every((seat) => seat < 2);
}

/** How long the player to move still has, `null` without a limit and when nobody is to move. */
export function secondsLeft({ turn_seconds, turn_since }: GameView, now: number): number | null {
  if (turn_seconds === null || turn_since === null) return null;
  const ends = Number(BigInt(turn_since) / 1_000_000n) + turn_seconds * 1_000;
  return Math.max(0, Math.ceil((ends - now) / 1_000));
}

/** The one sentence above the board, before it is put into a language. */
export type Headline =
  | { kind: 'connecting' }
  | { kind: 'gone' }
  | { kind: 'sending'; seat: Seat }
  | { kind: 'doing'; action: Action }
  | { kind: 'waiting'; seated: boolean }
  | { kind: 'your_turn'; seat: Seat }
  | { kind: 'turn_of'; player: string; seat: Seat }
  | { kind: 'you_won'; seat: Seat }
  | { kind: 'you_lost'; player: string; seat: Seat }
  | { kind: 'won'; player: string; seat: Seat }
  | { kind: 'draw' };

export function headlineOf({ game, pending }: GameSession, me: string | null): Headline {
  if (pending?.kind === 'move') return { kind: 'sending', seat: pending.seat };
  if (pending) return { kind: 'doing', action: pending.kind };
  if (game === undefined) return { kind: 'connecting' };
  if (game === null) return { kind: 'gone' };
  const mine = seatNumberOf(game, me);
  if (game.status === 'waiting') return { kind: 'waiting', seated: mine !== null };
  const position = positionOf(game);
  const turn = turnOf(position);
  if (turn) {
    const player = game.players[(game.turn ?? 1) - 1] ?? '';
    return game.turn === mine ? { kind: 'your_turn', seat: turn } : { kind: 'turn_of', player, seat: turn };
  }
  if (game.winner === null) return { kind: 'draw' };
  const winner = { player: game.players[game.winner - 1] ?? '', seat: seatAt(game.winner) };
  if (mine === null) return { kind: 'won', ...winner };
  return mine === game.winner ? { kind: 'you_won', seat: winner.seat } : { kind: 'you_lost', ...winner };
}
