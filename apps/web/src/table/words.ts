/** Puts what happens in a game of the arena into the words of a language. */

import { shortAccountId } from '../chain/account-id';
import type { ArenaRefusal } from '../chain/arena';
import { CODES, type Code } from '../contract/arena';
import { ARENA_TEXTS } from '../i18n/arena';
import type { ArenaStrings } from '../i18n/arena/en';
import { ARENA_REFUSALS } from '../i18n/arena-refusals';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Tone } from '../ui/parts';
import type { Headline, Notice } from './session';

export function headlineText(head: Headline, strings: Strings, texts: ArenaStrings): string {
  switch (head.kind) {
    case 'connecting':
      return strings.connecting;
    case 'gone':
      return texts.gone;
    case 'sending':
      return texts.sending(head.seat);
    case 'doing':
      return texts.doing[head.action];
    case 'waiting':
      return head.seated ? texts.waiting : texts.seatFree;
    case 'your_turn':
      return texts.yourTurn(head.seat);
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
  if (head.kind === 'connecting' || head.kind === 'doing' || head.kind === 'sending') return 'busy';
  return 'seat' in head ? head.seat : 'plain';
}

export function refusalText(refusal: ArenaRefusal, strings: Strings, language: Language): string {
  if (refusal.code === 'OTHER') return strings.otherRefusal(refusal.text);
  return isCode(refusal.code) ? ARENA_REFUSALS[language][refusal.code] : strings.refusal[refusal.code];
}

const isCode = (code: string): code is Code => CODES.some((known) => known === code);

export function noticeText(notice: Notice, strings: Strings, language: Language): string {
  switch (notice.kind) {
    case 'refused':
      return refusalText(notice.refusal, strings, language);
    case 'restarted':
      return ARENA_TEXTS[language].restarted(notice.round);
    case 'unreadable':
      return strings.unreadable(notice.text);
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
