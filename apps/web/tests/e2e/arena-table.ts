/** A game of the arena and the windows of those who play or watch it. */

import { type Browser, expect, type Locator } from '@playwright/test';
import type { Chain } from './fixtures';
import { pageOf, Window } from './table';

/** A window with one game of the arena in it. */
export class ArenaWindow extends Window {
  /** Cells by row and column, from 1, as screen readers hear them. */
  at(row: number, col: number): Locator {
    return this.page.getByRole('button', { name: `row ${row}, column ${col}:` });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Presses a button in the menu. */
  async choose(name: string): Promise<void> {
    await this.button('More…').click();
    await this.button(name).click();
  }

  /** Does what a button below the board or in the menu says, after the question that it asks. */
  async confirm(name: string): Promise<void> {
    await expect(this.button('More…')).toBeVisible();
    if (await this.button(name).isVisible()) await this.button(name).click();
    else await this.choose(name);
    await this.button('Yes').click();
  }

  seat(player: string): Locator {
    return this.page.locator('.seat', { hasText: player });
  }

  fact(name: string): Locator {
    return this.page.locator('.facts dt', { hasText: name }).locator('+ dd');
  }
}

/** Opens an address of the arena as one of localnet's players, or as somebody who just watches. */
export async function arenaWindow(
  browser: Browser,
  chain: Chain,
  player: string | null,
  path: string,
): Promise<ArenaWindow> {
  return new ArenaWindow(await pageOf(browser, chain, player, `#/arena/${path}`));
}

export interface ArenaTable {
  readonly gameId: string;
  readonly windows: readonly ArenaWindow[];
  /** Plays cells in turn, as row and column from 1, each in the window of the player whose turn it is. */
  play(...cells: [number, number][]): Promise<void>;
}

/** A game for these players, each with a window of their own. */
export async function arenaTable(
  browser: Browser,
  chain: Chain,
  players: readonly string[],
  rest: object = {},
): Promise<ArenaTable> {
  const gameId = await chain.game(players, rest);
  const windows = await Promise.all(players.map((player) => arenaWindow(browser, chain, player, gameId)));
  const [host] = windows;
  await expect(host?.status ?? fail()).toContainText('Your turn: you play X');
  let turn = 0;
  return {
    gameId,
    windows,
    play: async (...cells) => {
      for (const [row, col] of cells) {
        const window = windows[turn % windows.length] ?? fail();
        await expect(window.status).toContainText('Your turn');
        await window.at(row, col).click();
        await expect(window.status).not.toContainText(/Sending|Your turn/);
        turn += 1;
      }
    },
  };
}

function fail(): never {
  throw new Error('a table has players');
}
