/** The page itself: sizes, colours, languages, accessibility, weight. */

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures';
import { LOCALNET_PORT, WALLET_PORT } from './ports';
import { deviceTable, leaveGame, oneGameTable, startGame } from './table';
import { BOTH_IN_ONE, rememberBefore, UltimateTable } from './ultimate-table';

const SIZES = {
  'small phone': { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  'phone on its side': { width: 844, height: 390 },
  'small phone on its side': { width: 568, height: 320 },
  tablet: { width: 820, height: 1180 },
  'small tablet': { width: 768, height: 1024 },
  'tablet on its side': { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
};

/** The board is square and in sight, and nothing sticks out to the side. */
async function expectToFit(page: Page, cells = 3, smallest = 64): Promise<void> {
  const board = await page.locator('.board, .ultimate').boundingBox();
  const size = page.viewportSize();
  if (!board || !size) throw new Error('there is no board');
  expect(Math.abs(board.width - board.height)).toBeLessThan(1);
  expect(board.width / cells).toBeGreaterThan(smallest);
  expect(board.y + board.height).toBeLessThanOrEqual(size.height);
  await expectNothingSticksOut(page);
}

async function expectNothingSticksOut(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`the board fits a ${name}, in both languages`, async ({ page, context, chain }) => {
    await chain.serveTo(context);
    await page.setViewportSize(viewport);
    await startGame(page, 'Classic');
    await expectToFit(page);
    await leaveGame(page);
    await expectNothingSticksOut(page);
    await startGame(page, 'Ultimate');
    await expectToFit(page, 9, 26);
    await page.evaluate(() => localStorage.setItem('tic-tac-toe.language', 'ru'));
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ходит X');
    await expectToFit(page, 9, 26);
    await page.goto('#device/options');
    await expectNothingSticksOut(page);
    await page.goto('#chain');
    await expect(page.getByRole('status')).toHaveText('Игры ещё нет. Начните первую!');
    await expectToFit(page);
  });
}

for (const name of ['tablet', 'small tablet'] as const) {
  test(`the board fills most of an upright ${name}, in both ways of playing`, async ({
    page,
    context,
    chain,
  }) => {
    await chain.serveTo(context);
    await page.setViewportSize(SIZES[name]);
    const expectToFill = async () => {
      const board = await page.locator('.board, .ultimate').boundingBox();
      expect((board?.width ?? 0) / SIZES[name].width).toBeGreaterThan(0.75);
      expect(((board?.y ?? 0) + (board?.height ?? 0)) / SIZES[name].height).toBeGreaterThan(0.75);
    };
    await page.goto('#chain');
    await expect(page.getByRole('status')).not.toHaveText(/Loading|Connecting/);
    await expectToFill();
    await startGame(page, 'Classic');
    await expectToFill();
    await leaveGame(page);
    await startGame(page, 'Ultimate');
    await expectToFill();
  });
}

/** The colour of the board at a point given in cells from its upper left corner. */
async function colourAt(page: Page, col: number, row: number): Promise<string> {
  const picture = (await page.locator('.board__line').screenshot()).toString('base64');
  return page.evaluate(
    async ([data, x, y]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      return String(context?.getImageData(x * (image.width / 3), y * (image.height / 3), 1, 1).data);
    },
    [picture, col, row] as const,
  );
}

test('a diagonal win shows its line and the strokes of X that run along it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { play } = await deviceTable(page);
  await play(1, 2, 5, 3, 9);
  const alongLine = await colourAt(page, 1.65, 1.65);
  const acrossLine = await colourAt(page, 1.65, 1.35);
  const besideStroke = await colourAt(page, 1.7, 1.61);
  const outsideLine = await colourAt(page, 1.8, 1.45);
  expect(alongLine).toBe(acrossLine);
  expect(besideStroke).not.toBe(alongLine);
  expect(besideStroke).not.toBe(outsideLine);
});

async function seriousFindings(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  // Colours are judged when they have arrived, so nothing may move.
  test.describe(`axe finds nothing serious in ${colorScheme} colours`, () => {
    test('on one device, during a classic game and after it', async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { play } = await deviceTable(page);
      await play(1, 1, 4, 2);
      expect(await seriousFindings(page)).toEqual([]);
      await play(5, 3);
      await play(9);
      expect(await seriousFindings(page)).toEqual([]);
    });

    for (const language of ['en', 'ru']) {
      test(`every screen on one device, ${language}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const plan = { game: 'boards', opponent: 'computer' };
        await rememberBefore(page, { language, 'device-plan': plan });
        const table = await UltimateTable.open(page, { capture: 'any', after: BOTH_IN_ONE });
        await table.play('22');
        expect(await seriousFindings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(table.dialog).toBeVisible();
        expect(await seriousFindings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        for (const screen of ['/rules/ultimate', '/rules/boards', '/options', '']) {
          await page.goto(`#device${screen}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          expect(await seriousFindings(page)).toEqual([]);
        }
      });
    }

    test('on chain, with the form, a message and a result', async ({ browser, chain }) => {
      const {
        windows: [{ page }],
        play,
      } = await oneGameTable(browser, chain);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await play(1);
      await page.locator('[data-cell="0"]').click();
      await page.getByRole('button', { name: 'New game with other players' }).click();
      await page.getByLabel('O', { exact: true }).fill('Bad..id');
      expect(await seriousFindings(page)).toEqual([]);
      await play(4, 2, 5, 3);
      await expect(page.getByRole('status')).toContainText('You win');
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
}

test('the language follows the browser, and a choice is remembered', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto('#device');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Крестики-нолики');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.getByRole('combobox', { name: 'Язык' }).selectOption('en');
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tic-Tac-Toe');
});

test('colours follow the system until one is chosen, and the choice is remembered', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('#device');
  const dark = await background();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  expect(await background()).not.toBe(dark);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  expect(await background()).not.toBe(dark);
});

test('sounds are off until somebody turns them on, which is remembered', async ({ page }) => {
  await page.goto('#device');
  const sound = page.getByRole('button', { name: 'Sound and vibration' });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  const { play } = await deviceTable(page);
  await play(1, 4, 2, 5, 3);
});

test('nothing moves for those who ask for reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { play } = await deviceTable(page);
  await play(1, 4, 2, 5, 3);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the first paint has a board, before anything is asked of the chain', async ({ page }) => {
  await page.route('**/localnet.json', () => {});
  await page.goto('#chain');
  await expect(page.locator('.cell')).toHaveCount(9);
  await expect(page.getByRole('status')).toHaveText('Connecting to the chain…');
});

test.describe('without a node', () => {
  test.use({ expectedErrors: /404/ });

  test('the page says how to start one, and playing on one device still works', async ({ page }) => {
    await page.route('**/localnet.json', (route) => route.fulfill({ status: 404 }));
    await page.goto('#chain');
    await expect(page.getByRole('status')).toContainText('No local node was found');
    const {
      play,
      windows: [window],
    } = await deviceTable(page);
    await play(5);
    await expect(window.status).toContainText('It’s O’s turn');
  });
});

test('going back and forth between the ways of playing opens the chain once', async ({
  page,
  context,
  chain,
}) => {
  await chain.serveTo(context);
  const asked: Route[] = [];
  await page.route('**/localnet.json', (route) => {
    asked.push(route);
  });
  await page.goto('');
  await expect.poll(() => asked.length).toBe(1);
  await page.goto('#device');
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  await page.goto('#chain');
  await expect(page.getByRole('status')).toHaveText('Connecting to the chain…');
  await asked[0]?.fallback();
  await expect(page.getByRole('status')).toHaveText('No game yet. Start the first one!');
  expect(asked.length).toBe(1);
});

test('nobody is asked to play before the rules have loaded', async ({ page }) => {
  const held: Route[] = [];
  await page.route('**/assets/rules-*.wasm', (route) => {
    held.push(route);
  });
  await page.goto('#device');
  await expect(page.getByRole('status')).toHaveText('Loading…');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
});

test.describe('when a part of the page does not load', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('playing on one device asks for a reload', async ({ page }) => {
    await page.route('**/assets/page-*.js', (route) => route.abort());
    await page.goto('#device');
    await expect(page.getByRole('status')).toHaveText('A part of this page did not load. Reload the page.');
  });

  test('a page for localnet says how to start its server', async ({ page }) => {
    await page.route('**/assets/open-*.js', (route) => route.abort());
    await page.goto('#chain');
    await expect(page.getByRole('status')).toContainText('No local node was found');
  });

  test('a page for a public network asks for a reload', async ({ page }) => {
    await page.route('**/assets/open-*.js', (route) => route.abort());
    await page.goto(`http://127.0.0.1:${WALLET_PORT}/#chain`);
    await expect(page.getByRole('status')).toHaveText('A part of this page did not load. Reload the page.');
  });
});

/** Everything that the page has loaded from its own server, gzipped. */
async function weightOf(page: Page, open: () => Promise<void>): Promise<number> {
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.url().startsWith(`http://127.0.0.1:${LOCALNET_PORT}/`) && pathname !== '/localnet.json')
      loaded.add(pathname);
  });
  await open();
  const files = [...loaded].map((path) =>
    readFileSync(`dist/localnet/${path === '/' ? 'index.html' : path}`),
  );
  expect(files.length).toBeGreaterThan(3);
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}

test('the page weighs less than 150 KB gzipped without wallet code, and holds no key', async ({
  page,
  context,
  chain,
}) => {
  await chain.serveTo(context);
  const weight = await weightOf(page, async () => {
    await page.goto('');
    await expect(page.getByRole('status')).toContainText('Your move');
    await page.goto('#chain');
    await expect(page.getByRole('status')).toContainText('No game yet');
    await startGame(page, 'Ultimate');
  });
  expect(weight).toBeLessThan(150 * 1024);
  for (const name of readdirSync('dist/localnet/assets')) {
    const text = readFileSync(`dist/localnet/assets/${name}`, 'utf8');
    expect(text).not.toMatch(/ed25519:[1-9A-HJ-NP-Za-km-z]{64,}/);
  }
});

test('a game of the arena weighs less than 150 KB gzipped', async ({ page, context, chain }) => {
  await chain.serveTo(context);
  const gameId = await chain.game([chain.alice, chain.bob]);
  const weight = await weightOf(page, async () => {
    await page.goto(`#/arena/${gameId}`);
    await expect(page.getByRole('status')).toContainText('Your turn');
  });
  expect(weight).toBeLessThan(150 * 1024);
});
