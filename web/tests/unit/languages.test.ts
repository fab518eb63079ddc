/** Languages: how one is chosen, and that none lacks a text. */

import { describe, expect, it } from 'vitest';
import { chooseLanguage, LANGUAGES } from '../../src/i18n/languages';

describe('the language', () => {
  it('is the remembered one', () => {
    expect(chooseLanguage('ru', ['en-GB'])).toBe('ru');
  });

  it('is the browser’s first one that the page speaks', () => {
    expect(chooseLanguage(null, ['de-DE', 'ru-RU', 'en'])).toBe('ru');
  });

  it('is English when the page speaks none of the browser’s, or the memory is nonsense', () => {
    expect(chooseLanguage(null, ['de', 'fr'])).toBe('en');
    expect(chooseLanguage('toString', ['de'])).toBe('en');
  });
});

/** Every text, by its path; functions are called with sample arguments. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('X', 'O', 'X', true))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

it.each(Object.entries(LANGUAGES))('%s has no empty text and no undefined in any', (_code, strings) => {
  for (const [path, text] of textsOf(strings)) expect(`${path}=${text}`).toMatch(/=(?!.*undefined).*\S/);
});
