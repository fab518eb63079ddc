/** The computer as an opponent, in its worker. */

import { expect, test } from './fixtures';
import { Window } from './table';
import { rememberBefore, UltimateTable } from './ultimate-table';

const AGAINST_COMPUTER = { game: 'classic', opponent: 'computer', level: 'strong' };

test('it answers, says that it thinks, and undo takes back both moves', async ({ page }) => {
  await page.goto('#device');
  await page.getByRole('radio', { name: 'Classic' }).check();
  await page.getByRole('radio', { name: 'Computer' }).check();
  await page.getByRole('radio', { name: 'Strong' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  const window = new Window(page);
  await window.cell(1).click();
  await expect(window.status).toContainText('The computer is thinking…');
  await expect(window.status).toContainText('It’s X’s turn');
  await window.shows(`
    X . .
    . O .
    . . .`);
  await expect(page.locator('.seat--O')).toContainText(/Computer\s+strong/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await window.shows(`
    . . .
    . . .
    . . .`);
});

test('it begins if asked to, and a hint shows what it would play', async ({ page }) => {
  await rememberBefore(page, {
    'device-plan': { ...AGAINST_COMPUTER, game: 'ultimate', computerBegins: true },
  });
  await page.goto('#device/game');
  const table = new UltimateTable(page);
  await expect(table.status).toContainText('It’s O’s turn');
  expect(await table.marks()).toBe(1);
  await table.button('Hint').click();
  await expect(page.locator('.mini--advised .ghost .mark--O')).toHaveCount(1);
  await expect(table.status).toContainText('Hint: ');
  await expect(table.button('Hint')).toBeFocused();
  await page.locator('.mini--advised').click();
  await expect(page.locator('.mini--advised')).toHaveCount(0);
  await expect.poll(() => table.marks()).toBe(3);
});

test('the page answers while it thinks, and leaving stops it at once', async ({ page }) => {
  await rememberBefore(page, { 'device-plan': { ...AGAINST_COMPUTER, game: 'ultimate' } });
  const workers: string[] = [];
  page.on('worker', (worker) => {
    workers.push('started');
    worker.on('close', () => workers.push('ended'));
  });
  await page.goto('#device');
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new UltimateTable(page);
  await table.play('44');
  await expect(table.status).toContainText('The computer is thinking…');
  await page.keyboard.press('Escape');
  await expect(table.dialog).toBeVisible();
  await table.button('Yes').click();
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  await expect.poll(() => workers).toEqual(['started', 'ended']);
});

test.describe('when it does not load', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the page says so and tries again', async ({ page }) => {
    await rememberBefore(page, { 'device-plan': AGAINST_COMPUTER });
    await page.route('**/assets/worker-*.js', (route) => route.abort());
    await page.goto('#device/game');
    const window = new Window(page);
    await window.cell(1).click();
    await expect(window.message).toContainText('The computer did not load');
    await page.unroute('**/assets/worker-*.js');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(window.status).toContainText('It’s X’s turn');
  });
});

test('the engine weighs at most 60 KB gzipped, with rules and worker 100 KB', async () => {
  const { readdirSync, readFileSync } = await import('node:fs');
  const { gzipSync } = await import('node:zlib');
  const loaded = readdirSync('dist/localnet/assets').filter((name) => /^(engine|rules|worker)-/.test(name));
  const weightOf = (name: string) => gzipSync(readFileSync(`dist/localnet/assets/${name}`)).length;
  expect(loaded).toHaveLength(3);
  expect(loaded.reduce((sum, name) => sum + weightOf(name), 0)).toBeLessThan(100 * 1024);
  expect(loaded.filter((name) => /^engine-/.test(name)).map(weightOf)[0]).toBeLessThan(60_000);
});
