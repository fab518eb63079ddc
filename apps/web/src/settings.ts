/** What the page remembers between visits. Storage may be forbidden; then it just forgets. */

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

type Key =
  | `device-${'plan' | 'options' | 'match'}`
  | `home-${'match' | 'choice'}`
  | 'language'
  | 'theme'
  | 'wallet'
  | 'guest'
  | 'level'
  | 'arena-key'
  | 'notify'
  | 'sound'
  | 'player';

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

/** What was remembered as JSON; nothing where that can't be read. */
export function parsed(saved: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(saved ?? '{}') };
  } catch {
    return {};
  }
}

/** Who plays is remembered until the window closes, so that two windows can be two players. */
const storageOf = (key: Key) => (key === 'player' ? sessionStorage : localStorage);
const nameOf = (key: Key) => `tic-tac-toe.${key}`;
