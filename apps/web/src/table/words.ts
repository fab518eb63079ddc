/** Puts what happens at a table into the words of a language. */

import { shortAccountId } from '../chain/account-id';
import type { Refusal } from '../chain/refusal';
import { ARENA_TEXTS } from '../i18n/arena';
import type { ArenaStrings } from '../i18n/arena/en';
import { ARENA_REFUSALS } from '../i18n/arena-refusals';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Tone } from '../ui/parts';
import type { TableAdapter } from './adapter';
import type { Headline, Notice } from './session';

/** The texts of the language that the page is drawn in, and what they are about. */
export interface Texts {
  readonly strings: Strings;
  readonly texts: ArenaStrings;
  readonly language: Language;
  readonly contract: TableAdapter['contract'];
}

export const textsIn = (strings: Strings, language: Language, contract: TableAdapter['contract']): Texts => ({
  strings,
  texts: ARENA_TEXTS[language],
  language,
  contract,
});

export function headlineText(head: Headline, { strings, texts, contract }: Texts): string {
  switch (head.kind) {
    case 'connecting':
      return strings.connecting;
    case 'no_table':
      return contract === 'arena' ? texts.gone : strings.noGame;
    case 'starting':
      return strings.starting(shortAccountId(head.p1), shortAccountId(head.p2));
    case 'sending':
      return texts.sending(head.seat);
    case 'doing':
      return texts.doing[head.action];
    case 'waiting':
      return head.seated ? texts.waiting : texts.seatFree;
    case 'your_turn':
      return texts.yourTurn(head.seat);
    case 'own_turn':
      return texts.turn(head.seat);
    case 'turn_of':
      return texts.turnOf(shortAccountId(head.player), head.seat);
    case 'you_won':
      return texts.youWon(head.seat);
    case 'you_lost':
      return texts.youLost(shortAccountId(head.player), head.seat);
    case 'won':
      return texts.won(shortAccountId(head.player), head.seat);
    case 'draw':
      return texts.draw;
  }
}

export function toneOf(head: Headline): Tone {
  if (['connecting', 'starting', 'doing', 'sending'].includes(head.kind)) return 'busy';
  return 'seat' in head ? head.seat : 'plain';
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
export function timeText(seconds: number, { day, hour, minute }: ArenaStrings['units']): string {
  const whole = (unit: number) => Math.floor(seconds / unit);
  if (seconds < HOUR) return `${whole(MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
  const [large, small] = seconds < DAY ? [HOUR, MINUTE] : [DAY, HOUR];
  const [largeName, smallName] = seconds < DAY ? [hour, minute] : [day, hour];
  const rest = Math.floor((seconds % large) / small);
  return `${whole(large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}
