/** What the page remembers between visits. Storage may be forbidden; then it just forgets. */

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** `window`: until this window closes, so that two windows can be two players. `browser`: for good. */
type Memory = 'window' | 'browser';

const KEYS = {
  language: 'browser',
  theme: 'browser',
  wallet: 'browser',
  guest: 'browser',
  'device-plan': 'browser',
  'device-options': 'browser',
  'device-match': 'browser',
  'home-match': 'browser',
  'home-choice': 'browser',
  level: 'browser',
  'arena-key': 'browser',
  notify: 'browser',
  sound: 'browser',
  player: 'window',
} as const satisfies Record<string, Memory>;

type Key = keyof typeof KEYS;

export function remembered(key: Key): string | null {
  try {
    return storageOf(key).getItem(nameOf(key));
  } catch {
    return null;
  }
}

export function remember(key: Key, value: string | null): void {
  try {
    if (value === null) storageOf(key).removeItem(nameOf(key));
    else storageOf(key).setItem(nameOf(key), value);
  } catch {
    // Private windows may refuse; the page works without memory.
  }
}

export function isTheme(text: string | null): text is Theme {
  return THEMES.some((theme) => theme === text);
}

const storageOf = (key: Key) => (KEYS[key] === 'browser' ? localStorage : sessionStorage);
const nameOf = (key: Key) => `tic-tac-toe.${key}`;
