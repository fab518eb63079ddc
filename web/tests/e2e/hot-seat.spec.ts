/** Hot-seat beyond the classic rules: keyboard alone, and a reload. */

import { expect, test } from './fixtures';
import { hotSeatTable } from './table';

test('a whole game by keyboard alone: arrows, Enter and digits', async ({ page }) => {
  const {
    windows: [window],
  } = await hotSeatTable(page);
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
  await expect(window.status).toContainText('X wins!');
  await page.keyboard.press('Tab');
  await expect(window.newGame).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(window.status).toContainText('X to move');
  await expect(window.cell(5)).toBeFocused();
});

test('what happens is said in the live region, the last move included', async ({ page }) => {
  const {
    windows: [window],
    play,
  } = await hotSeatTable(page);
  await play(5);
  await expect(window.status).toHaveText('X at row 2, column 2. O to move', { useInnerText: true });
});

test('a game survives a reload', async ({ page }) => {
  const {
    windows: [window],
    play,
  } = await hotSeatTable(page);
  await play(5, 1, 9);
  await page.reload();
  await window.shows(`
    O . .
    . X .
    . . X`);
  await expect(window.status).toContainText('O to move');
});
