/** The arena's lobby as tests use it: windows of players, rows of games, and what a window asks of the node. */

import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Chain } from './fixtures';
import { pageOf } from './table';

export class LobbyWindow {
  constructor(readonly page: Page) {}

  /** A list by its heading. */
  list(name: string): Locator {
    return this.page.getByRole('region', { name });
  }

  row(gameId: string): Locator {
    return this.page.locator(`[data-game="${gameId}"]`);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  storage(what: 'total' | 'locked' | 'available'): Locator {
    return this.page.locator(`[data-storage="${what}"]`);
  }

  /** Opens the form for a new game. */
  async openForm(): Promise<void> {
    await this.button('New game').click();
    await expect(this.page.getByText(/^Locks/)).toBeVisible();
  }

  /** Creates the game that the form shows; gives its id. */
  async create(): Promise<string> {
    await this.button('Create game').click();
    await this.page.waitForURL(/#\/arena\/\d+$/);
    return this.page.url().split('/').at(-1) ?? '';
  }
}

/** A window of its own for a player, or for somebody who just watches. */
export async function arenaWindow(
  browser: Browser,
  chain: Chain,
  player: string | null,
  path = '',
): Promise<LobbyWindow> {
  return new LobbyWindow(await pageOf(browser, chain, player, `#/arena${path}`));
}

/** The views that a window asks the node for, as they are asked. */
export function viewsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { method, params } = request.postDataJSON() ?? {};
    if (method === 'query' && params.method_name) asked.push(params.method_name);
  });
  return asked;
}

/** Makes the page believe that nobody can see it, or that somebody can again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', {
      value: isHidden ? 'hidden' : 'visible',
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** Looks with axe in light and in dark colours; the page must not move meanwhile. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    expect(found, colorScheme).toEqual([]);
  }
}

/** On the smallest phone nothing sticks out to the side. */
export async function expectToFitSmallPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (before) await page.setViewportSize(before);
}
