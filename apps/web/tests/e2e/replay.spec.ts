/** Replays on a node: a game's moves from its blocks, stepped through both ways. */

import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { arenaWindow, expectAccessible, expectToFitSmallPhone } from './lobby-table';

const ROUND = `Game 1, 4×4, 3 in a row
X alice.test.near
O bob.test.near
△ carol.test.near
Round 1
1. X 1,1
2. O 2,2
3. △ resigned
4. X 1,2
5. O 3,3
6. X 1,3
X won
`;

test('a finished game is stepped through both ways, copied, and still there after a reload and its closing', async ({
  browser,
  chain,
}) => {
  const players = [chain.alice, chain.bob, chain.carol];
  const game_id = await chain.game(players, { rules: { grid: { rows: 4, cols: 4, in_a_row: 3 } } });
  const play = (player: string, row: number, col: number) =>
    chain.arena(player, 'play', { game_id, row, col });
  await play(chain.alice, 0, 0);
  await play(chain.bob, 1, 1);
  await chain.arena(chain.carol, 'resign', { game_id });
  await play(chain.alice, 0, 1);
  await play(chain.bob, 2, 2);
  await play(chain.alice, 0, 2);

  const { page } = await arenaWindow(browser, chain, chain.alice, `/${game_id}`);
  await page.getByRole('link', { name: 'Replay' }).click();
  const status = page.getByRole('status').first();
  const marks = page.locator('.cell:not(.cell--empty)');
  await expect(status).toHaveText('Before the first move');
  await page.keyboard.press('ArrowRight');
  await expect(status).toContainText('Step 1 of 6. X at row 1, column 1.');
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(status).toContainText('Step 3 of 6. △ resigned.');
  await expect(marks).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(status).toContainText('Step 6 of 6. X at row 1, column 3. X won');
  await expect(page.locator('.board__line')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(marks).toHaveCount(4);
  await page.getByRole('slider', { name: 'Step' }).fill('2');
  await expect(marks).toHaveCount(2);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ROUND);
  await page.evaluate(() => Object.assign(navigator, { canShare: () => false }));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share as picture' }).click();
  const picture = readFileSync(await (await saving).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBe(900);

  await chain.arena(chain.alice, 'close', { game_id });
  await page.reload();
  await expect(status).toHaveText('Before the first move');
  await page.keyboard.press('End');
  await expect(status).toContainText('X won');
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem('tic-tac-toe.language', 'ru'));
  await page.reload();
  await expect(status).toHaveText('До первого хода');
  await page.keyboard.press('End');
  await expect(status).toContainText('Победил X');
  await expectAccessible(page);
  await expectToFitSmallPhone(page);
});

test('a game that goes on grows under the replay, round by round', async ({ browser, chain }) => {
  const game_id = await chain.game([chain.alice, chain.bob]);
  await chain.arena(chain.alice, 'play', { game_id, row: 0, col: 0 });
  const { page } = await arenaWindow(browser, chain, null);
  await page.goto(`#/arena/${game_id}/replay`);
  const status = page.getByRole('status').first();
  await expect(status).toHaveText('Before the first move');
  await page.keyboard.press('End');
  await expect(status).toContainText('Step 1 of 1');
  await chain.arena(chain.bob, 'play', { game_id, row: 2, col: 2 });
  await expect(status).toContainText('Step 1 of 2');
  await chain.arena(chain.bob, 'restart', { game_id });
  await page.getByLabel('Round').selectOption('Round 2');
  await expect(status).toHaveText('Before the first move');
  await expect(page.getByLabel('Round')).toContainText('Round 1 · Abandoned');
});

test.describe('when blocks do not come', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the search can be stopped and begun again', async ({ browser, chain }) => {
    const game_id = await chain.game([chain.alice, chain.bob]);
    await chain.arena(chain.alice, 'play', { game_id, row: 0, col: 0 });
    const { page } = await arenaWindow(browser, chain, null);
    const BLOCKS = '**/v0/block/**';
    await page.route(BLOCKS, () => {});
    await page.goto(`#/arena/${game_id}/replay`);
    await page.getByRole('button', { name: 'Stop' }).click();
    const status = page.getByRole('status').first();
    await expect(status).toHaveText('The latest blocks contain no moves of this game.');
    await page.unroute(BLOCKS);
    await page.route(BLOCKS, (route) => route.abort());
    await page.getByRole('button', { name: 'Look further back' }).click();
    await expect(status).toHaveText('The blocks cannot be read. Check the network and try again.');
    await page.unroute(BLOCKS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(status).toHaveText('Before the first move');
  });
});
