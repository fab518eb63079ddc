/** Puts what the arena refuses into the words of a language. */

import { CODES, type Code } from '../contract/arena';
import { ARENA_REFUSALS } from '../i18n/arena-refusals';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { ArenaRefusal } from './arena';

export function refusalText(refusal: ArenaRefusal, strings: Strings, language: Language): string {
  if (refusal.code === 'OTHER') return strings.otherRefusal(refusal.text);
  return isCode(refusal.code) ? ARENA_REFUSALS[language][refusal.code] : strings.refusal[refusal.code];
}

const isCode = (code: string): code is Code => CODES.some((known) => known === code);
