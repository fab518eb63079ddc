/** Puts what happens at a table into the words of a language. */

import { shortAccountId } from '../chain/account-id';
import type { Refusal } from '../chain/refusal';
import { ARENA_REFUSALS } from '../i18n/arena-refusals';
import type { Language, Strings } from '../i18n/languages';
import { TABLE_TEXTS, type TableStrings } from '../i18n/table';
import { type Seat, sentToFull } from '../rules/game';
import type { Tone } from '../ui/parts';
import type { TableAdapter } from './adapter';
import type { Notice, Pending, Session } from './session';
import { isFull, mayHaveClosed, playerAt, seatsOf, type Table, turnAt } from './table';

/** The texts of the language that the page is drawn in, and what they are about. */
export interface Texts {
  readonly strings: Strings;
  readonly texts: TableStrings;
  readonly language: Language;
  readonly contract: TableAdapter['contract'];
}

export const textsIn = (strings: Strings, language: Language, contract: TableAdapter['contract']): Texts => ({
  strings,
  texts: TABLE_TEXTS[language],
  language,
  contract,
});

/** The one sentence above the board, and its colour; `known` is the table before it was gone, if it was seen. */
export function headlineOf(
  { table, pending, closed }: Session,
  me: string | null,
  all: Texts,
  known: Table | null = null,
): { readonly text: string; readonly tone: Tone } {
  const { strings, texts, contract } = all;
  if (pending) return { text: pendingText(pending, all), tone: 'busy' };
  if (table === undefined) return { text: strings.connecting, tone: 'busy' };
  if (table === null) {
    const gone = known ? closedText(texts, known, closed ? [me] : mayHaveClosed(known, me), me) : texts.gone;
    return { text: contract === 'arena' ? gone : strings.noGame, tone: 'plain' };
  }
  const mine = seatsOf(table, me);
  if (!isFull(table)) return { text: mine.length > 0 ? texts.waiting : texts.seatFree, tone: 'plain' };
  const { outcome } = table.position;
  switch (outcome.kind) {
    case 'draw':
      return { text: drawText(texts, table, mine), tone: 'plain' };
    case 'won':
      return { text: winText(texts, table, outcome.winner, mine), tone: outcome.winner };
    case 'in_progress':
      return { text: turnText(texts, table, outcome.next, mine), tone: outcome.next };
  }
}

/** Who closed a game, and who got back what it had locked. */
function closedText(
  texts: TableStrings,
  { players: [host = null] }: Table,
  by: readonly (string | null)[],
  me: string | null,
): string {
  const name = (player: string | null) => (player === me ? null : shortAccountId(player ?? ''));
  return texts.closed(by.map(name), name(host));
}

const playsAlone = ({ players }: Table, mine: readonly Seat[]): boolean => mine.length === players.length;

function turnText(texts: TableStrings, table: Table, seat: Seat, mine: readonly Seat[]): string {
  if (playsAlone(table, mine)) return texts.turn(seat);
  return mine.includes(seat) ? texts.yourTurn(seat) : texts.turnOf(nameAt(table, seat), seat);
}

/** The result, also to spectators, and to those who have played against themselves. */
function winText(texts: TableStrings, table: Table, seat: Seat, mine: readonly Seat[]): string {
  if (mine.length === 0 || playsAlone(table, mine)) return texts.won(nameAt(table, seat), seat);
  return mine.includes(seat) ? texts.youWon(seat) : texts.youLost(nameAt(table, seat), seat);
}

function drawText(texts: TableStrings, table: Table, mine: readonly Seat[]): string {
  const stuck = sentToFull(table.position);
  if (!stuck) return texts.draw;
  return mine.includes(stuck) ? texts.drawYouStuck : texts.drawStuck(nameAt(table, stuck));
}

const nameAt = (table: Table, seat: Seat): string => shortAccountId(playerAt(table, seat) ?? '');

function pendingText({ action, table }: Pending, { strings, texts }: Texts): string {
  switch (action.kind) {
    case 'move':
      return texts.sending((table && turnAt(table)) ?? 'X');
    case 'new_game':
      return strings.starting(shortAccountId(action.p1), shortAccountId(action.p2));
    default:
      return texts.doing[action.kind];
  }
}

/** Each contract explains its codes; what stands before any contract is explained once. */
export function refusalText(refusal: Refusal, { strings, language, contract }: Omit<Texts, 'texts'>): string {
  if (refusal.code === 'OTHER') return strings.otherRefusal(refusal.text);
  const oneGame: Partial<Record<string, string>> = strings.refusal;
  const arena: Partial<Record<string, string>> = ARENA_REFUSALS[language];
  const [own, other] = contract === 'arena' ? [arena, oneGame] : [oneGame, arena];
  return own[refusal.code] ?? other[refusal.code] ?? refusal.code;
}

export function noticeText(notice: Notice, texts: Texts): string {
  switch (notice.kind) {
    case 'refused':
      return refusalText(notice.refusal, texts);
    case 'replaced': {
      const { round, players } = notice.table;
      if (texts.contract === 'arena') return texts.texts.restarted(Number(round));
      const [p1, p2] = players.map((player) => shortAccountId(player ?? ''));
      return texts.strings.replaced(String(round), p1 ?? '', p2 ?? '');
    }
    case 'unreadable':
      return texts.strings.unreadable(notice.text);
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time as people say it: the less is left, the more exactly. */
export function timeText(seconds: number, { day, hour, minute }: TableStrings['units']): string {
  const whole = (unit: number) => Math.floor(seconds / unit);
  if (seconds < HOUR) return `${whole(MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
  const [large, small] = seconds < DAY ? [HOUR, MINUTE] : [DAY, HOUR];
  const [largeName, smallName] = seconds < DAY ? [hour, minute] : [day, hour];
  const rest = Math.floor((seconds % large) / small);
  return `${whole(large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}
