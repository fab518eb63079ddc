/** A table to play at: the same moves and looks for both ways of playing. */

import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Chain } from './fixtures';

/** One window with the game in it. */
export class Window {
  constructor(readonly page: Page) {}

  /** Cells by the numbers that people use: 1 to 9 in reading order. */
  cell(number: number): Locator {
    return this.page.locator(`[data-cell="${number - 1}"]`);
  }

  get status(): Locator {
    return this.page.getByRole('status');
  }

  get message(): Locator {
    return this.page.locator('.message-area');
  }

  get newGame(): Locator {
    return this.page.getByRole('button', { name: 'New Game', exact: true });
  }

  get line(): Locator {
    return this.page.locator('.board__line');
  }

  /** The board as screen readers hear it, drawn as three rows of X, O and dots. */
  async board(): Promise<string> {
    const labels = await this.page
      .locator('.cell')
      .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''));
    const marks = labels.map((label) => /: (X|O)/.exec(label)?.[1] ?? '.');
    return [marks.slice(0, 3), marks.slice(3, 6), marks.slice(6)].map((row) => row.join(' ')).join('\n');
  }

  async shows(drawing: string): Promise<void> {
    const rows = drawing.trim().split('\n');
    await expect.poll(() => this.board()).toBe(rows.map((row) => row.trim()).join('\n'));
  }
}

/** Two players and their windows, or one window for both. */
export interface Table {
  /** X's window first; both are the same on one device. */
  readonly windows: readonly [Window, Window];
  /** Plays cells in turn, X first, each in the window of the player whose turn it is. */
  play(...cells: number[]): Promise<void>;
}

/** A classic game on one device. A dialog that tells the result is closed, so that the board can be pressed. */
export async function deviceTable(page: Page): Promise<Table> {
  const window = new Window(page);
  await startGame(page, 'Classic');
  return {
    windows: [window, window],
    play: async (...cells) => {
      for (const cell of cells) await window.cell(cell).click();
      const close = page.getByRole('button', { name: 'Close' });
      if (await close.isVisible()) await close.click();
    },
  };
}

/** Starts a game on one device from the main screen. */
export async function startGame(page: Page, game: 'Ultimate' | 'Classic' | 'Other boards'): Promise<void> {
  await page.goto('#device');
  await page.getByRole('radio', { name: game }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByRole('status')).toContainText('It’s X’s turn');
}

/** Leaves a game on one device that is under way. */
export async function leaveGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
}

/** A page of its own for one of localnet's players, or for somebody who just watches. */
export async function pageOf(
  browser: Browser,
  chain: Chain,
  player: string | null,
  address: string,
): Promise<Page> {
  const context = await browser.newContext();
  await chain.serveTo(context);
  await context.addInitScript((name) => {
    // An empty page, which every window is at first, has no storage.
    if (location.protocol !== 'http:') return;
    sessionStorage.setItem('tic-tac-toe.player', sessionStorage.getItem('tic-tac-toe.player') ?? name);
  }, player ?? '');
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

export async function oneGameWindow(browser: Browser, chain: Chain, player: string | null): Promise<Window> {
  return new Window(await pageOf(browser, chain, player, '#chain'));
}

/** Whether the account list, which is folded away during a game, shows this account as chosen. */
export async function expectToPlayAs({ page }: Window, player: string): Promise<void> {
  await page.locator('summary', { hasText: player }).click();
  await expect(page.getByRole('radio', { name: player })).toBeChecked();
}

/** Alice and Bob in two windows, with a game that Alice has started. */
export async function oneGameTable(browser: Browser, chain: Chain): Promise<Table> {
  const alice = await oneGameWindow(browser, chain, chain.alice);
  const bob = await oneGameWindow(browser, chain, chain.bob);
  await alice.page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(alice.status).toContainText('Your turn: you play X');
  await expect(bob.status).toContainText(`${chain.alice} to move`);
  const windows = [alice, bob] as const;
  let moves = 0;
  return {
    windows,
    play: async (...cells) => {
      for (const cell of cells) {
        const window = windows[moves % 2 === 0 ? 0 : 1];
        await expect(window.status).toContainText('Your turn');
        await window.cell(cell).click();
        await expect(window.status).not.toContainText(/Sending|Your turn/);
        moves += 1;
      }
    },
  };
}
