/** Playing on one device beyond the rules: keyboard, memory, other boards, the computer. */

import { expect, test } from './fixtures';
import { deviceTable, startGame } from './table';

test('a whole classic game by keyboard alone: arrows, Enter and digits', async ({ page }) => {
  const {
    windows: [window],
  } = await deviceTable(page);
  await window.cell(1).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('3');
  await page.keyboard.press('9');
  await window.shows(`
    X O O
    . X .
    . . X`);
  await expect(page.getByRole('dialog')).toContainText('X won');
  await page.keyboard.press('Enter');
  await expect(window.status).toContainText('Game over');
  await expect(window.cell(5)).toBeFocused();
  await window.newGame.focus();
  await page.keyboard.press('Enter');
  await expect(window.status).toContainText('It’s X’s turn');
  await expect(window.cell(5)).toBeFocused();
});

test('what happens is said in the live region, the last move included', async ({ page }) => {
  const {
    windows: [window],
    play,
  } = await deviceTable(page);
  await play(5);
  await expect(window.status).toHaveText('X at row 2, column 2. It’s O’s turn', { useInnerText: true });
});

test('a game survives a reload, and the closing of its window', async ({ page, context }) => {
  const {
    windows: [window],
    play,
  } = await deviceTable(page);
  await play(5, 1, 9);
  const board = `
    O . .
    . X .
    . . X`;
  await page.reload();
  await window.shows(board);
  await expect(window.status).toContainText('It’s O’s turn');
  const later = await context.newPage();
  await later.goto('#device');
  await later.getByRole('button', { name: 'Continue game' }).click();
  await expect(later.getByRole('status')).toContainText('It’s O’s turn');
});

test('undo takes back one move between people', async ({ page }) => {
  const {
    windows: [window],
    play,
  } = await deviceTable(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeDisabled();
  await play(5, 1);
  await undo.click();
  await window.shows(`
    . . .
    . X .
    . . .`);
  await expect(window.status).toContainText('It’s O’s turn');
});

test('typed names are shown in the game and remembered', async ({ page }) => {
  await page.goto('#device');
  await page.getByLabel('Player 1').fill('Anna');
  await page.getByLabel('Player 2').fill('Борис');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.locator('.seat--X')).toContainText('Anna');
  await expect(page.locator('.seat--O')).toContainText('Борис');
  await page.goto('#device');
  await page.reload();
  await expect(page.getByLabel('Player 1')).toHaveValue('Anna');
});

test('three players take turns on 5x5, and four in a row win', async ({ page }) => {
  await page.goto('#device');
  await page.getByRole('radio', { name: 'Other boards' }).check();
  await page.getByRole('radio', { name: 'Three players' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  const status = page.getByRole('status');
  const press = (cell: number) => page.locator(`[data-cell="${cell}"]`).click();
  await press(0);
  await press(5);
  await expect(status).toContainText('It’s △’s turn');
  await press(10);
  await expect(status).toContainText('It’s X’s turn');
  for (const cell of [1, 6, 11, 2, 7, 24, 4, 8]) await press(cell);
  await expect(page.getByRole('dialog')).toContainText('O won');
});

test('a board of one’s own keeps within 3 to 19, and as many in a row as it has room for', async ({
  page,
}) => {
  await page.goto('#device');
  await page.getByRole('radio', { name: 'Other boards' }).check();
  await page.getByRole('radio', { name: 'Custom' }).check();
  const [rows, inARow] = [
    page.getByRole('group', { name: 'Rows' }),
    page.getByRole('group', { name: 'In a row' }),
  ];
  const columns = page.getByRole('group', { name: 'Columns' });
  for (let size = 10; size > 3; size -= 1) {
    await rows.getByRole('button', { name: 'fewer' }).click();
    await columns.getByRole('button', { name: 'fewer' }).click();
  }
  await expect(rows.getByRole('button', { name: 'fewer' })).toBeDisabled();
  await expect(inARow.getByRole('status')).toHaveText('3');
  for (let size = 3; size < 19; size += 1) await columns.getByRole('button', { name: 'more' }).click();
  await expect(columns.getByRole('button', { name: 'more' })).toBeDisabled();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.locator('.cell')).toHaveCount(57);
});

test('on a phone a 19x19 board has cells that a finger can hit, and can be seen whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const board = { rows: 19, cols: 19, inARow: 5, players: 2 };
    localStorage.setItem('tic-tac-toe.device-plan', JSON.stringify({ game: 'boards', board }));
  });
  await startGame(page, 'Other boards');
  const cell = page.locator('[data-cell="180"]');
  expect((await cell.boundingBox())?.width).toBeGreaterThan(40);
  const numbers = await page
    .locator('.board__row')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row, '::before').content));
  expect(numbers).toEqual(Array(19).fill('counter(row) / ""'));
  await expect(cell).toBeInViewport();
  await page.locator('[data-cell="0"]').click();
  await expect(page.getByRole('status')).toContainText('It’s O’s turn');
  await page.getByRole('button', { name: 'Whole board' }).click();
  for (const corner of [0, 18, 342, 360]) {
    await expect(page.locator(`[data-cell="${corner}"]`)).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('rules are reachable from the game and lead back to it', async ({ page }) => {
  const {
    windows: [window],
    play,
  } = await deviceTable(page);
  await play(5);
  await page.getByRole('button', { name: 'Rules' }).click();
  await expect(page.getByRole('heading', { name: 'Classic rules' })).toBeVisible();
  await page.goBack();
  await expect(window.status).toContainText('It’s O’s turn');
});

for (const [game, pictures] of Object.entries({ ultimate: 7, classic: 2, boards: 2 })) {
  test(`the rules of ${game} are explained with pictures, in both languages`, async ({ page }) => {
    await page.goto(`#device/rules/${game}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/rules/i);
    await expect(page.getByRole('img')).toHaveCount(pictures);
    await page.evaluate(() => localStorage.setItem('tic-tac-toe.language', 'ru'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Правила');
    await expect(page.getByRole('img')).toHaveCount(pictures);
  });
}
