/** The languages of the page and how the first one is chosen. */

import { en, type Strings } from './en';
import { ru } from './ru';

export type { Strings };

export const LANGUAGES = { en, ru } as const satisfies Record<string, Strings>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The remembered language, or else the browser's first one that the page speaks, or else English. */
export function chooseLanguage(remembered: string | null, browser: readonly string[]): Language {
  if (isLanguage(remembered)) return remembered;
  return browser.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}
