/** Boards fit: at every size, by every rule set, board and buttons are on the screen, and nothing moves the board. */

import type { Page } from '@playwright/test';
import { arenaTable, arenaWindow } from './arena-table';
import { expect, test } from './fixtures';
import { SIZES } from './sizes';
import { cellsOf, rememberBefore, UltimateTable, WON } from './ultimate-table';

const grid = (rows: number, cols: number, inARow: number, players = 2) => ({
  kind: 'grid',
  rows,
  cols,
  inARow,
  players,
});

const RULES = {
  classic: grid(3, 3, 3),
  'four players on 6x6': grid(6, 6, 4, 4),
  'a tall board': grid(9, 3, 3),
  'a wide board': grid(3, 9, 3, 3),
  gomoku: grid(15, 15, 5),
  'the largest board for four': grid(19, 19, 5, 4),
  ultimate: { kind: 'ultimate', capture: 'first' },
} as const;

/** A wide board on a phone is shown in part, in a frame that fits. */
async function expectToFit(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const zoomed = await page.locator('.play--zoomed').count();
  const buttons = await page.locator('.play .bar > *, .actions > :not([popover])').all();
  for (const part of [page.locator(zoomed ? '.board-frame' : '.board, .ultimate'), ...buttons]) {
    const box = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const sides = [box.x, box.y, width - box.x - box.width, height - box.y - box.height];
    expect(Math.min(...sides), `${await part.getAttribute('class')} at ${width}x${height}`).toBeGreaterThan(
      -1,
    );
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** The larger side of the board, as a share of the shorter side of the window. */
async function shareOf(page: Page): Promise<number> {
  const { width = 1, height = 1 } = page.viewportSize() ?? {};
  const box = await page.locator('.board, .ultimate').boundingBox();
  return Math.max(box?.width ?? 0, box?.height ?? 0) / Math.min(width, height);
}

for (const [name, rules] of Object.entries(RULES)) {
  test(`${name} fits every window on one device`, async ({ page }) => {
    const players = Array.from({ length: 'players' in rules ? rules.players : 2 }, () => ({
      name: '',
      computer: null,
    }));
    await rememberBefore(page, { 'device-match': { rules, players, confirmTurn: false, moves: [] } });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto('#device/game');
      await page.reload();
      await expect(page.getByRole('grid')).toBeVisible();
      await expectToFit(page);
      expect(await shareOf(page)).toBeGreaterThan(0.5);
    }
  });

  test(`the analysis of ${name} fits every window, and nothing moves while it thinks`, async ({ page }) => {
    const players = Array.from({ length: 'players' in rules ? rules.players : 2 }, () => ({
      name: '',
      computer: null,
    }));
    const moves = rules.kind === 'grid' ? [4, 1, 2, 0] : cellsOf('44 40 04 48');
    // The language with the longer words.
    await rememberBefore(page, {
      'device-match': { rules, players, confirmTurn: false, moves },
      language: 'ru',
    });
    await page.goto('#device/analysis');
    await expect(page.locator('.graph')).toBeVisible();
    const shifts = await watchShifts(page);
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      await expectToFit(page);
      await expect(page.locator('.graph')).toBeInViewport({ ratio: 1 });
      expect(await shareOf(page)).toBeGreaterThan(0.45);
    }
    const before = await shifts();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => {
      const bar = document.querySelector<HTMLProgressElement>('.analysis__progress progress');
      return bar && bar.value >= 2;
    });
    expect(await shifts()).toBe(before);
  });

  test(`${name} fits every window in the arena`, async ({ browser, chain }) => {
    const count = 'players' in rules ? rules.players : 2;
    const wire =
      'rows' in rules
        ? { grid: { rows: rules.rows, cols: rules.cols, in_a_row: rules.inARow } }
        : { ultimate: { capture: rules.capture } };
    const players = [chain.alice, chain.bob, chain.carol, chain.dave].slice(0, count);
    const gameId = await chain.game(players, { rules: wire, turn_seconds: 86_400 });
    const { page } = await arenaWindow(browser, chain, chain.alice, gameId);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await expect(page.getByRole('status')).toContainText('Your turn');
      await expectToFit(page);
      expect(await shareOf(page)).toBeGreaterThan(0.45);
    }
  });
}

test('the dialog that tells the result leaves the whole board in sight at every size', async ({ page }) => {
  const table = await UltimateTable.open(page, { after: WON.slice(0, -3) });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await table.play(WON.slice(-2));
    await expect(table.dialog).toContainText('X won');
    const [board, dialog] = [await page.locator('.ultimate').boundingBox(), await table.dialog.boundingBox()];
    if (!board || !dialog) throw new Error('both are shown');
    const isBeside = dialog.x >= board.x + board.width || dialog.y >= board.y + board.height;
    expect(isBeside, `${width}x${height}`).toBe(true);
    await table.button('Close').click();
    await table.button('Undo').click();
  }
});

/** Gives a window another size and waits until everything has its place in it. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, {
    width,
    height,
  });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Adds up what Chromium reports as moved, whether somebody has just pressed something or not. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifts: number }).shifts += entry.value;
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

for (const [width, height] of SIZES) {
  test(`nothing moves the board from turn to turn, notice and end at ${width}x${height}`, async ({
    browser,
    chain,
  }) => {
    const { windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob], {
      turn_seconds: 300,
    });
    const [alice, bob] = windows;
    if (!alice || !bob) throw new Error('two play');
    await resize(alice.page, width, height);
    const shifts = await watchShifts(alice.page);
    const box = () => alice.page.locator('.board').boundingBox();
    const before = await box();
    await play([1, 1]);
    await alice.at(1, 2).click();
    await expect(alice.message).toContainText('It is not your turn');
    expect(await box()).toEqual(before);
    await play([2, 1], [1, 2], [2, 2]);
    await expect(alice.status).toContainText('Your turn');
    expect(await box()).toEqual(before);
    expect(await shifts()).toBe(0);
    await play([1, 3]);
    await expect(alice.status).toContainText('You win with X!');
    expect(await box()).toEqual(before);
  });
}
