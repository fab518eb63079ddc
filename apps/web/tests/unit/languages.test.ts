/** Languages: how one is chosen, and that none lacks a text. */

import { describe, expect, it } from 'vitest';
import { ANALYSIS_TEXTS } from '../../src/i18n/analysis';
import { ARENA_REFUSALS } from '../../src/i18n/arena-refusals';
import { DEVICE_TEXTS } from '../../src/i18n/device';
import { chooseLanguage, LANGUAGES } from '../../src/i18n/languages';
import { LOBBY_TEXTS } from '../../src/i18n/lobby';
import { TABLE_TEXTS } from '../../src/i18n/table';
import type { ArenaAction } from '../../src/table/table';

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

describe('the texts of playing on one device', () => {
  it.each(Object.entries(DEVICE_TEXTS))('in %s are all there', (_code, strings) => {
    const { miniMove, rulesOf, ...others } = strings;
    for (const [path, text] of textsOf(others)) expect(`${path}=${text}`).toMatch(/=(?!.*undefined).*\S/);
    expect(rulesOf('ultimate')).toMatch(/\S/);
  });

  it('tell a move, what it captures and where it sends', () => {
    const { miniMove } = DEVICE_TEXTS.en;
    const move = { seat: 'X', field: 0, inner: 8, captured: null, next: 8, over: false } as const;
    expect(miniMove(move)).toBe(
      'X in the upper left mini-field, lower right cell. The next mark goes into the lower right mini-field.',
    );
    expect(miniMove({ ...move, captured: 'both', next: null })).toBe(
      'X in the upper left mini-field, lower right cell. The mini-field now counts for both. The next mark may go into any open mini-field.',
    );
    expect(miniMove({ ...move, captured: 'X', over: true })).toBe(
      'X in the upper left mini-field, lower right cell. X captures the mini-field.',
    );
  });
});

it.each(Object.entries(ANALYSIS_TEXTS))('the texts of the analysis in %s are all there', (_code, texts) => {
  for (const [path, text] of textsOf(texts)) expect(`${path}=${text}`).toMatch(/=(?!.*undefined).*\S/);
});

describe('the texts of the arena’s games', () => {
  const ACTIONS: ArenaAction[] = ['join', 'restart', 'resign', 'claim_timeout', 'close'];
  const about = { nextRound: 2, player: 'bob.near', declining: false };

  it.each(Object.entries(TABLE_TEXTS))('in %s are all there', (_code, texts) => {
    const { question, closed, ...others } = texts;
    for (const [path, text] of textsOf(others)) expect(`${path}=${text}`).toMatch(/=(?!.*undefined).*\S/);
    for (const action of ACTIONS) {
      const { ask, note } = question(action, { ...about, underWay: true, limited: false });
      expect(ask).toMatch(/\?$/);
      expect(note).toMatch(/\.$/);
    }
    for (const by of [[null], ['bob.near'], ['bob.near', 'carol.near']])
      expect(closed(by, null)).not.toMatch(/null|undefined/);
  });

  it('say who closed a game and who got back what it had locked', () => {
    const { closed } = TABLE_TEXTS.en;
    expect(closed([null], null)).toBe('You closed this game. Its storage deposit is back in your balance');
    expect(closed(['alice', 'bob'], 'alice')).toBe(
      'alice or bob closed this game. Its storage deposit is back in alice’s balance',
    );
  });

  it('warn whoever leaves a round whose turns are limited that they resign it', () => {
    const { question } = TABLE_TEXTS.en;
    for (const action of ['restart', 'close'] as const) {
      const asked = (limited: boolean) => question(action, { ...about, underWay: true, limited }).note;
      expect(asked(true)).toContain('This resigns');
      expect(asked(false)).not.toContain('resign');
    }
  });
});

it.each(Object.entries(LOBBY_TEXTS))(
  'the texts of the lobby and of replays in %s are all there',
  (_code, strings) => {
    const { rules, duration, turnLimit, ...others } = strings;
    for (const [path, text] of textsOf(others)) expect(`${path}=${text}`).toMatch(/=(?!.*undefined).*\S/);
    expect(rules({ kind: 'ultimate', capture: 'closing' })).toMatch(/\S/);
    expect([30, 60, 300, 3_600, 86_400, 259_200].map(duration)).toHaveLength(
      new Set([30, 60, 300, 3_600, 86_400, 259_200].map(duration)).size,
    );
    expect(turnLimit(86_400)).toContain(duration(86_400));
  },
);

it('durations are counted as the language counts', () => {
  expect([60, 300, 7_200, 259_200].map(LOBBY_TEXTS.en.duration)).toEqual([
    '1 minute',
    '5 minutes',
    '2 hours',
    '3 days',
  ]);
  expect([60, 300, 7_200, 432_000].map(LOBBY_TEXTS.ru.duration)).toEqual([
    '1 минута',
    '5 минут',
    '2 часа',
    '5 дней',
  ]);
});

it.each(Object.entries(ARENA_REFUSALS))('what the arena refuses is explained in %s', (_code, sentences) => {
  for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/\.$/);
});
