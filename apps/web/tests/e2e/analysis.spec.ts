/** The analysis of games: on one device, on the front door, in replays and on the public board. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { arenaWindow, expectAccessible } from './lobby-table';
import { oneGameTable, oneGameWindow } from './table';
import { cellsOf, rememberBefore, UltimateTable, WON } from './ultimate-table';

const CLASSIC = { kind: 'grid', rows: 3, cols: 3, inARow: 3, players: 2 };

/**
 * X does not block in the lower left corner, and O wins there.
 *
 *     X X O
 *     . O .
 *     O . X
 */
const LOST = [0, 4, 1, 2, 8, 6];

const people = [
  { name: '', computer: null },
  { name: '', computer: null },
];

function remembered(rules: object, moves: readonly number[], players: readonly object[] = people) {
  return { rules, players, confirmTurn: false, moves };
}

const status = (page: Page) => page.getByRole('status').first();
const slider = (page: Page) => page.getByRole('slider', { name: 'Chance to win after each move' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const moveAt = (page: Page, number: number) => page.locator('.move').nth(number - 1);

/** What the page's workers do. */
function watchWorkers(page: Page) {
  const workers = { started: 0, ended: 0 };
  page.on('worker', (worker) => {
    workers.started += 1;
    worker.on('close', () => {
      workers.ended += 1;
    });
  });
  return workers;
}

/** The lost game's verdicts, wherever it was played. */
async function expectLostGame(page: Page): Promise<void> {
  await expect(page.getByText('7 of 7 positions')).toBeVisible();
  await expect(status(page)).toContainText('Step 6 of 6 · O won');
  await expect(page.locator('.move--blunder')).toHaveCount(1);
  await expect(page.locator('.move--mistake')).toHaveCount(0);
  await expect(moveAt(page, 5)).toHaveText(/5\.\s*X\s*3,3\s*0%\s*\?\?\s*blunder\. Best: 3,1/);
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).toContainText('Step 5 of 6 · blunder · O wins in 1');
  await expect(page.locator('[data-cell="6"].cell--advised .ghost .mark--O')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(status(page)).toContainText('Step 4 of 6 · A draw if nobody errs');
  await expect(page.locator('[data-cell="6"].cell--advised .ghost .mark--X')).toBeVisible();
  await expect(page.locator('.ghost--later[data-number="2"] .mark--O')).toBeVisible();
  await expect(page.locator('.seat__note')).toHaveText(['50%', '50%']);
}

test('a lost game on one device shows the blunder, the move that was better and who wins in how many', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const workers = watchWorkers(page);
  await rememberBefore(page, { 'device-match': remembered(CLASSIC, LOST) });
  await page.goto('#device/game');
  await expect(button(page, 'New Game')).toBeVisible();
  expect(asked.filter((url) => /engine|analysis/.test(url))).toEqual([]);
  await button(page, 'Analyse').click();
  await expectLostGame(page);
  await expect.poll(() => workers.ended).toBe(workers.started);
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    'Step 4 of 6 · A draw if nobody errs. X 50%, O 50%',
  );
  await slider(page).fill('5');
  await expect(status(page)).toContainText('O wins in 1');
  await moveAt(page, 1).click();
  await expect(status(page)).toContainText('Step 1 of 6');
  await page.keyboard.press('Escape');
  await expect(button(page, 'New Game')).toBeVisible();
  await expect(page.locator('.cell .mark')).toHaveCount(LOST.length);
});

test('the board answers while it thinks, it can be stopped and go on, and leaving ends the workers', async ({
  page,
}) => {
  const workers = watchWorkers(page);
  const table = await UltimateTable.open(page, { after: WON.slice(0, -3) });
  await table.button('Analyse').click();
  const count = cellsOf(WON).length - 1;
  await expect(button(page, 'Stop')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(status(page)).toContainText('Before the first move');
  expect(await table.marks()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toContainText(`Step 1 of ${count}`);
  await expect(page.locator('.mini--last .mark--X')).toBeVisible();
  await button(page, 'Stop').click();
  await expect.poll(() => workers.ended).toBe(workers.started);
  const known = () =>
    page.locator('.analysis__progress progress').evaluate((bar: HTMLProgressElement) => bar.value);
  const stoppedAt = await known();
  expect(stoppedAt).toBeLessThan(count + 1);
  await button(page, 'Go on').click();
  await expect.poll(known).toBeGreaterThan(stoppedAt);
  await expect.poll(() => workers.started).toBeGreaterThan(workers.ended);
  await page.goBack();
  await expect(table.status).toContainText('It’s X’s turn');
  await expect.poll(() => workers.ended).toBe(workers.started);
});

test('a game of the front door is analysed, and Back leads to it', async ({ page }) => {
  await page.route('**/localnet.json', () => {});
  const players = [people[0], { name: '', computer: 'medium' }] as object[];
  await rememberBefore(page, { 'home-match': remembered(CLASSIC, LOST, players) });
  await page.goto('');
  await button(page, 'Analyse').click();
  await expectLostGame(page);
  await expect(page.locator('.seat__name')).toHaveText(['You', 'Computer']);
  await button(page, '← Back').click();
  await expect(page.locator('.tile')).toHaveCount(4);
  await expect(status(page)).toContainText('The computer won');
});

test('a replay is analysed from its blocks, with seats that leave', async ({ browser, chain }) => {
  const game_id = await chain.game([chain.alice, chain.bob, chain.carol], {
    rules: { grid: { rows: 4, cols: 4, in_a_row: 3 } },
  });
  const play = (player: string, row: number, col: number) =>
    chain.arena(player, 'play', { game_id, row, col });
  await play(chain.alice, 0, 0);
  await play(chain.bob, 1, 1);
  await chain.arena(chain.carol, 'resign', { game_id });
  await play(chain.alice, 0, 1);
  await play(chain.bob, 2, 2);
  const { page } = await arenaWindow(browser, chain, chain.alice, `/${game_id}/replay`);
  const workers = watchWorkers(page);
  await expect(page.getByText('Before the first move')).toBeVisible();
  await button(page, 'Analyse').click();
  await expect(status(page)).toContainText('Before the first move');
  await page.keyboard.press('End');
  await expect(page.getByText('6 of 6 positions')).toBeVisible();
  await expect(page.locator('.move')).toHaveCount(5);
  await expect(moveAt(page, 3)).toContainText('△ leaves');
  await expect(status(page)).toContainText('Step 5 of 5 · X wins in 1');
  await expect(page.locator('[data-cell="2"].cell--advised')).toBeVisible();
  await play(chain.alice, 0, 2);
  await expect(page.getByText('7 of 7 positions')).toBeVisible();
  await page.keyboard.press('End');
  await expect(status(page)).toContainText('Step 6 of 6 · X won');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: `Replay of game ${game_id}` })).toBeVisible();
  await expect(status(page)).toContainText('Step 6 of 6');
  await expect.poll(() => workers.ended).toBe(workers.started);
});

test('the public board is analysed after the end, not before', async ({ browser, chain }) => {
  const { windows, play } = await oneGameTable(browser, chain);
  const { page } = windows[0];
  await play(1, 5, 2, 3, 9);
  await expect(button(page, 'Analyse')).toHaveCount(0);
  await play(7);
  await expect(windows[0].line).toBeVisible();
  await button(page, 'Analyse').click();
  await expectLostGame(page);
  await button(page, '← Back').click();
  await expect(windows[0].newGame).toBeVisible();
});

test('whoever comes to the public board after the end sees its moves from the blocks and analyses them', async ({
  browser,
  chain,
}) => {
  await chain.call(chain.alice, 'new_game', { p1: chain.bob, p2: chain.carol });
  await chain.call(chain.bob, 'play', { row: 1, col: 1 });
  await chain.call(chain.alice, 'new_game', { p1: chain.alice, p2: chain.bob });
  for (const [index, cell] of LOST.entries())
    await chain.call(index % 2 === 0 ? chain.alice : chain.bob, 'play', {
      row: Math.floor(cell / 3),
      col: cell % 3,
    });
  const { page } = await oneGameWindow(browser, chain, null);
  await expect(page.getByText('6 moves before you came')).toBeVisible();
  await expect(button(page, 'Analyse')).toHaveCount(0);
  await button(page, 'Show').click();
  await button(page, 'Analyse').click();
  await expectLostGame(page);
});

test.describe('when it does not load', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ });

  test('the page says so and tries again', async ({ page }) => {
    await rememberBefore(page, { 'device-match': remembered(CLASSIC, LOST) });
    await page.route('**/assets/engine-*.wasm', (route) => route.abort());
    await page.goto('#device/analysis');
    await expect(status(page)).toContainText('The analysis did not load');
    await page.unroute('**/assets/engine-*.wasm');
    await button(page, 'Try again').click();
    await expectLostGame(page);
  });
});

for (const language of ['en', 'ru']) {
  test(`the analysis is accessible in ${language}`, async ({ page }) => {
    await rememberBefore(page, { 'device-match': remembered(CLASSIC, LOST), language });
    await page.goto('#device/analysis');
    await expect(page.locator('.move--blunder')).toHaveCount(1);
    await page.keyboard.press('ArrowLeft');
    await expect(status(page)).toContainText(language === 'en' ? 'O wins in 1' : 'O побеждает за 1 ход');
    await expectAccessible(page);
  });
}
