/** The front door: a board that is played by the first press, and the ways to everything else. */

import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures';
import { SIZES } from './sizes';
import { Window } from './table';

test('the first press is the first move against the computer, which answers, without a form', async ({
  page,
}) => {
  await page.route('**/localnet.json', () => {});
  await page.goto('');
  const window = new Window(page);
  await expect(window.status).toHaveText('Your move. Press any cell.');
  await window.cell(1).click();
  await expect(window.status).toContainText('The computer is thinking…');
  await expect(window.status).toContainText('Your turn');
  await expect(page.locator('.cell .mark--X')).toHaveCount(1);
  await expect(page.locator('.cell .mark--O')).toHaveCount(1);
});

test('a game by digits alone ends with a sentence beside the board and a new game', async ({ page }) => {
  await page.route('**/localnet.json', () => {});
  await page.goto('');
  const window = new Window(page);
  await page.getByRole('radio', { name: 'Easy' }).check();
  for (let digit = 1; digit <= 9 && !(await window.newGame.isVisible()); digit += 1) {
    await page.keyboard.press(String(digit));
    await expect(window.status).toContainText(/Your turn|You won|The computer won|It’s a draw/);
  }
  await expect(window.status).toContainText(/You won|The computer won|It’s a draw/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await window.newGame.click();
  await expect(window.status).toHaveText('Your move. Press any cell.');
  await expect(page.getByRole('radio', { name: 'Easy' })).toBeChecked();
});

test('a game survives a reload and leaves the one on this device alone', async ({ page }) => {
  await page.route('**/localnet.json', () => {});
  await page.goto('');
  const window = new Window(page);
  await window.cell(5).click();
  await expect(window.status).toContainText('Your turn');
  await page.reload();
  await expect(page.locator('.cell .mark')).toHaveCount(2);
  await page.getByRole('link', { name: 'Two at this screen' }).click();
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue game' })).toHaveCount(0);
});

test('each tile leads where it says, and the last one comes first on the next visit', async ({
  page,
  context,
  chain,
}) => {
  await chain.serveTo(context);
  await page.goto('');
  const tiles = page.locator('.tile');
  await expect(tiles).toHaveText([/^Ultimate/, /^Two at this screen/, /^Online on NEAR/, /^Watch/], {
    useInnerText: true,
  });
  await tiles.nth(1).click();
  await expect(page.getByRole('radio', { name: 'Human' })).toBeChecked();
  await page.getByRole('link', { name: 'Tic-Tac-Toe' }).click();
  await page.getByRole('link', { name: 'Online on NEAR' }).click();
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await page.goto('');
  await page.getByRole('link', { name: 'Watch' }).click();
  await expect(page.locator('.list h3').first()).toHaveText('Games to watch');
  await page.goto('');
  await page.getByRole('link', { name: 'The public board' }).click();
  await expect(page.getByRole('status')).toHaveText('No game yet. Start the first one!');
  await page.goto('');
  await page.getByRole('link', { name: /^Ultimate/ }).click();
  await expect(page.getByRole('radio', { name: 'Ultimate' })).toBeChecked();
  for (const name of ['Start game', 'Options'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await page.reload();
  await page.goto('');
  await page.reload();
  await expect(tiles.first()).toContainText('Ultimate');
});

test('open games and games under way are counted where the chain answers', async ({
  page,
  context,
  chain,
}) => {
  await chain.serveTo(context);
  await chain.game([chain.alice, null]);
  await chain.game([chain.alice, chain.bob]);
  await chain.game([chain.bob, chain.carol]);
  await page.goto('');
  await expect(page.getByRole('link', { name: 'Online on NEAR' })).toContainText('1 open');
  await expect(page.getByRole('link', { name: 'Watch' })).toContainText('2 live');
});

test('one press begins a game against the bot on chain, and none where no chain answers', async ({
  page,
  context,
  chain,
}) => {
  const link = page.getByRole('link', { name: 'Play the bot' });
  await page.route('**/localnet.json', () => {});
  await page.goto('');
  await expect(page.locator('.tile')).toHaveCount(4);
  await expect(link).toHaveCount(0);
  await page.unroute('**/localnet.json');
  await chain.serveTo(context);
  await page.reload();
  await link.click();
  await expect(page.locator('.seat', { hasText: chain.info.botId })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Your turn');
  await page.goto('#/arena');
  await expect(page.locator('[data-game]')).toHaveCount(1);
});

for (const language of ['en', 'ru']) {
  test(`the front door is accessible and nothing sticks out, in ${language}`, async ({ browser }) => {
    const context = await browser.newContext({ locale: language, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route('**/localnet.json', () => {});
    await page.goto('');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('.cell')).toHaveCount(9);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect(page.locator('.board')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.actions')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.tile').first()).toBeInViewport();
    }
  });
}
