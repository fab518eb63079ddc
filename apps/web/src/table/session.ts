/**
 * What the page knows about one table, as one value, and how each event changes it.
 *
 * No input or output happens here: the controller feeds events in, the screen draws what comes out.
 */

import { type Freshness, judge, NOTHING_SEEN } from '../chain/freshness';
import type { Refusal } from '../chain/refusal';
import type { SentTransaction } from '../chain/signer';
import { CLASSIC, type Rules } from '../rules/game';
import {
  type Action,
  type ArenaAction,
  firstSeat,
  isBehind,
  moveRefusal,
  type Table,
  tableAfter,
  turnAt,
} from './table';

export interface Session extends Freshness {
  readonly link: 'connecting' | 'online' | 'offline';
  /** `undefined` until the chain has answered once, `null` when there is no such table (yet, or any more). */
  readonly table: Table | null | undefined;
  /** Whether a receipt has shown that the table is gone for good. */
  readonly closed: boolean;
  /** What was sent and is not known to have happened yet. */
  readonly pending: Pending | null;
  /** What somebody is asked before it is sent. */
  readonly question: ArenaAction | null;
  readonly notice: Notice | null;
  /** The latest transactions, newest first. */
  readonly sent: readonly SentTransaction[];
}

export interface Pending {
  readonly action: Action;
  /** The table that it was sent for. */
  readonly table: Table | null;
  /** The call has succeeded, but its receipt had no events; an answer of the chain will show what happened. */
  readonly confirmed: boolean;
}

export type Notice =
  | { kind: 'refused'; refusal: Refusal }
  /** Somebody began another round while this one was going on. */
  | { kind: 'replaced'; table: Table }
  /** The node answers, but not with a game. */
  | { kind: 'unreadable'; text: string };

export type SessionEvent =
  | { type: 'seen'; table: Table | null; height: number }
  /** What the events of the blocks lead to, from what was known before. */
  | { type: 'replayed'; table: Table }
  | { type: 'unreachable' }
  | { type: 'unreadable'; text: string }
  | { type: 'asked'; action: ArenaAction }
  | { type: 'question_closed' }
  | { type: 'sending'; action: Action }
  /** What was sent has happened; this is the table after the events of its receipt. */
  | { type: 'succeeded'; table: Table | null | undefined }
  /** What was sent did not happen. */
  | { type: 'failed'; refusal: Refusal }
  /** What was asked for was never sent. */
  | { type: 'refused'; refusal: Refusal }
  | { type: 'transaction'; sent: SentTransaction }
  | { type: 'dismissed' };

export const NEW_SESSION: Session = {
  ...NOTHING_SEEN,
  link: 'connecting',
  table: undefined,
  closed: false,
  pending: null,
  question: null,
  notice: null,
  sent: [],
};

const TRANSACTIONS_SHOWN = 5;

export function reduce(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'seen':
      return seen(session, event.table, event.height);
    case 'replayed':
      return replayed(session, event.table);
    case 'unreachable':
      return { ...session, link: 'offline' };
    case 'unreadable':
      return unreadable(session, event.text);
    case 'asked':
      return { ...session, question: event.action, notice: null };
    case 'question_closed':
      return { ...session, question: null };
    case 'sending': {
      const pending = { action: event.action, table: session.table ?? null, confirmed: false };
      return { ...session, pending, question: null, notice: null };
    }
    case 'succeeded':
      return succeeded(session, event.table);
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

function unreadable(session: Session, text: string): Session {
  const known = session.notice?.kind === 'unreadable' && session.notice.text === text;
  return { ...session, link: 'online', notice: known ? session.notice : { kind: 'unreadable', text } };
}

/** A receipt is believed at once; one without events waits for the chain's answer. */
function succeeded(session: Session, table: Table | null | undefined): Session {
  const pending = session.pending && { ...session.pending, confirmed: true };
  if (table === undefined || table === session.table) {
    const closed = session.closed || isOwnClosing(pending, session.table);
    return { ...session, closed, pending: stillPending(pending, session.table) };
  }
  return { ...session, ...atTable(session, table), closed: table === null, pending: null };
}

function seen(session: Session, answer: Table | null, height: number): Session {
  const { table: known, closed, pending } = session;
  const behind = closed ? answer !== null : Boolean(known && isBehind(answer, known));
  const { kind, freshness } = judge(session, height, behind, session.link === 'offline');
  if (kind === 'outdated') return { ...session, ...freshness, link: 'online' };
  const restarted = kind === 'restarted';
  const showsKnown = !restarted && known && answer && !isBehind(known, answer);
  const table = showsKnown ? asTold(answer, known) : answer;
  return {
    ...session,
    ...freshness,
    ...atTable(session, table),
    link: 'online',
    closed: !restarted && (closed || isOwnClosing(pending, table)),
    pending: stillPending(pending, table),
    ...(restarted ? { notice: null } : {}),
  };
}

/** What a view shows, with the moves that led there. */
const asTold = (shown: Table, { board, steps, last }: Table): Table => ({ ...shown, board, steps, last });

/** Events tell the moves that led to what a view has shown, unless something newer is known by now. */
function replayed(session: Session, told: Table): Session {
  const { table } = session;
  const isSame = table && !isBehind(table, told) && !isBehind(told, table);
  return isSame ? { ...session, table: asTold(table, told) } : session;
}

/** What changes beside the table when it becomes another one. */
function atTable(session: Session, table: Table | null): Pick<Session, 'table' | 'question' | 'notice'> {
  const sameRound = table !== null && session.table?.round === table.round;
  return { table, question: sameRound ? session.question : null, notice: noticeAfter(session, table) };
}

/** A call that succeeded stays pending until the chain's answer shows more than was known when it was sent. */
function stillPending(pending: Pending | null, table: Table | null | undefined): Pending | null {
  if (!pending?.confirmed || table === undefined) return pending;
  const { table: before } = pending;
  const isShown = before && table ? isBehind(before, table) : before !== table;
  return isShown ? null : pending;
}

/** Whether a table is gone because it was closed from here: a view may show that before the receipt comes. */
const isOwnClosing = (pending: Pending | null, table: Table | null | undefined): boolean =>
  table === null && pending?.confirmed === true && pending.action.kind === 'close';

function noticeAfter({ table: before, notice, pending }: Session, table: Table | null): Notice | null {
  const begunAnew = before && table && turnAt(before) !== null && before.round !== table.round;
  if (begunAnew && !startsRound(pending)) {
    const isExplained =
      notice?.kind === 'refused' && ['WRONG_GAME', 'WRONG_ROUND'].includes(notice.refusal.code);
    return isExplained ? notice : { kind: 'replaced', table };
  }
  if (notice?.kind === 'unreadable') return null;
  const wentOn = before && table && before.round === table.round && isBehind(before, table);
  return wentOn ? null : notice;
}

const startsRound = (pending: Pending | null): boolean =>
  pending?.action.kind === 'restart' || pending?.action.kind === 'new_game';

/** Why somebody's action is not sent; `null` when it can be. */
export function refusalOf({ table, pending }: Session, me: string | null, action: Action): Refusal | null {
  if (me === null) return { code: 'SPECTATOR' };
  if (pending) return { code: 'BUSY' };
  if (action.kind === 'move') return moveRefusal(table, me, action.cell);
  return table || action.kind === 'new_game' ? null : { code: 'NO_GAME' };
}

/** The table as it is shown: what is known of it, or the empty board of a round that is being started. */
export function shownTable({ table = null, pending }: Session, rules: Rules): Table | null {
  if (!pending || !startsRound(pending) || pending.table?.round !== table?.round) return table;
  const { action } = pending;
  const seating = action.kind === 'new_game' && { players: [action.p1, action.p2], rules: CLASSIC };
  const round = (table?.round ?? 0n) + 1n;
  const first = table ? firstSeat(table.starts, round, table.players.length) : 'X';
  const started = { kind: 'started', round, first, ...(seating && { seating }) } as const;
  return tableAfter(rules, table, started, 0) ?? null;
}

/** The cell whose mark is sent but not yet on chain. */
export function pendingCell({ table, pending }: Session): number | null {
  if (pending?.action.kind !== 'move' || pending.table?.round !== table?.round) return null;
  return table?.position.cells[pending.action.cell]?.mark ? null : pending.action.cell;
}
