/** "Your turn" on a node: title, icon, notification, and the list one key away, whatever is on the screen. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { arenaWindow, setHidden, viewsAsked } from './lobby-table';

/** A stand-in for the browser's notifications, which a test could not see. */
async function recordNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = 'default';
      static async requestPermission() {
        Recorded.permission = 'granted';
        return 'granted';
      }
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
}

const shown = (page: Page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

test('a turn in another game is told by title, icon and notification, and is one key away', async ({
  browser,
  chain,
}) => {
  const onScreen = await chain.game([chain.alice, chain.bob]);
  const other = await chain.game([chain.bob, chain.alice]);
  await chain.arena(chain.alice, 'play', { game_id: onScreen, row: 0, col: 0 });
  const alice = await arenaWindow(browser, chain, chain.alice);
  const { page } = alice;
  await recordNotifications(page);
  await page.goto(`#/arena/${onScreen}`);
  await page.reload();
  await expect(page.getByRole('status').first()).toContainText(`${chain.bob} to move`);
  await expect(page).toHaveTitle('Tic-Tac-Toe');
  expect(await icon(page)).not.toContain('data:');
  await page.keyboard.press('t');
  await expect(page.getByRole('dialog')).toContainText('No game is waiting for you.');
  await page.getByRole('switch', { name: 'Notify me' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  expect(await shown(page)).toEqual([]);

  await chain.arena(chain.bob, 'play', { game_id: other, row: 1, col: 1 });
  await expect(page).toHaveTitle('(1) Tic-Tac-Toe');
  expect(await icon(page)).toContain('data:image/svg+xml');
  await expect.poll(() => shown(page)).toEqual([`Your turn in game ${other}: ${chain.bob} · ${chain.alice}`]);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(page.getByRole('button', { name: 'Your turn: 1' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.bar__title')).toHaveCSS('opacity', '0');
  await page.keyboard.press('t');
  await page.getByRole('dialog').getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/arena/${other}$`));
  await page.locator('[data-cell="0"]').click();
  await expect(page).toHaveTitle('Tic-Tac-Toe');
});

test('turns are looked for while hidden only if somebody asked to be notified', async ({
  browser,
  chain,
}) => {
  const game = await chain.game([chain.bob, chain.alice]);
  const { page } = await arenaWindow(browser, chain, chain.alice);
  await recordNotifications(page);
  await page.reload();
  await expect(page.locator(`[data-game="${game}"]`)).toBeVisible();
  await page.getByRole('button', { name: 'Your turn: 0' }).click();
  await page.getByRole('switch', { name: 'Notify me' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await setHidden(page, true);
  const asked = viewsAsked(page);
  await chain.arena(chain.bob, 'play', { game_id: game, row: 1, col: 1 });
  await expect.poll(() => shown(page)).toHaveLength(1);
  expect(new Set(asked)).toEqual(new Set(['get_games_of']));
});
