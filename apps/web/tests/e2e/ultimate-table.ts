/** A table for ultimate: games written as mini-field and cell, and what the board shows of them. */

import { expect, type Locator, type Page } from '@playwright/test';

export type Capture = 'first' | 'any' | 'closing';

/** What the page remembers from an earlier visit, by key. */
type Memory = Readonly<Record<string, unknown>>;

/** Cells of the whole board, written as mini-field and cell in it, both 0 to 8: `00 01 10`. */
export function cellsOf(moves: string): number[] {
  return moves.split(' ').map((pair) => {
    const [field, inner] = [Number(pair[0]), Number(pair[1])];
    const [row, col] = [Math.floor(field / 3) * 3 + Math.floor(inner / 3), (field % 3) * 3 + (inner % 3)];
    return row * 9 + col;
  });
}

/** X captures the middle row of mini-fields. */
export const WON = '52 23 38 83 37 74 46 65 51 17 70 04 44 45 50 03 36 66 62 24 42';
/** X captures the diagonal from the upper left. */
export const WON_CLOSING = '03 34 47 74 46 60 06 65 51 18 80 08 88 83 33 38 84 40 00 10 48';
/** X wins with the left column, of which the upper left mini-field counts for both. */
export const WON_WITH_BOTH = '02 28 80 06 62 23 30 00 05 50 08 86 60 03 36 65 55 56 61 17 78 83 33';
/** O captures a line of mini-fields. */
export const WON_BY_O = '42 23 34 47 72 20 08 84 45 52 25 56 68 83 32 26 65 54 48 85';
/** O is sent to a full mini-field. */
export const DRAWN = '00 01 10 02 20 03 30 04 40 05 50 06 60 07 70 08 80';
/** Every mini-field becomes closed and nobody has three in a line. */
export const DRAWN_CLOSING =
  '67 71 12 24 42 25 58 81 10 00 04 44 41 11 15 54 40 03 37 73 34 01 16 68 84 50 05 57 75 51 14 02 20 72 28 80 62 26 60 33 31 76 61 74 85 86 87 22 83';
/** The upper left mini-field becomes full and has no line. */
export const FULL_WITHOUT_LINE = '04 40 00 08 80 01 10 05 50 03 30 06 66 60 07 70 02';
/** The upper left mini-field has a line of O and then one of X. */
export const BOTH_IN_ONE = '00 03 30 04 40 05 51 10 01 12 26 60 02';

/** Lets the page remember something before its first visit, and leaves it alone on a reload. */
export async function rememberBefore(page: Page, memory: Memory): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      if (sessionStorage.getItem(`prepared ${key}`)) continue;
      sessionStorage.setItem(`prepared ${key}`, 'yes');
      localStorage.setItem(`tic-tac-toe.${key}`, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }, memory);
}

export class UltimateTable {
  constructor(readonly page: Page) {}

  /** Opens the game screen, by its address or over the main screen, with these options or a game that has come so far. */
  static async open(
    page: Page,
    { capture = 'first' as Capture, confirmTurn = false, after = '', overMain = false } = {},
  ): Promise<UltimateTable> {
    const players = [
      { name: '', computer: null },
      { name: '', computer: null },
    ];
    const match = { rules: { kind: 'ultimate', capture }, players, confirmTurn, moves: cellsOf(after) };
    await rememberBefore(page, {
      'device-options': { capture, confirmTurn },
      ...(after ? { 'device-match': match } : {}),
    });
    await page.goto(overMain ? '#device' : '#device/game');
    if (overMain) await page.getByRole('button', { name: after ? 'Continue game' : 'Start game' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    return new UltimateTable(page);
  }

  get status(): Locator {
    return this.page.getByRole('status');
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A cell, written as mini-field and cell in it. */
  cell(pair: string): Locator {
    return this.page.locator(`[data-cell="${cellsOf(pair)[0]}"]`);
  }

  async play(moves: string): Promise<void> {
    for (const pair of moves.split(' ')) await this.cell(pair).click();
  }

  /** The numbers of the highlighted mini-fields. */
  async highlighted(): Promise<number[]> {
    const fields = await this.page
      .locator('.field--open')
      .evaluateAll((rects) => rects.map((rect) => Number((rect as SVGElement).dataset.field)));
    return fields.sort();
  }

  /** What a mini-field shows over its cells. */
  state(field: number): Locator {
    return this.page.locator(`[data-state-of="${field}"]`);
  }

  captures(field: number): Locator {
    return this.page.locator(`[data-capture="${field}"]`);
  }

  get line(): Locator {
    return this.page.locator('.ultimate__win');
  }

  marks(): Promise<number> {
    return this.page.locator('.mini .mark').count();
  }
}
