/** Puts what happens on chain into the words of a language. */

import { shortAccountId } from '../chain/account-id';
import type { Strings } from '../i18n/en';
import type { Tone } from '../ui/parts';
import { refusalText } from '../ui/words';
import type { Headline, Notice } from './one-game-session';

export function headlineText(head: Headline, strings: Strings): string {
  switch (head.kind) {
    case 'connecting':
      return strings.connecting;
    case 'no_game':
      return strings.noGame;
    case 'starting':
      return strings.starting(shortAccountId(head.p1), shortAccountId(head.p2));
    case 'sending':
      return strings.sending(head.mark);
    case 'your_turn':
      return strings.yourTurn(head.mark);
    case 'own_turn':
      return strings.turn(head.mark);
    case 'turn_of':
      return strings.turnOf(shortAccountId(head.player), head.mark);
    case 'you_won':
      return strings.youWon(head.mark);
    case 'you_lost':
      return strings.youLost(shortAccountId(head.player), head.mark);
    case 'won':
      return strings.playerWon(shortAccountId(head.player), head.mark);
    case 'draw':
      return strings.draw;
  }
}

export function toneOf(head: Headline): Tone {
  if (head.kind === 'connecting' || head.kind === 'starting' || head.kind === 'sending') return 'busy';
  return 'mark' in head ? head.mark : 'plain';
}

export function noticeText(notice: Notice, strings: Strings): string {
  switch (notice.kind) {
    case 'refused':
      return refusalText(notice.refusal, strings);
    case 'replaced':
      return strings.replaced(notice.gameId, shortAccountId(notice.p1), shortAccountId(notice.p2));
    case 'unreadable':
      return strings.unreadable(notice.text);
  }
}
